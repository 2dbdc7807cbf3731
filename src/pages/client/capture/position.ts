import { askMilliseconds, fixForPhoto, slowMilliseconds } from './fix.js';
import type { Fix } from './position-text.js';

export interface PositionState {
  fix: Fix | null;
  /** The phone denies this page its position. */
  denied: boolean;
  /** No position arrived for a while, or none can arrive. */
  slow: boolean;
  asking: boolean;
}

/** True if this page can get a position at all: not on plain http. */
export const hasPosition = () => window.isSecureContext && 'geolocation' in navigator;

/** True if the reader has granted the permission before; false if the browser does not tell. */
export async function isPositionGranted(): Promise<boolean> {
  if (!hasPosition()) return false;
  try {
    return (await navigator.permissions.query({ name: 'geolocation' })).state === 'granted';
  } catch {
    return false;
  }
}

const precise: PositionOptions = { enableHighAccuracy: true, maximumAge: 0 };

/** Watches the phone's position while a step is open. */
export function createPosition(onChange: (state: PositionState) => void) {
  let state: PositionState = { fix: null, denied: false, slow: !hasPosition(), asking: false };
  let watch: number | null = null;
  let slowTimer: ReturnType<typeof setTimeout> | undefined;

  const show = (change: Partial<PositionState>) => {
    state = { ...state, ...change };
    onChange(state);
  };

  const found = ({ coords }: GeolocationPosition): Fix => {
    const { latitude, longitude, accuracy } = coords;
    const fix = { latitude, longitude, accuracy, at: Date.now() };
    clearTimeout(slowTimer);
    show({ fix, denied: false, slow: false });
    return fix;
  };

  const failed = ({ code, PERMISSION_DENIED }: GeolocationPositionError) => {
    if (code === PERMISSION_DENIED) show({ denied: true });
  };

  /** Requests a new position; null if the phone gives none in time. */
  function ask(): Promise<Fix | null> {
    if (!hasPosition()) return Promise.resolve(null);
    show({ asking: true });
    return new Promise<Fix | null>((resolve) => {
      // Some phones report neither a position nor a failure.
      const patience = setTimeout(resolve, askMilliseconds, null);
      const settle = (fix: Fix | null) => {
        clearTimeout(patience);
        resolve(fix);
      };
      navigator.geolocation.getCurrentPosition(
        (position) => settle(found(position)),
        (error) => {
          failed(error);
          settle(null);
        },
        { ...precise, timeout: askMilliseconds },
      );
    }).finally(() => show({ asking: false }));
  }

  function start(): void {
    if (watch !== null || !hasPosition()) return;
    watch = navigator.geolocation.watchPosition(found, failed, precise);
    slowTimer = setTimeout(() => {
      if (!state.fix) show({ slow: true });
    }, slowMilliseconds);
  }

  function stop(): void {
    if (watch !== null) navigator.geolocation.clearWatch(watch);
    watch = null;
    clearTimeout(slowTimer);
  }

  return {
    start,
    stop,
    /** Requests a new position after a press of the button; restarts the watch if the browser had denied it. */
    async update(): Promise<Fix | null> {
      const fix = await ask();
      if (!fix) show({ slow: true });
      // The step may have been closed in the meantime.
      if (watch !== null) {
        stop();
        start();
      }
      return fix;
    },
    /** Returns the position for a photo that is taken now. */
    forPhoto: () => fixForPhoto(() => state.fix, ask, Date.now),
    /** Sets a position by hand, which is used until the phone gives one. */
    enter(latitude: number, longitude: number): Fix {
      const fix = { latitude, longitude, accuracy: null, at: Date.now() };
      show({ fix });
      return fix;
    },
  };
}
