import { isUnavailable } from '../../lib/mongo.js';
import type { Services } from '../../services.js';
import { joinSiteCheck, retryAt } from './join-site-check.js';

const follower = 'site-checks';
const pollMilliseconds = 1_000;
const batchSize = 200;

export interface SiteCheckFollower {
  start(): void;
  stop(): Promise<void>;
  /** Follows everything that has been told so far. */
  catchUp(): Promise<void>;
}

/**
 * Brings requests and jobs in line whenever either has changed: it reads the events behind the one
 * it saw last and joins every request that they name. How far it has come is stored, so what a
 * process that was killed has left is taken up by the next start, or by another process at once.
 */
export function followSiteChecks(services: Services): SiteCheckFollower {
  const { events, relay, siteChecks, log, clock } = services;
  let running: Promise<void> | null = null;
  let again = false;
  let timer: NodeJS.Timeout | undefined;
  let unsubscribe = () => {};

  async function join(ids: Iterable<string>): Promise<void> {
    for (const id of ids) {
      try {
        if (await siteChecks.peek(id)) await joinSiteCheck(services, id);
      } catch (error) {
        // One request that cannot be joined must not hold up the others.
        if (isUnavailable(error)) throw error;
        log.error({ err: error, siteCheck: id }, 'site check: trying again later');
        await siteChecks.retryLater(id, retryAt(clock.now()));
      }
    }
  }

  async function round(): Promise<void> {
    for (;;) {
      const after = await siteChecks.followedSeq(follower);
      const batch = await events.list({ after, limit: batchSize });
      const last = batch.at(-1);
      if (!last) break;
      await join(new Set(batch.flatMap(({ data }) => String(data['request_id'] ?? '') || [])));
      await siteChecks.setFollowedSeq(follower, last.seq);
    }
    await join(await siteChecks.listRetries(clock.now()));
  }

  function run(): Promise<void> {
    if (running) {
      again = true;
      return running;
    }
    running = (async () => {
      do {
        again = false;
        await round();
      } while (again);
    })().finally(() => {
      running = null;
    });
    return running;
  }

  const runLogged = () => {
    run().catch((error) => log.warn({ err: error }, 'site checks: trying again'));
  };

  return {
    catchUp: run,
    start() {
      unsubscribe = relay.onAppend(runLogged);
      timer = setInterval(runLogged, pollMilliseconds);
      timer.unref();
      runLogged();
    },
    async stop() {
      unsubscribe();
      clearInterval(timer);
      await running?.catch(() => {});
    },
  };
}
