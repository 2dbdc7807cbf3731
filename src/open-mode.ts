import type { Db } from 'mongodb';
import { createEventFeed } from './aggregate/event-feed.js';
import { createEventLog } from './aggregate/event-log.js';
import { createFollowers } from './aggregate/followers.js';
import { createRelay } from './aggregate/relay.js';
import type { Clock } from './lib/clock.js';
import type { OpenFileStore } from './lib/files/file-store.js';
import type { MediaDecoder } from './modules/evidence/media-decoder.js';
import type { PictureLanes } from './modules/evidence/picture-lanes.js';
import { wireEvidence } from './modules/evidence/wire.js';
import { openServerKeys } from './modules/integrator/server-keys.js';
import type { Jobs } from './modules/job/jobs.js';
import { jobsAt, wireJob } from './modules/job/wire.js';
import { wireJobSchedule } from './modules/job-schedule/wire.js';
import type { ReportPdfRenderer } from './modules/report/report-pdf.js';
import { wireReport } from './modules/report/wire.js';
import { wireTransparency } from './modules/transparency/wire.js';
import type { AttemptOutcome } from './modules/webhook/deliver.js';
import { wireWebhook } from './modules/webhook/wire.js';
import type { KeyMode } from './scopes.js';
import type { ModeServices, Services } from './services.js';
import { Opening } from './wiring.js';

export interface ModeOptions
  extends Pick<Services, 'catalogue' | 'config' | 'log' | 'baseUrl' | 'shapeOf'> {
  mode: KeyMode;
  db: Db;
  clock: Clock;
  decoder: MediaDecoder;
  pictureLanes: PictureLanes;
  renderer: ReportPdfRenderer;
  openFiles: OpenFileStore;
  isStopping: () => boolean;
  /** Minimum time between two checkpoints of the transparency log; one second by default. */
  checkpointMilliseconds?: number | undefined;
  /** Settles due work of the whole mode; of its jobs by default. */
  settleDue?: () => Promise<unknown>;
  /** Counts delivery attempts of webhooks. */
  countAttempt?: (outcome: AttemptOutcome) => void;
  /** Returns the jobs of an integrator on its own clock, in the sandbox. */
  jobsOf?: (integratorId: string) => Promise<Jobs>;
}

/** A mode before its start, while followers can be added. */
export interface OpenedMode {
  services: ModeServices;
  /** Returns the same jobs on another clock. */
  jobsAt(clock: Clock): Jobs;
  /** Registers the followers of its modules that need the services of the process. */
  connect(services: Services): void;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Prefix of a mode's paths, which is also the suffix of its log's name; and the path of its key set. */
const paths: Record<KeyMode, { prefix: string; keySet: string }> = {
  live: { prefix: '', keySet: '/.well-known/jwks.json' },
  test: { prefix: '/sandbox', keySet: '/.well-known/sandbox-jwks.json' },
};

/** Opens the modules that each mode has separately: jobs with their evidence, reports, events and keys. */
export async function openMode(options: ModeOptions): Promise<OpenedMode> {
  const { mode, db, clock, shapeOf, log, config, baseUrl } = options;
  const events = createEventLog(db);
  const relay = createRelay({ events, log });
  const followers = createFollowers({ db, events, relay, clock, log });
  const serverKeys = await openServerKeys(db, config.serverSecret, clock.now());
  const addresses = {
    media: baseUrl + paths[mode].prefix,
    keySet: baseUrl + paths[mode].keySet,
  };
  const aggregates = { mode, db, clock, shapeOf, addresses, events, relay, followers };
  const opening = new Opening({ ...aggregates, log, config, baseUrl, serverKeys })
    .with((have) => wireJob(have, options.jobsOf))
    .with(wireJobSchedule)
    .with((have) => wireEvidence(have, options))
    .with((have) => wireReport(have, options))
    .with((have) => wireWebhook(have, options.countAttempt));
  await Promise.all([events.ensureIndexes(), followers.ensureIndexes(), opening.ensureIndexes()]);
  const transparency = await wireTransparency(opening.services, {
    origin: new URL(baseUrl).host + paths[mode].prefix,
    checkpointMilliseconds: options.checkpointMilliseconds,
  });
  const { services, wired } = opening.with(() => transparency);
  const feed = createEventFeed({
    events,
    relay,
    settleDue: options.settleDue ?? (() => services.settleDue({})),
    isStopping: options.isStopping,
    log,
  });
  return {
    services: { ...services, feed },
    jobsAt: (other) => jobsAt(services, other),
    connect(all) {
      for (const module of wired) module.connect?.(all);
    },
    async start() {
      await followers.start();
      relay.start();
      for (const module of wired) module.start?.();
    },
    async stop() {
      await feed.stop();
      // A follower may be waiting for a PDF.
      await Promise.all([followers.stop(), ...wired.map((module) => module.stop?.())]);
      await relay.stop();
    },
  };
}
