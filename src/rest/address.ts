import ipaddr from 'ipaddr.js';
import type { TrustProxy } from '../config.js';

/** The address in an X-Forwarded-For entry, which may carry a port. */
function parse(entry: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const text = entry.trim();
  const bare = /^\[([^\]]+)\](:\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  return ipaddr.isValid(bare) ? ipaddr.process(bare) : null;
}

function isWithin(address: ipaddr.IPv4 | ipaddr.IPv6, networks: readonly string[]): boolean {
  return networks.some((network) => {
    const [base, bits] = ipaddr.parseCIDR(network);
    return base.kind() === address.kind() && address.match(base, bits);
  });
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
  const chain = [...(forwardedFor?.split(',') ?? []), socketAddress ?? ''].map(parse);
  let at = chain.length - 1;
  if (trust.kind === 'hops') at = Math.max(0, at - trust.hops);
  if (trust.kind === 'networks') {
    for (; at > 0; at -= 1) {
      const address = chain[at];
      if (!address || !isWithin(address, trust.networks)) break;
    }
  }
  // What a trusted proxy could not name is counted under the nearest address that is one.
  const address = chain.slice(at).find((one) => one !== null);
  if (!address) return 'unknown';
  if (address.kind() === 'ipv4') return address.toString();
  const parts = (address as ipaddr.IPv6).parts.slice(0, 4).map((part) => part.toString(16));
  return `${parts.join(':')}::/64`;
}
