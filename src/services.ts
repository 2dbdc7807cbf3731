import type { Db, MongoClient } from 'mongodb';
import type { Logger } from 'pino';
import type { EventFeed } from './aggregate/event-feed.js';
import type { EventLog } from './aggregate/event-log.js';
import type { Followers } from './aggregate/followers.js';
import type { Relay } from './aggregate/relay.js';
import type { Schedules } from './aggregate/schedule.js';
import type { Config } from './config.js';
import type { Clock } from './lib/clock.js';
import type { Metrics } from './metrics.js';
import type { KeyMode } from './scopes.js';
import type { Tracing } from './tracing/tracing.js';

/** Services of one mode: live and test jobs are in separate databases. Modules declare theirs in `wire.ts`. */
export interface ModeServices {
  mode: KeyMode;
  clock: Clock;
  db: Db;
  /** Public addresses that differ by mode, without a slash at their end. */
  addresses: {
    /** The paths of media links are appended to it. */
    media: string;
    /** The key set by which reports are verified. */
    keySet: string;
  };
  events: EventLog;
  relay: Relay;
  followers: Followers;
  /** Tells streams what is appended. */
  feed: EventFeed;
}

/**
 * Services of the process, made once at start. Each module declares the members that it adds in its `wire.ts`, and
 * each use case names those that it needs, as `Pick<Services, 'jobs' | 'clock'>`.
 */
export interface Services extends ModeServices {
  config: Config;
  log: Logger;
  client: MongoClient;
  /** Milliseconds since the embedded store last responded; null for another database. */
  storeSilentMs: (() => number) | null;
  /** Public address without a slash at its end. */
  baseUrl: string;
  /** Work at planned times, done by one process of several. */
  schedules: Schedules;
  /** Number of streams that each caller holds open in this process. */
  openStreams: Map<string, number>;
  metrics: Metrics;
  /** Null where nothing is traced. */
  tracing: Tracing | null;
  /** True from the moment when the process is stopping. */
  stopping: boolean;
}
