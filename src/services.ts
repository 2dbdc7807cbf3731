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
import type { KeyMode } from './scopes.js';
import type { Stores } from './stores.js';
import type { Tracing } from './tracing/tracing.js';

/** What each mode has of its own: live jobs and test jobs lie in databases of their own. */
export interface ModeServices {
  mode: KeyMode;
  clock: Clock;
  db: Db;
  /** Public addresses that differ by mode, without a slash at their end. */
  addresses: {
    /** What the paths of media links are appended to. */
    media: string;
    /** The key set by which reports are verified. */
    keySet: string;
  };
  serverKeys: ServerKeys;
  /** When authorities outside saw the signatures of versions. */
  timestamps: VersionTimestamps;
  /** By which PDFs are signed. */
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
  /** Tells streams what is appended. */
  feed: EventFeed;
  /** Settles what is due in the scope, in every noun; returns how many documents it was. */
  settleDue: (scope: JobScope) => Promise<number>;
}

/** The side of the service on which test jobs are: a mode of its own, opened at its first use. */
export interface Sandbox {
  /** The services as the integrator of a test key has them, on the clock of its sandbox. */
  servicesFor(integratorId: string): Promise<Services>;
  /** The services of the integrator that has the test job; null where there is no such job. */
  servicesOfJob(jobId: string): Promise<Services | null>;
  /** What verifies test reports, and their log; null where there was never a test key. */
  proofs(): Promise<Pick<
    ModeServices,
    'serverKeys' | 'signingCertificates' | 'transparency'
  > | null>;
  /** @throws ApiError `not_found` where the integrator has no sandbox */
  readClock(integratorId: string): Promise<SandboxClock>;
  /**
   * Moves the clock of an integrator and does what falls due on the way, each at its own moment.
   * @throws ApiError `bad_user_input`, `clock_limit`
   */
  advance(integratorId: string, request: AdvanceRequest): Promise<AdvancedClock>;
  /** Does what is due by now in every sandbox. */
  tick(): Promise<void>;
}

/** What a running service holds: made once at start, handed to every use case in its context. */
export interface Services extends ModeServices, Stores {
  config: Config;
  log: Logger;
  client: MongoClient;
  /** For how long the embedded store has given no sign of life, in ms; null for another database. */
  storeSilentMs: (() => number) | null;
  /** Public address without a slash at its end. */
  baseUrl: string;
  catalogue: Catalogue;
  integrators: IntegratorStore;
  /** Bounds the uploads in progress in this process. */
  uploads: UploadGate;
  customers: Customers;
  passwords: Passwords;
  passwordResets: PasswordResets;
  payments: Payments;
  mails: Mails;
  emailPolicy: EmailPolicy;
  providers: Providers;
  dispatch: { runs: DispatchRuns };
  /** What chooses the numbers of a dispatch run, where its caller does not. */
  dispatchPlan: FindDispatchPlan;
  kpis: Kpis;
  /** Owner of the jobs of site checks. */
  publicIntegratorId: string;
  sandbox: Sandbox;
  /** Work at planned times, done by one process of several. */
  schedules: Schedules;
  /** How many streams each caller holds open in this process. */
  openStreams: Map<string, number>;
  /** Null where nothing is limited. */
  rateLimiter: RateLimiter | null;
  idempotency: IdempotencyStore;
  metrics: Metrics;
  /** Null where nothing is traced. */
  tracing: Tracing | null;
  /** True from the moment when the process is stopping. */
  stopping: boolean;
}
