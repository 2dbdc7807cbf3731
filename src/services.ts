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

/** Services of one mode. Live and test jobs are in separate databases. Modules declare theirs in `wire.ts`. */
export interface ModeServices {
  mode: KeyMode;
  clock: Clock;
  db: Db;
  /** Public addresses that differ by mode, without a trailing slash. */
  addresses: {
    /** Base of media links. */
    media: string;
    /** URL of the key set that verifies reports. */
    keySet: string;
  };
  events: EventLog;
  relay: Relay;
  /** Returns the shape of new documents of a collection. */
  shapeOf: (collection: string) => number;
  followers: Followers;
  /** Wakes streams when events are appended. */
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
  /** Public address without a trailing slash. */
  baseUrl: string;
  /** Work at planned times, done by one process of several. */
  schedules: Schedules;
  /** Number of streams that each caller holds open in this process. */
  openStreams: Map<string, number>;
  metrics: Metrics;
  /** Null if tracing is off. */
  tracing: Tracing | null;
  /** True once the process is stopping. */
  stopping: boolean;
}
