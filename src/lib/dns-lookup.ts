import { type LookupAddress, Resolver } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { second } from './units.js';

const timeoutMilliseconds = 2 * second;
const tries = 2;

/**
 * Resolves names by asking DNS. The system's resolver takes one of the few threads on which files are read as well,
 * for as long as a name server keeps silent: names that strangers choose must not hold them.
 *
 * @param servers addresses of name servers; the system's where left out
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
