import type { IncomingMessage } from 'node:http';
import { isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';
import proxyaddr from 'proxy-addr';
import type { TrustProxy } from '../config.js';

/** Returns an X-Forwarded-For entry without its optional port. */
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

/**
 * Returns true for an address in the form of RFC 5952 or inet_ntop. `0x7f.1`, `010.0.0.1`, `1` and addresses with a
 * zone are not.
 */
const isAddress = (text: string): boolean => isIP(text) !== 0 && !text.includes('%');

/**
 * Returns the socket's address and those that trusted proxies report, nearest first. An entry that is not an address is
 * replaced by the nearest one that is.
 */
function addressesOf(remoteAddress: string, forwardedFor: string, trust: TrustProxy): string[] {
  if (forwardedFor === '' || trust.kind === 'off') return [remoteAddress];
  const headers = { 'x-forwarded-for': forwardedFor };
  const request = { socket: { remoteAddress }, headers } as unknown as IncomingMessage;
  return proxyaddr.all(request, trusts(trust)).map(withoutPort);
}

/**
 * Returns the address that a request is counted under: the socket's, or the one that trusted proxies report. For IPv6
 * this is the /64 network, since one client controls all of it.
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
