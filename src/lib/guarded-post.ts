import { lookup as dnsLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { Dispatcher } from 'undici';
import { deadline } from './deadline.js';
import { createDnsLookup } from './dns-lookup.js';
import { checkFetchUrl, describe, guardedAgent, isAllowedHost } from './guarded-fetch.js';

/** As many as there are posts: those of one endpoint do not wait for another one at the same host. */
const connections = null;

export interface PostAnswer {
  status: number;
  /** The Retry-After header. */
  retryAfter: string | null;
  /** Beginning of the answer as far as it came, and the same as UTF-8. */
  bytes: Buffer;
  text: string;
}

/**
 * Posts to addresses that somebody else named, as `guardedFetch` fetches from them: https, public addresses only,
 * judged on the address actually connected to. No redirect is followed. Connections are kept for a few seconds.
 *
 * @param options.allowedHosts hosts besides public ones, over http too
 * @param options.ports that public hosts are reached at; any when absent
 * @param options.timeoutMilliseconds for everything, the answer included
 * @param options.answerBytesMax bytes of the answer that are read
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
            connections,
            pipelining: 0,
            connect: { lookup: dnsLookup as LookupFunction },
          })
        : guardedAgent(
            undici,
            options.lookup ?? createDnsLookup(),
            timeoutMilliseconds,
            connections,
          );
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
        // What follows is not read: the connection is closed.
        if (bytes >= answerBytesMax) break;
      }
    } catch {
      // The status is there, and says what became of the post; the rest may never come.
    }
    return Buffer.concat(chunks).subarray(0, answerBytesMax);
  }

  return {
    /** @throws GuardedFetchError `forbidden` for an address that can never be allowed, else `unavailable` */
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
          headers: {
            accept: '*/*',
            'accept-encoding': 'identity',
            'user-agent': 'verification-gateway',
            ...headers,
          },
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

    /** Ends the connections, and what is under way on them. */
    async close(): Promise<void> {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()));
    },
  };
}
