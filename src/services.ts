import type { Db, MongoClient } from 'mongodb';
import type { Logger } from 'pino';
import type { Config } from './config.js';
import type { Clock } from './lib/clock.js';
import type { Catalogue } from './modules/catalogue/catalogue.js';
import type { EventStore } from './modules/event/event.store.js';
import type { Relay } from './modules/event/relay.js';
import type { EvidenceFiles } from './modules/evidence/evidence-files.js';
import type { IntegratorStore } from './modules/integrator/integrator.store.js';
import type { ServerKeys } from './modules/integrator/server-keys.js';
import type { JobStore } from './modules/job/job.store.js';
import type { ReportPdfs } from './modules/report/render-report.js';
import type { ReportStore } from './modules/report/report.store.js';

/** What a running service holds: made once at start, handed to every use case in its context. */
export interface Services {
  config: Config;
  clock: Clock;
  log: Logger;
  client: MongoClient;
  db: Db;
  /** Public address without a slash at its end. */
  baseUrl: string;
  catalogue: Catalogue;
  serverKeys: ServerKeys;
  integrators: IntegratorStore;
  jobs: JobStore;
  evidenceFiles: EvidenceFiles;
  reports: ReportStore;
  reportPdfs: ReportPdfs;
  events: EventStore;
  relay: Relay;
}
