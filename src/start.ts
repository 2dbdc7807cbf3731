import type { CommandStartedEvent, MongoClient } from 'mongodb';
import type { Logger } from 'pino';
import { createSchedules, every } from './aggregate/schedule.js';
import { type Config, ConfigError, type TracingSettings } from './config.js';
import { interfaceVersion } from './http/version.js';
import { type Clock, systemClock } from './lib/clock.js';
import { isEmailAddress } from './lib/email-address.js';
import { openBucket, StorageUnavailable } from './lib/files/bucket.js';
import { openGridFs } from './lib/files/gridfs.js';
import { openObjectStorage } from './lib/files/object-storage.js';
import { connect } from './lib/mongo.js';
import { minute } from './lib/units.js';
import { createLog } from './log.js';
import { createMetrics } from './metrics.js';
import { openMigrations } from './migrations/migrations.js';
import type { Step } from './migrations/step.js';
import { migrationSteps } from './migrations/steps.js';
import { wireCatalogue } from './modules/catalogue/wire.js';
import { sweepErasures } from './modules/erasure/finish-erasure.js';
import { createMediaDecoder } from './modules/evidence/media-decoder.js';
import { createPictureLanes } from './modules/evidence/picture-lanes.js';
import { sweepEvidence } from './modules/evidence/sweep-evidence.js';
import { loadTrustedSigners } from './modules/evidence/trusted-signers.js';
import { createUploadGate } from './modules/evidence/upload-gate.js';
import { loadEmailPolicy } from './modules/inbox/email-policy.js';
import { wireIntegrator } from './modules/integrator/wire.js';
import { createReportPdfRenderer } from './modules/report/report-pdf.js';
import { wireSandbox } from './modules/sandbox/wire.js';
import { openModules } from './modules.js';
import { openMode } from './open-mode.js';
import type { Services } from './services.js';
import { tracedMethods } from './tracing/tracing.js';

export interface StartOptions {
  config: Config;
  /** Address of the database, configured or of the embedded store. */
  mongodbUri: string;
  /** Returns milliseconds since the last heartbeat of the embedded store. */
  storeSilentMs?: (() => number) | undefined;
  baseUrl: string;
  clock?: Clock;
  log?: Logger;
  /** Called with a newly created pilot key. */
  announcePilotKey: (key: string) => void;
  /** Minimum time between two checkpoints of a transparency log; one second by default. */
  checkpointMilliseconds?: number;
  /** Steps of the migrations; by default those of this release. */
  steps?: readonly Step[];
  /** Receives every database command from the first one on. */
  onCommand?: (event: CommandStartedEvent) => void;
}

/** Loads OpenTelemetry only if tracing is configured. */
async function openTracing(settings: TracingSettings, log: Logger) {
  const { startTracing } = await import('./tracing/otel.js');
  const { watchCommands } = await import('./tracing/watch-commands.js');
  const { watchFetches } = await import('./tracing/watch-fetches.js');
  const tracing = startTracing(settings, interfaceVersion, log);
  const unwatch = watchFetches(tracing);
  return {
    ...tracing,
    watch: (client: MongoClient) => watchCommands(client, tracing),
    async stop() {
      unwatch();
      await tracing.stop();
    },
  };
}

/** Returns the host of a URL as the domain of a mailbox. */
function hostOf(url: string): string {
  const { hostname } = new URL(url);
  return isEmailAddress(`service@${hostname}`) ? hostname : 'localhost.invalid';
}

/** Runs all parts, then rethrows the first failure. */
async function allOf(parts: readonly Promise<unknown>[]): Promise<void> {
  for (const part of await Promise.allSettled(parts)) {
    if (part.status === 'rejected') throw part.reason;
  }
}

/** Finishes work of a mode that another process left behind, killed or cut off from the database. */
const sweepMode = (services: Services): Promise<void> =>
  allOf([
    services.settleDue({}),
    sweepEvidence(services),
    services.reportPdfs.sweep(),
    sweepErasures(services),
  ]);

/** Opens all parts of the service; `stop` closes them in reverse order. */
export async function startServices(
  options: StartOptions,
): Promise<{ services: Services; stop: () => Promise<void> }> {
  const { config, clock = systemClock } = options;
  const log = options.log ?? createLog(config);
  const { catalogue } = wireCatalogue({ config }).services;
  const mailbox = config.mailFrom ?? `service@${hostOf(options.baseUrl)}`;
  const emailPolicy = loadEmailPolicy(config.emailPolicyFile, mailbox);
  const trustedSigners = loadTrustedSigners(config.c2paTrustFile);
  const tracing = config.tracing && (await openTracing(config.tracing, log));
  const monitored = tracing !== null || options.onCommand !== undefined;
  const { client, db } = await connect(options.mongodbUri, config.mongodbDb, monitored).catch(
    (error: Error) => {
      throw config.mongodbUri
        ? new ConfigError(`MONGODB_URI cannot be opened: ${error.message}`)
        : error;
    },
  );
  const bucket = config.files && openBucket(config.files.bucket, log);
  if (options.onCommand) client.on('commandStarted', options.onCommand);
  try {
    tracing?.watch(client);
    const sandboxDb = client.db(`${config.mongodbDb}-sandbox`);
    const migrations = await openMigrations({
      databases: { live: db, test: sandboxDb },
      steps: options.steps ?? migrationSteps(catalogue),
      clock,
      log,
    });
    const schedules = createSchedules({ db, clock, log });
    const mediaDecoder = createMediaDecoder(trustedSigners);
    await bucket?.check().catch((error: Error) => {
      // Until the storage can be reached, only files are unavailable.
      if (error instanceof StorageUnavailable) return;
      throw new ConfigError(`FILES_URL cannot be opened: ${error.message}`);
    });
    const metrics = createMetrics();
    const pictureLanes = createPictureLanes();
    const renderer = metrics.measured(createReportPdfRenderer(pictureLanes));
    const shared = {
      catalogue,
      config,
      log,
      baseUrl: options.baseUrl,
      clock,
      shapeOf: migrations.shapeOf,
      decoder: mediaDecoder,
      openFiles: bucket
        ? openObjectStorage(bucket, config.files?.redirect ?? false)
        : openGridFs(client),
      pictureLanes,
      renderer: tracing
        ? tracedMethods(tracing, renderer, { render: ['render report PDF', {}] })
        : renderer,
      isStopping: () => services.stopping,
      checkpointMilliseconds: options.checkpointMilliseconds,
    };
    const live = await openMode({
      ...shared,
      mode: 'live',
      db,
      countAttempt: metrics.webhookAttempted,
    });
    const integrator = await wireIntegrator({ db, clock, config }, options.announcePilotKey);
    const opening = openModules({
      ...live.services,
      ...integrator.services,
      config,
      log,
      client,
      storeSilentMs: options.storeSilentMs ?? null,
      baseUrl: options.baseUrl,
      catalogue,
      emailPolicy,
      uploads: createUploadGate(),
      schedules,
      openStreams: new Map(),
      metrics,
      tracing,
      stopping: false,
    }).with(() =>
      wireSandbox(
        {
          log,
          live: () => services,
          open: (mode) =>
            openMode({
              ...shared,
              ...mode,
              mode: 'test',
              db: sandboxDb,
            }),
        },
        sweepMode,
      ),
    );
    const services: Services = opening.services;
    metrics.watch({ ...services, migrations });
    await opening.ensureIndexes();
    live.connect(services);
    for (const module of opening.wired) module.connect?.(services);
    schedules.add({
      name: 'sweep',
      nextAfter: every(minute),
      run: () =>
        allOf([
          sweepMode(services),
          ...opening.wired.map(async (module) => module.sweep?.(services)),
        ]),
    });
    schedules.add({
      name: 'migrations',
      nextAfter: every(minute),
      run: ({ signal }) => migrations.run(signal),
    });
    await live.start();
    for (const module of opening.wired) await module.start?.();
    sweepErasures(services).catch((error) =>
      log.warn({ err: error }, 'erasure: unfinished, retrying later'),
    );
    schedules.start();
    return {
      services,
      async stop() {
        await schedules.stop();
        for (const module of [...opening.wired].reverse()) await module.stop?.();
        await live.stop();
        mediaDecoder.close();
        bucket?.close();
        await client.close();
        await tracing?.stop();
      },
    };
  } catch (error) {
    bucket?.close();
    await client.close();
    await tracing?.stop();
    throw error;
  }
}
