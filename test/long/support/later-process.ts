import { spawnService } from '../../support/process.js';

/**
 * A process whose clock is ahead, and in which a minute passes in a second for whoever measures spans: what
 * is planned for later is looked at soon.
 *
 * @param aheadMs how far ahead
 */
export function spawnLater(env: Record<string, string>, aheadMs = 0) {
  const source = `
    const now = performance.now.bind(performance);
    performance.now = () => 60 * now();
    const Real = Date;
    globalThis.Date = class Date extends Real {
      constructor(...given) { super(...(given.length ? given : [Real.now() + ${aheadMs}])); }
      static now() { return Real.now() + ${aheadMs}; }
    };`;
  const module = `data:text/javascript,${encodeURIComponent(source)}`;
  return spawnService({ ...env, NODE_OPTIONS: `--import=${module}` });
}
