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
import type { Catalogue } from './modules/catalogue/catalogue.js';
import type { Customers } from './modules/customer/customers.js';
import type { Passwords } from './modules/customer/password.js';
import type { PasswordResets } from './modules/customer/password-resets.js';
import type { FindDispatchPlan } from './modules/dispatch/dispatch-plan.js';
import type { DispatchRuns } from './modules/dispatch/runs.js';
import type { EvidenceFiles } from './modules/evidence/evidence-files.js';
import type { PreviewFiles } from './modules/evidence/preview-files.js';
import type { UploadGate } from './modules/evidence/upload-gate.js';
import type { IdempotencyStore } from './modules/idempotency/idempotency.store.js';
import type { EmailPolicy } from './modules/inbox/email-policy.js';
import type { KeyMode } from './modules/integrator/integrator.js';
import type { IntegratorStore } from './modules/integrator/integrator.store.js';
import type { ServerKeys } from './modules/integrator/server-keys.js';
import type { JobScope } from './modules/job/job.js';
import type { Jobs } from './modules/job/jobs.js';
import type { Kpis } from './modules/kpi/kpis.js';
import type { Mails } from './modules/mail/mails.js';
import type { Payments } from './modules/payment/payment.js';
import type { Providers } from './modules/provider/providers.js';
import type { RateLimiter } from './modules/rate-limit/rate-limiter.js';
import type { ReportPdfs } from './modules/report/render-report.js';
import type { ReportStore } from './modules/report/report.store.js';
import type { SigningCertificates } from './modules/report/signing/signing-certificates.js';
import type { VersionTimestamps } from './modules/report/signing/version-timestamps.js';
import type { AdvancedClock, AdvanceRequest, SandboxClock } from './modules/sandbox/clock.js';
import type { TransparencyLog } from './modules/transparency/transparency-log.js';
import type { Webhooks } from './modules/webhook/webhooks.js';
import type { Stores } from './stores.js';
import type { Tracing } from './tracing/tracing.js';

/** The services of one mode. Live jobs and test jobs are in separate databases. */
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
  serverKeys: ServerKeys;
  /** RFC 3161 timestamps of report versions. */
  timestamps: VersionTimestamps;
  /** Certificates that sign PDFs. */
  signingCertificates: SigningCertificates;
  jobs: Jobs;
  evidenceFiles: EvidenceFiles;
  evidencePreviews: PreviewFiles;
  reports: ReportStore;
  reportPdfs: ReportPdfs;
  transparency: TransparencyLog;
  events: EventLog;
  relay: Relay;
  followers: Followers;
  webhooks: Webhooks;
  /** Wakes streams when events are appended. */
  feed: EventFeed;
  /** Settles due work in the scope and returns the number of documents. */
  settleDue: (scope: JobScope) => Promise<number>;
}

/** The mode of test jobs, opened on first use. */
export interface Sandbox {
  /** Returns the services for the integrator of a test key, on the clock of its sandbox. */
  servicesFor(integratorId: string): Promise<Services>;
  /** Returns the services of the integrator that owns the test job, or null if the job does not exist. */
  servicesOfJob(jobId: string): Promise<Services | null>;
  /** Returns what verifies test reports, and their log; null if no test key was ever used. */
  proofs(): Promise<Pick<
    ModeServices,
    'serverKeys' | 'signingCertificates' | 'transparency'
  > | null>;
  /** @throws ApiError `not_found` if the integrator has no sandbox */
  readClock(integratorId: string): Promise<SandboxClock>;
  /**
   * Advances an integrator's clock and runs the work that falls due, each at its own time.
   *
   * @throws ApiError `bad_user_input`, `clock_limit`
   */
  advance(integratorId: string, request: AdvanceRequest): Promise<AdvancedClock>;
  /** Runs the due work of every sandbox. */
  tick(): Promise<void>;
}

/** The state of a running service, created at start and passed to every use case in its context. */
export interface Services extends ModeServices, Stores {
  config: Config;
  log: Logger;
  client: MongoClient;
  /** Milliseconds since the last heartbeat of the embedded store; null for another database. */
  storeSilentMs: (() => number) | null;
  /** Public address without a trailing slash. */
  baseUrl: string;
  catalogue: Catalogue;
  integrators: IntegratorStore;
  /** Limits concurrent uploads in this process. */
  uploads: UploadGate;
  customers: Customers;
  passwords: Passwords;
  passwordResets: PasswordResets;
  payments: Payments;
  mails: Mails;
  emailPolicy: EmailPolicy;
  providers: Providers;
  dispatch: { runs: DispatchRuns };
  /** Chooses the parameters of a dispatch run that its caller does not set. */
  dispatchPlan: FindDispatchPlan;
  kpis: Kpis;
  /** Integrator that owns the jobs of site checks. */
  publicIntegratorId: string;
  sandbox: Sandbox;
  /** Work that runs at scheduled times in one of several processes. */
  schedules: Schedules;
  /** Number of open streams per caller in this process. */
  openStreams: Map<string, number>;
  /** Null if rate limits are off. */
  rateLimiter: RateLimiter | null;
  idempotency: IdempotencyStore;
  metrics: Metrics;
  /** Null if tracing is off. */
  tracing: Tracing | null;
  /** True once the process is stopping. */
  stopping: boolean;
}
