import { lookup as dnsLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { Dispatcher } from 'undici';
import { deadline } from './deadline.js';
import { createDnsLookup } from './dns-lookup.js';
import {
  checkFetchUrl,
  describe,
  fetchHeaders,
  guardedAgent,
  isAllowedHost,
} from './guarded-fetch.js';

export interface PostAnswer {
  status: number;
  /** The Retry-After header. */
  retryAfter: string | null;
  /** The received beginning of the response, as bytes and as UTF-8. */
  bytes: Buffer;
  text: string;
}

/**
 * Creates a client that posts to URLs chosen by third parties, with the rules of `guardedFetch`: only https and public
 * addresses, checked on the address that is actually connected to. Redirects are not followed. Connections stay open
 * for a few seconds.
 *
 * @param options.allowedHosts hosts allowed in addition to public ones, also over http
 * @param options.ports allowed ports of public hosts; any by default
 * @param options.timeoutMilliseconds for the whole exchange, including the response
 * @param options.answerBytesMax bytes of the response that are read
 */
export function createGuardedPost(options: {
  allowedHosts: readonly string[];
  ports?: readonly number[];
  timeoutMilliseconds: number;
  answerBytesMax: number;
  lookup?: LookupFunction;
}) {
  const { allowedHosts, ports = null, timeoutMilliseconds, answerBytesMax } = options;
  const agents = new Map<'guarded' | 'allowed', Dispatcher>();

  async function agentFor(kind: 'guarded' | 'allowed'): Promise<Dispatcher> {
    const undici = await import('undici');
    const known = agents.get(kind);
    if (known) return known;
    const agent =
      kind === 'allowed'
        ? new undici.Agent({
            connections: null,
            pipelining: 0,
            connect: { lookup: dnsLookup as LookupFunction },
          })
        : guardedAgent(undici, options.lookup ?? createDnsLookup(), timeoutMilliseconds);
    agents.set(kind, agent);
    return agent;
  }

  async function startOf(body: AsyncIterable<Buffer>): Promise<Buffer> {
    const chunks: Buffer[] = [];
    let bytes = 0;
    try {
      for await (const chunk of body) {
        chunks.push(chunk);
        bytes += chunk.length;
        // The rest is not read; the connection is closed.
        if (bytes >= answerBytesMax) break;
      }
    } catch {
      // The status, already received, is the result of the post; the rest of the body might never arrive.
    }
    return Buffer.concat(chunks).subarray(0, answerBytesMax);
  }

  return {
    /** @throws GuardedFetchError `forbidden` for a URL that can never be allowed, else `unavailable` */
    async post(
      address: string,
      body: string | Buffer,
      headers: Record<string, string>,
    ): Promise<PostAnswer> {
      const url = checkFetchUrl(address, allowedHosts, ports);
      const { signal, clear } = deadline(timeoutMilliseconds);
      try {
        const { request } = await import('undici');
        const response = await request(url, {
          method: 'POST',
          dispatcher: await agentFor(isAllowedHost(url, allowedHosts) ? 'allowed' : 'guarded'),
          signal,
          headers: { ...fetchHeaders, ...headers },
          body,
        });
        const bytes = await startOf(response.body);
        const retryAfter = response.headers['retry-after'];
        return {
          status: response.statusCode,
          retryAfter: (Array.isArray(retryAfter) ? retryAfter[0] : retryAfter) ?? null,
          bytes,
          text: bytes.toString('utf8'),
        };
      } catch (error) {
        throw describe(error, signal);
      } finally {
        clear();
      }
    },

    /** Closes the connections and aborts the posts on them. */
    async close(): Promise<void> {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()));
    },
  };
}
