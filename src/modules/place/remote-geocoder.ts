import { setTimeout as wait } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { GeocoderSettings } from '../../config.js';
import { deadline } from '../../lib/deadline.js';
import type { Position } from '../../lib/geo.js';
import { day, mebibyte, minute, second } from '../../lib/units.js';
import type { FoundPlace, Geocoder } from './geocoder.js';
import type { GeocoderAdapter, GeocoderRequest } from './geocoders/adapter.js';
import { nominatim } from './geocoders/nominatim.js';
import { pelias } from './geocoders/pelias.js';
import { photon } from './geocoders/photon.js';

const adapters = { nominatim, photon, pelias } satisfies Record<
  GeocoderSettings['kind'],
  GeocoderAdapter
>;

const answerBytesMax = 2 * mebibyte;
const cacheMax = 2_000;
const cacheMilliseconds = day;
/** Pause after a failure, doubled with each further one, unless the geocoder states a time. */
const pauseMilliseconds = second;
const pauseMillisecondsMax = minute;

/** The geocoder did not answer, or not in its documented form. */
export class GeocoderError extends Error {
  override readonly name = 'GeocoderError';
  constructor(
    message: string,
    /** Time that the geocoder asks to wait; null without one. */
    readonly retryMilliseconds: number | null = null,
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}

async function readAnswer(response: Response): Promise<unknown> {
  if (response.status !== 200) {
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
    await response.body?.cancel();
    const retry = Number.isFinite(seconds) ? seconds * second : null;
    throw new GeocoderError(`status ${response.status}`, retry);
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    bytes += part.value.length;
    if (bytes > answerBytesMax) {
      await reader?.cancel();
      throw new GeocoderError(`more than ${answerBytesMax} bytes`);
    }
    chunks.push(part.value);
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}

/** Rounds a position, so that the cache serves the same request from nearby and the geocoder does not learn more. */
const rounded = ({ latitude, longitude }: Position, digits: number): Position => ({
  latitude: Number(latitude.toFixed(digits)),
  longitude: Number(longitude.toFixed(digits)),
});
/** About 1 km and 1 m. */
const nearDigits = 2;
const reverseDigits = 5;

/**
 * Creates a client of a configured geocoder. Answers are cached for a day. Requests keep the interval that its terms
 * require, and pause after failures; a request that would have to wait longer is rejected.
 */
export function createRemoteGeocoder(
  settings: GeocoderSettings,
  { log, userAgent }: { log: Logger; userAgent: string },
): Geocoder {
  const adapter: GeocoderAdapter = adapters[settings.kind];
  const cache = new LRUCache<string, readonly FoundPlace[]>({
    max: cacheMax,
    ttl: cacheMilliseconds,
  });
  let nextAt = 0;
  let pausedUntil = 0;
  let failures = 0;

  /** Waits until a request is allowed. */
  async function keepInterval(signal: AbortSignal): Promise<void> {
    const { intervalMilliseconds } = adapter;
    const now = performance.now();
    if (now < pausedUntil) throw new GeocoderError('paused after failures');
    const at = Math.max(now, nextAt);
    if (at - now > intervalMilliseconds) throw new GeocoderError('too many requests are waiting');
    nextAt = at + intervalMilliseconds;
    if (at > now) await wait(at - now, undefined, { signal });
  }

  function pause(error: unknown): void {
    failures += 1;
    const own = pauseMilliseconds * 2 ** (failures - 1);
    const stated = error instanceof GeocoderError ? error.retryMilliseconds : null;
    const milliseconds = Math.min(pauseMillisecondsMax, Math.max(own, stated ?? 0));
    pausedUntil = performance.now() + milliseconds;
    log.warn({ err: error, source: adapter.source, milliseconds }, 'geocoder: failed, pausing');
  }

  async function request({ path, params }: GeocoderRequest): Promise<FoundPlace[]> {
    const url = new URL(path, settings.url);
    for (const [name, value] of Object.entries(params)) url.searchParams.set(name, String(value));
    const known = cache.get(url.href);
    if (known) return [...known];
    const key = url.href;
    if (settings.apiKey) url.searchParams.set(adapter.keyParameter, settings.apiKey);
    const { signal, clear } = deadline(settings.timeoutMilliseconds);
    try {
      await keepInterval(signal);
      try {
        const response = await fetch(url, {
          signal,
          redirect: 'error',
          headers: { accept: 'application/json', 'user-agent': userAgent },
        });
        const places = adapter.read(await readAnswer(response));
        failures = 0;
        cache.set(key, places);
        return [...places];
      } catch (error) {
        pause(error);
        throw error;
      }
    } finally {
      clear();
    }
  }

  return {
    source: adapter.source,
    attribution: adapter.attribution,
    search(text, options) {
      const near = options.near && rounded(options.near, nearDigits);
      return request(adapter.search(text, { ...options, near }));
    },
    reverse: (position, options) =>
      request(adapter.reverse(rounded(position, reverseDigits), options)),
  };
}
