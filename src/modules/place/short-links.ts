import type { LookupFunction } from 'node:net';
import { LRUCache } from 'lru-cache';
import { deadline } from '../../lib/deadline.js';
import { GuardedFetchError } from '../../lib/guarded-fetch.js';
import { readRedirect } from '../../lib/guarded-redirect.js';
import { hour, second } from '../../lib/units.js';
import { type PlaceInput, readLink } from './place-input.js';
import { isShortLink } from './short-link-hosts.js';
import { unreadablePlace } from './unreadable-place.js';

const redirectsMax = 4;
/** Links that are opened at the same time. */
const openMax = 20;
const cacheMax = 1_000;
const cacheMilliseconds = hour;

const byHand =
  'Open it in a browser, and paste the address of the page or the coordinates of the place';

export type OpenShortLink = (url: URL) => Promise<PlaceInput>;

interface ShortLinkOptions {
  /** Hosts that are allowed although they are not public, in tests. */
  allowedHosts?: readonly string[];
  isShort?: (url: URL) => boolean;
  lookup?: LookupFunction;
  /** For all redirects of a link together; 5 s by default. */
  timeoutMilliseconds?: number;
}

/** Used if short links are off. */
export const rejectShortLink: OpenShortLink = async () => {
  throw unreadablePlace(`short links are not opened here. ${byHand}`);
};

/**
 * Creates a function that reads the place of a short link from its redirects. Requests only hosts of `shortLinkHosts`,
 * and reads no body. The places of links are cached for an hour.
 */
export function createShortLinks(options: ShortLinkOptions = {}): OpenShortLink {
  const {
    allowedHosts = [],
    isShort = isShortLink,
    lookup,
    timeoutMilliseconds = 5 * second,
  } = options;
  const known = new LRUCache<string, PlaceInput>({ max: cacheMax, ttl: cacheMilliseconds });
  let open = 0;

  async function follow(url: URL, signal: AbortSignal): Promise<PlaceInput> {
    let link = url;
    for (let redirects = 0; redirects < redirectsMax; redirects++) {
      if (link.protocol === 'http:' && allowedHosts.length === 0) link.protocol = 'https:';
      const target = await readRedirect(link.href, {
        allowedHosts,
        timeoutMilliseconds,
        signal,
        ...(lookup && { lookup }),
      });
      if (!target) break;
      const input = isShort(target)
        ? ({ kind: 'short_link', url: target } as const)
        : readLink(target);
      if (input.kind === 'unreadable') break;
      if (input.kind !== 'short_link') return input;
      link = input.url;
    }
    throw unreadablePlace(`this link leads to no place on a map. ${byHand}`);
  }

  return async (url) => {
    const cached = known.get(url.href);
    if (cached) return cached;
    if (open >= openMax) throw unreadablePlace(`too many links are being opened. ${byHand}`);
    const { signal, clear } = deadline(timeoutMilliseconds);
    open += 1;
    try {
      const input = await follow(new URL(url), signal);
      known.set(url.href, input);
      return input;
    } catch (error) {
      if (!(error instanceof GuardedFetchError)) throw error;
      throw unreadablePlace(`this link cannot be opened at present. ${byHand}`);
    } finally {
      clear();
      open -= 1;
    }
  };
}
