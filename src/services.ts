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
import type { AgentStore } from './modules/agent/agent.store.js';
import type { BeliefStore } from './modules/belief/belief.store.js';
import type { Catalogue } from './modules/catalogue/catalogue.js';
import type { Customers } from './modules/customer/customers.js';
import type { Passwords } from './modules/customer/password.js';
import type { DecisionStore } from './modules/decision/decision.store.js';
import type { FindDispatchPlan } from './modules/dispatch/dispatch-plan.js';
import type { DispatchRuns } from './modules/dispatch/runs.js';
import type { EvidenceFiles } from './modules/evidence/evidence-files.js';
import type { UploadGate } from './modules/evidence/upload-gate.js';
import type { ExperimentStore } from './modules/experiment/experiment.store.js';
import type { IdempotencyStore } from './modules/idempotency/idempotency.store.js';
import type { EmailPolicy } from './modules/inbox/email-policy.js';
import type { InboxStore } from './modules/inbox/inbox.store.js';
import type { IntegratorStore } from './modules/integrator/integrator.store.js';
import type { ServerKeys } from './modules/integrator/server-keys.js';
import type { JobScope } from './modules/job/job.js';
import type { Jobs } from './modules/job/jobs.js';
import type { Kpis } from './modules/kpi/kpis.js';
import type { Mails } from './modules/mail/mails.js';
import type { Payments } from './modules/payment/payment.js';
import type { ProviderStore } from './modules/provider/provider.store.js';
import type { RateLimiter } from './modules/rate-limit/rate-limiter.js';
import type { ReportPdfs } from './modules/report/render-report.js';
import type { ReportStore } from './modules/report/report.store.js';
import type { SiteCheckStore } from './modules/site-check/site-check.store.js';
import type { Tracing } from './tracing/tracing.js';

/** What a running service holds: made once at start, handed to every use case in its context. */
export interface Services {
  config: Config;
  clock: Clock;
  log: Logger;
  client: MongoClient;
  db: Db;
  /** For how long the embedded store has given no sign of life, in ms; null for another database. */
  storeSilentMs: (() => number) | null;
  /** Public address without a slash at its end. */
  baseUrl: string;
  catalogue: Catalogue;
  serverKeys: ServerKeys;
  integrators: IntegratorStore;
  jobs: Jobs;
  evidenceFiles: EvidenceFiles;
  /** Bounds the uploads in progress in this process. */
  uploads: UploadGate;
  reports: ReportStore;
  reportPdfs: ReportPdfs;
  siteChecks: SiteCheckStore;
  customers: Customers;
  passwords: Passwords;
  payments: Payments;
  mails: Mails;
  emailPolicy: EmailPolicy;
  inbox: InboxStore;
  providers: ProviderStore;
  dispatch: { runs: DispatchRuns };
  /** What chooses the numbers of a dispatch run, where its caller does not. */
  dispatchPlan: FindDispatchPlan;
  agents: AgentStore;
  beliefs: BeliefStore;
  decisions: DecisionStore;
  kpis: Kpis;
  experiments: ExperimentStore;
  /** Owner of the jobs of site checks. */
  publicIntegratorId: string;
  events: EventLog;
  relay: Relay;
  followers: Followers;
  /** Work at planned times, done by one process of several. */
  schedules: Schedules;
  /** Tells streams what is appended. */
  feed: EventFeed;
  /** Settles what is due in the scope, in every noun; returns how many documents it was. */
  settleDue: (scope: JobScope) => Promise<number>;
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
