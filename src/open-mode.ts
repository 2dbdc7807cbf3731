import type { Db } from 'mongodb';
import { createEventFeed } from './aggregate/event-feed.js';
import { createEventLog } from './aggregate/event-log.js';
import { createFollowers } from './aggregate/followers.js';
import { createRelay } from './aggregate/relay.js';
import type { AggregateHome } from './aggregate/store.js';
import type { Clock } from './lib/clock.js';
import { createEvidenceFiles } from './modules/evidence/evidence-files.js';
import type { MediaDecoder } from './modules/evidence/media-decoder.js';
import type { PictureLanes } from './modules/evidence/picture-lanes.js';
import { createPreviewFiles } from './modules/evidence/preview-files.js';
import type { KeyMode } from './modules/integrator/integrator.js';
import { openServerKeys } from './modules/integrator/server-keys.js';
import { createJobStore } from './modules/job/job.store.js';
import { createJobs, type Jobs } from './modules/job/jobs.js';
import { createReportPdfs } from './modules/report/render-report.js';
import { createReportStore } from './modules/report/report.store.js';
import type { ReportPdfRenderer } from './modules/report/report-pdf.js';
import { createSigningCertificates } from './modules/report/signing/signing-certificates.js';
import { createTimestampAuthority } from './modules/report/signing/timestamp-authority.js';
import { createVersionTimestamps } from './modules/report/signing/version-timestamps.js';
import { followVersions } from './modules/transparency/follow-versions.js';
import { createTransparencyStore } from './modules/transparency/transparency.store.js';
import { createTransparencyLog } from './modules/transparency/transparency-log.js';
import type { AttemptOutcome } from './modules/webhook/deliver.js';
import { createDeliveryStore } from './modules/webhook/delivery.store.js';
import { createEndpointStore } from './modules/webhook/endpoint.store.js';
import { createWebhooks } from './modules/webhook/webhooks.js';
import type { ModeServices, Services } from './services.js';

export interface ModeOptions extends Pick<Services, 'config' | 'log' | 'baseUrl'> {
  mode: KeyMode;
  db: Db;
  clock: Clock;
  decoder: MediaDecoder;
  pictureLanes: PictureLanes;
  renderer: ReportPdfRenderer;
  isStopping: () => boolean;
  /** Least time between two checkpoints of the transparency log; left out: a second. */
  checkpointMilliseconds?: number | undefined;
  /** Settles what is due in the whole mode; left out: in its jobs. */
  settleDue?: () => Promise<unknown>;
  /** Counts the attempts of webhooks. */
  countAttempt?: (outcome: AttemptOutcome) => void;
  /** The jobs of an integrator, where each has a clock of its own. */
  jobsOf?: (integratorId: string) => Promise<Jobs>;
}

/** A mode whose events are not relayed yet: its followers are still to be named. */
export interface OpenedMode {
  services: ModeServices;
  /** For the stores of further nouns. */
  home: AggregateHome;
  /** The same jobs on another clock. */
  jobsAt(clock: Clock): Jobs;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Where the paths of a mode begin, which also ends the name of its log, and the name of its key set. */
const paths: Record<KeyMode, { prefix: string; keySet: string }> = {
  live: { prefix: '', keySet: '/.well-known/jwks.json' },
  test: { prefix: '/sandbox', keySet: '/.well-known/sandbox-jwks.json' },
};

/** Whom the certificate of a mode names. */
const subjectOf = (mode: KeyMode, { config, baseUrl }: ModeOptions) => ({
  // At most 64 characters (RFC 5280, appendix A).
  commonName: `${mode === 'test' ? 'SANDBOX ' : ''}${new URL(baseUrl).host}`.slice(0, 64),
  organisation: config.operatorName?.slice(0, 64) ?? null,
});

/** Jobs of which each is found and changed on the clock of its integrator. */
function byOwner(jobs: Jobs, jobsOf: (integratorId: string) => Promise<Jobs>): Jobs {
  async function ownersJobs(id: string): Promise<Jobs> {
    const integratorId = await jobs.findOwner(id);
    return integratorId === null ? jobs : jobsOf(integratorId);
  }
  return {
    ...jobs,
    find: async (id, scope) => (await ownersJobs(id)).find(id, scope),
    get: async (id, scope) => (await ownersJobs(id)).get(id, scope),
    change: async (id, scope, decide) => (await ownersJobs(id)).change(id, scope, decide),
  };
}

/** Opens what a mode has of its own: jobs with their evidence, reports and events, and its keys. */
export async function openMode(options: ModeOptions): Promise<OpenedMode> {
  const { mode, db, clock, log, config, baseUrl, renderer, jobsOf } = options;
  const events = createEventLog(db);
  const relay = createRelay({ events, log });
  const followers = createFollowers({ db, events, relay, clock, log });
  const home = { db, clock, relay };
  const jobStore = createJobStore(home);
  const own = createJobs(jobStore);
  const jobs = jobsOf ? byOwner(own, jobsOf) : own;
  const evidenceFiles = createEvidenceFiles(db, options.decoder);
  const reports = createReportStore(db);
  const logStore = createTransparencyStore(db);
  const webhookEndpoints = createEndpointStore(home);
  const webhookDeliveries = createDeliveryStore(db);
  await Promise.all([
    events.ensureIndexes(),
    followers.ensureIndexes(),
    jobStore.ensureIndexes(),
    evidenceFiles.ensureIndexes(),
    reports.ensureIndexes(),
    logStore.ensureIndexes(),
    webhookEndpoints.ensureIndexes(),
    webhookDeliveries.ensureIndexes(),
  ]);
  const serverKeys = await openServerKeys(db, config.serverSecret, clock.now());
  const addresses = {
    media: baseUrl + paths[mode].prefix,
    keySet: baseUrl + paths[mode].keySet,
  };
  const signingCertificates = createSigningCertificates({
    db,
    key: serverKeys.documents,
    // A test report must never carry the signature of a live one.
    configured: mode === 'live' ? config.reportSigning : null,
    subject: subjectOf(mode, options),
    clock,
    log,
  });
  const timestamps = createVersionTimestamps({
    db,
    // Nobody pays for timestamps of test reports.
    authority: mode === 'live' && config.tsaUrl ? createTimestampAuthority(config.tsaUrl) : null,
    jobs: jobsOf ? jobs : jobStore,
    reports,
    clock,
    log,
  });
  await timestamps.ensureIndexes();
  const reportPdfs = createReportPdfs(
    {
      jobs: jobsOf ? jobs : jobStore,
      reports,
      evidenceFiles,
      serverKeys,
      signingCertificates,
      timestamps,
      clock,
      mode,
      baseUrl,
      keySetUrl: addresses.keySet,
      log,
    },
    renderer,
  );
  const transparency = createTransparencyLog({
    store: logStore,
    // Under another name nothing that was published would be of this log.
    origin: (await logStore.origin()) ?? new URL(baseUrl).host + paths[mode].prefix,
    key: serverKeys.log.privateKey,
    takeLease: async (...lease) => (await events.takeLease('log', ...lease)) !== null,
    checkpointMilliseconds: options.checkpointMilliseconds,
  });
  const { setReceipt } = reports;
  followVersions({ followers, jobs, transparency, serverKeys, setReceipt });
  const webhooks = createWebhooks({
    endpoints: webhookEndpoints,
    deliveries: webhookDeliveries,
    events,
    followers,
    sealKey: serverKeys.webhooks,
    allowedHosts: config.webhookUrlHosts,
    ports: config.webhookUrlPorts,
    clock,
    log,
    count: options.countAttempt,
  });
  const feed = createEventFeed({
    events,
    relay,
    settleDue: options.settleDue ?? (() => jobs.settleDue({})),
    isStopping: options.isStopping,
    log,
  });
  return {
    services: {
      mode,
      clock,
      db,
      addresses,
      serverKeys,
      signingCertificates,
      timestamps,
      jobs,
      evidenceFiles,
      evidencePreviews: createPreviewFiles(db, evidenceFiles, options.pictureLanes),
      reports,
      reportPdfs,
      transparency,
      events,
      relay,
      followers,
      webhooks,
      feed,
      settleDue: (scope) => jobs.settleDue(scope),
    },
    home,
    // Its events are relayed already.
    jobsAt: (other) =>
      createJobs(createJobStore({ db, clock: other, relay: { ...relay, addSource() {} } })),
    async start() {
      await followers.start();
      relay.start();
      webhooks.start();
      timestamps.start();
      reportPdfs.resume();
    },
    async stop() {
      await feed.stop();
      // A follower may be waiting for a PDF.
      await Promise.all([
        evidenceFiles.stop(),
        followers.stop(),
        reportPdfs.close(),
        webhooks.stop(),
      ]);
      await timestamps.stop();
      await relay.stop();
    },
  };
}
