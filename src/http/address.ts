import type { IncomingMessage } from 'node:http';
import { isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';
import proxyaddr from 'proxy-addr';
import type { TrustProxy } from '../config.js';

/** An X-Forwarded-For entry without the port that it may carry. */
const withoutPort = (entry: string): string =>
  /^\[([^\]]+)\](:\d+)?$/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry;

type Trusts = (address: string, hop: number) => boolean;
type Trusted = Exclude<TrustProxy, { kind: 'off' }>;

function compile(trust: Trusted): Trusts {
  if (trust.kind === 'hops') return (_address, hop) => hop < trust.hops;
  const within = proxyaddr.compile(trust.networks);
  return (address, hop) => isAddress(withoutPort(address)) && within(withoutPort(address), hop);
}

const compiled = new WeakMap<Trusted, Trusts>();

function trusts(trust: Trusted): Trusts {
  const known = compiled.get(trust) ?? compile(trust);
  compiled.set(trust, known);
  return known;
}

/** True for an address as RFC 5952 and inet_ntop write it: not for `0x7f.1`, `010.0.0.1`, `1` or one with a zone. */
const isAddress = (text: string): boolean => isIP(text) !== 0 && !text.includes('%');

/**
 * The socket's address and those that trusted proxies name, nearest first: what one of them could not name is
 * counted under the nearest that is an address.
 */
function addressesOf(remoteAddress: string, forwardedFor: string, trust: TrustProxy): string[] {
  if (forwardedFor === '' || trust.kind === 'off') return [remoteAddress];
  const headers = { 'x-forwarded-for': forwardedFor };
  const request = { socket: { remoteAddress }, headers } as unknown as IncomingMessage;
  return proxyaddr.all(request, trusts(trust)).map(withoutPort);
}

/**
 * The address that a request is counted under: the socket's, or what proxies that are trusted say
 * of it. Of IPv6 only the network of 64 bits counts, since one client has all of it.
 *
 * @param forwardedFor the X-Forwarded-For header, nearest proxy last
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  trust: TrustProxy,
): string {
  const named = addressesOf(socketAddress ?? '', forwardedFor ?? '', trust).findLast(isAddress);
  if (named === undefined) return 'unknown';
  if (isIPv4(named)) return named;
  const address = ipaddr.process(named);
  if (address.kind() === 'ipv4') return address.toString();
  const parts = (address as ipaddr.IPv6).parts.slice(0, 4).map((part) => part.toString(16));
  return `${parts.join(':')}::/64`;
}
