import { askMilliseconds, fixForPhoto, slowMilliseconds } from './fix.js';
import type { Fix } from './position-text.js';

export interface PositionState {
  fix: Fix | null;
  /** The phone refuses this page its position. */
  denied: boolean;
  /** No position came for a while, or none can come. */
  slow: boolean;
  asking: boolean;
}

/** Whether this page can get a position at all: not on plain http. */
export const hasPosition = () => window.isSecureContext && 'geolocation' in navigator;

/** Whether the reader has allowed it before; false where the browser does not say. */
export async function isPositionGranted(): Promise<boolean> {
  if (!hasPosition()) return false;
  try {
    return (await navigator.permissions.query({ name: 'geolocation' })).state === 'granted';
  } catch {
    return false;
  }
}

const precise: PositionOptions = { enableHighAccuracy: true, maximumAge: 0 };

/** The phone's position, watched while a step is open. */
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

  /** Asks the phone anew; null when it gives nothing in time. */
  function ask(): Promise<Fix | null> {
    if (!hasPosition()) return Promise.resolve(null);
    show({ asking: true });
    return new Promise<Fix | null>((resolve) => {
      // A phone may answer neither with a position nor with a failure.
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
    /** Asks anew because somebody pressed the button; a browser that refused is watched again. */
    async update(): Promise<Fix | null> {
      const fix = await ask();
      if (!fix) show({ slow: true });
      // The step may have been closed meanwhile.
      if (watch !== null) {
        stop();
        start();
      }
      return fix;
    },
    /** The position of a photo that is taken now. */
    forPhoto: () => fixForPhoto(() => state.fix, ask, Date.now),
    /** A position entered by hand stands until the phone gives one. */
    enter(latitude: number, longitude: number): Fix {
      const fix = { latitude, longitude, accuracy: null, at: Date.now() };
      show({ fix });
      return fix;
    },
  };
}
