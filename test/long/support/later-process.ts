import { spawnService } from '../../support/process.js';

/**
 * Starts a process whose clock is ahead and in which measured durations run 60 times as fast, so that planned work
 * is done soon.
 *
 * @param aheadMs offset of the clock
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
