import { type LookupAddress, Resolver } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { second } from './units.js';

const timeoutMilliseconds = 2 * second;
const tries = 2;

/**
 * Creates a function that resolves names with DNS. The system's resolver blocks one of the few threads that also read
 * files until the name server responds. Names chosen by third parties must not block them.
 *
 * @param servers addresses of name servers; the system's by default
 */
export function createDnsLookup(servers?: readonly string[]): LookupFunction {
  const resolver = new Resolver({ timeout: timeoutMilliseconds, tries });
  if (servers) resolver.setServers(servers);
  const resolve = (hostname: string, family: 4 | 6) =>
    new Promise<LookupAddress[] | NodeJS.ErrnoException>((done) => {
      const answer = (error: NodeJS.ErrnoException | null, found: readonly string[]) =>
        done(error ?? found.map((address) => ({ address, family })));
      if (family === 4) resolver.resolve4(hostname, answer);
      else resolver.resolve6(hostname, answer);
    });
  return (hostname, { all }, callback) => {
    void Promise.all([resolve(hostname, 4), resolve(hostname, 6)]).then(([four, six]) => {
      const found = [four, six].filter((one) => Array.isArray(one)).flat();
      const [first] = found;
      if (!first) return callback(Array.isArray(four) ? new Error('no address') : four, []);
      return all ? callback(null, found) : callback(null, first.address, first.family);
    });
  };
}
