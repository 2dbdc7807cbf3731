import { channel } from 'node:diagnostics_channel';
import { lookup as dnsLookup, type LookupAddress } from 'node:dns';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import ipaddr from 'ipaddr.js';
import type { Agent } from 'undici';
import { deadline } from './deadline.js';
import { createDnsLookup } from './dns-lookup.js';

/**
 * The reason why an address was not fetched. `forbidden`: the address itself can never be allowed. `unavailable`: the
 * fetch failed and can succeed later.
 */
export class GuardedFetchError extends Error {
  override readonly name = 'GuardedFetchError';
  constructor(
    readonly kind: 'forbidden' | 'unavailable',
    message: string,
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}

export interface GuardedFetchOptions {
  /** Hosts (`name` or `name:port`, lower case) that are allowed in addition to public ones, also over http. */
  allowedHosts: readonly string[];
  redirectsMax: number;
  /** For the whole fetch, including the body. */
  timeoutMilliseconds: number;
  /** Aborts the fetch. */
  signal?: AbortSignal;
  /** Returns the maximum number of bytes for a body of this Content-Type. */
  sizeLimit: (contentType: string | null) => number;
  /** Resolves the names of hosts that are not in `allowedHosts`; DNS by default. */
  lookup?: LookupFunction;
}

export interface FetchedMedia {
  contentType: string | null;
  /** @throws GuardedFetchError if the body is truncated, too long or too slow */
  bytes: AsyncIterable<Buffer>;
  /** Releases the connection. Call it if `bytes` is not read to its end. */
  close(): Promise<void>;
}

const forbidden = (message: string) => new GuardedFetchError('forbidden', message);
const unavailable = (message: string, cause?: unknown) =>
  new GuardedFetchError('unavailable', message, cause);

/** The only part of IPv6 that is assigned as global unicast (IANA's IPv6 address space registry). */
const globalUnicast = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];

/** Ranges that the address library considers public: Azure's wire server, and the former 6bone (RFC 3701). */
const notPublic = [ipaddr.parseCIDR('168.63.129.16/32'), ipaddr.parseCIDR('3ffe::/16')];

/**
 * Returns true if an address belongs to the public internet. Private, loopback, link-local, multicast and reserved
 * ranges do not, nor does IPv6 outside 2000::/3, nor do IPv6 forms that embed an IPv4 address (a mapped address counts
 * as its IPv4 address).
 */
export function isPublicAddress(address: string): boolean {
  // A zone id names a network interface of this machine.
  if (!ipaddr.isValid(address) || address.includes('%')) return false;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(globalUnicast)) return false;
  const isListed = notPublic.some(
    ([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits),
  );
  return !isListed && parsed.range() === 'unicast';
}

/** Returns a URL's host without the brackets of IPv6. */
const bareHost = (url: URL) => url.hostname.replace(/^\[|\]$/g, '');

/** Returns true if the configuration allows the host of a URL, regardless of its addresses. */
export function isAllowedHost(url: URL, allowedHosts: readonly string[]): boolean {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return [bareHost(url), url.hostname, `${url.hostname}:${port}`].some((host) =>
    allowedHosts.includes(host.toLowerCase()),
  );
}

/**
 * Checks a URL without resolving its name.
 *
 * @param ports allowed ports of public hosts; null allows any
 * @throws GuardedFetchError `forbidden` for an invalid URL, a scheme other than https (http only for allowed hosts),
 *   credentials, another port, or a literal address that is not public
 */
export function checkFetchUrl(
  text: string,
  allowedHosts: readonly string[],
  ports: readonly number[] | null = null,
): URL {
  if (!URL.canParse(text)) throw forbidden('is not a valid URL');
  const url = new URL(text);
  const allowed = isAllowedHost(url, allowedHosts);
  if (url.protocol !== 'https:' && !(allowed && url.protocol === 'http:')) {
    throw forbidden('must start with https://');
  }
  if (url.username !== '' || url.password !== '') throw forbidden('must not contain credentials');
  if (!allowed && ports && !ports.includes(Number(url.port || 443))) {
    throw forbidden(`must use port ${ports.join(' or ')}`);
  }
  const host = bareHost(url);
  if (!allowed && isIP(host) !== 0 && !isPublicAddress(host)) {
    throw forbidden('must not point to a non-public address');
  }
  return url;
}

/** Returns a lookup that yields public addresses only. */
function publicLookup(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, []);
      const addresses = (found as LookupAddress[]).filter((one) => isPublicAddress(one.address));
      const first = addresses[0];
      if (!first) return callback(unavailable('the host has no public address'), []);
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };
}

const headerBytesMax = 16 * 1024;

/** Loaded on first use, because it would slow down every start. */
type Undici = typeof import('undici');

/**
 * Creates an agent that checks the address again after connecting. It has no limit of connections, so that posts to one
 * endpoint do not wait for another endpoint on the same host.
 */
export function guardedAgent(
  { Agent, buildConnector }: Undici,
  lookup: LookupFunction,
  timeoutMilliseconds: number,
): Agent {
  const connect = buildConnector({
    lookup: publicLookup(lookup),
    timeout: timeoutMilliseconds,
    allowH2: false,
  });
  return new Agent({
    connections: null,
    pipelining: 0,
    maxHeaderSize: headerBytesMax,
    connect: (options, callback) =>
      connect(options, (error, socket) => {
        if (error) return callback(error, null);
        const address = (socket as Socket).remoteAddress ?? '';
        if (isPublicAddress(address)) return callback(null, socket);
        socket.destroy();
        return callback(unavailable('the host has no public address'), null);
      }),
  });
}

export const redirectStatuses = new Set([301, 302, 303, 307, 308]);

/** Headers of every request for a third party's URL. */
export const fetchHeaders = {
  accept: '*/*',
  'accept-encoding': 'identity',
  'user-agent': 'verification-gateway',
};

/** Channels that announce each request, with the fields of undici's channels of the same names. */
export const fetchChannels = {
  create: channel('guarded-fetch:create'),
  headers: channel('guarded-fetch:headers'),
  end: channel('guarded-fetch:end'),
  error: channel('guarded-fetch:error'),
};

/**
 * Requests a URL on a separate connection: guarded, unless the configuration allows the host. Resolves with the
 * headers. Destroy the response unless its body is read to the end.
 *
 * Not undici: version 7 ends the process when the host closes a connection whose response is paused, so any host could
 * stop the service. The fix is in version 8, which needs Node 22.
 */
export function openExchange(
  url: URL,
  signal: AbortSignal,
  options: Pick<GuardedFetchOptions, 'allowedHosts' | 'lookup'>,
): Promise<IncomingMessage> {
  const isAllowed = isAllowedHost(url, options.allowedHosts);
  const lookup = isAllowed
    ? (dnsLookup as LookupFunction)
    : publicLookup(options.lookup ?? createDnsLookup());
  const request = { method: 'GET', origin: url.origin };
  fetchChannels.create.publish({ request });
  return new Promise((resolve, reject) => {
    const sent = (url.protocol === 'https:' ? https : http).get(url, {
      agent: false,
      headers: fetchHeaders,
      lookup,
      maxHeaderSize: headerBytesMax,
      signal,
    });
    sent.on('socket', (socket) => {
      socket.on('connect', () => {
        if (isAllowed || isPublicAddress(socket.remoteAddress ?? '')) return;
        sent.destroy(unavailable('the host has no public address'));
      });
    });
    sent.on('response', (response) => {
      fetchChannels.headers.publish({ request, response: { statusCode: response.statusCode } });
      response.on('error', (error) => fetchChannels.error.publish({ request, error }));
      response.on('close', () => fetchChannels.end.publish({ request }));
      resolve(response);
    });
    sent.on('error', (error) => {
      fetchChannels.error.publish({ request, error });
      reject(error);
    });
  });
}

/** Describes a failure of the fetch without internal details. */
export function describe(error: unknown, signal: AbortSignal): GuardedFetchError {
  if (error instanceof GuardedFetchError) return error;
  if (signal.aborted) return unavailable('the fetch timed out', error);
  const code = (error as { code?: unknown }).code;
  return unavailable(`the fetch failed${typeof code === 'string' ? ` (${code})` : ''}`, error);
}

async function* limited(
  body: Readable,
  contentType: string | null,
  sizeMax: number,
  signal: AbortSignal,
  done: () => Promise<void>,
): AsyncGenerator<Buffer> {
  let sizeBytes = 0;
  try {
    for await (const chunk of body) {
      sizeBytes += (chunk as Buffer).length;
      if (sizeBytes > sizeMax) throw tooLarge(contentType, sizeMax);
      yield chunk as Buffer;
    }
  } catch (error) {
    throw describe(error, signal);
  } finally {
    await done();
  }
}

const tooLarge = (contentType: string | null, sizeMax: number) =>
  unavailable(
    `the file is larger than ${sizeMax} bytes, the limit for ${contentType ?? 'an unknown type'}`,
  );

/**
 * Fetches a file from a URL chosen by a third party without exposing the internal network: only https and public
 * addresses, checked on the address that is actually connected to, again for every redirect.
 *
 * @throws GuardedFetchError `forbidden` if the first URL can never be allowed, else `unavailable`
 */
export async function guardedFetch(
  address: string,
  options: GuardedFetchOptions,
): Promise<FetchedMedia> {
  let url = checkFetchUrl(address, options.allowedHosts);
  const { signal, clear } = deadline(
    options.timeoutMilliseconds,
    options.signal ? [options.signal] : [],
  );
  let response: IncomingMessage | undefined;
  const close = async () => {
    clear();
    response?.destroy();
  };
  try {
    for (let redirects = 0; ; redirects++) {
      response = await openExchange(url, signal, options);
      const { headers, statusCode = 0 } = response;
      const header = (name: string): string | null => {
        const value = headers[name];
        return (Array.isArray(value) ? value[0] : value) ?? null;
      };
      if (redirectStatuses.has(statusCode)) {
        if (redirects === options.redirectsMax) throw unavailable('the host redirects too often');
        const location = header('location');
        if (location === null || !URL.canParse(location, url.href)) {
          throw unavailable('the host redirects to an invalid URL');
        }
        response.destroy();
        url = checkRedirect(new URL(location, url), options.allowedHosts);
        continue;
      }
      if (statusCode !== 200) throw unavailable(`the host returned status ${statusCode}`);
      const encoding = header('content-encoding');
      if (encoding !== null && encoding.toLowerCase() !== 'identity') {
        throw unavailable(`the file is encoded as ${encoding.slice(0, 40)}`);
      }
      const contentType = header('content-type');
      const sizeMax = options.sizeLimit(contentType);
      if (Number(header('content-length') ?? 0) > sizeMax) throw tooLarge(contentType, sizeMax);
      return {
        contentType,
        bytes: limited(response, contentType, sizeMax, signal, close),
        close,
      };
    }
  } catch (error) {
    await close();
    throw describe(error, signal);
  }
}

/** Checks a redirect like the first URL, but reports it as unavailable, since the request is not at fault. */
function checkRedirect(url: URL, allowedHosts: readonly string[]): URL {
  try {
    return checkFetchUrl(url.href, allowedHosts);
  } catch (error) {
    throw unavailable('the host redirects to an address that is not allowed', error);
  }
}
