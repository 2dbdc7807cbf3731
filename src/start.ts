import type { CommandStartedEvent, MongoClient } from 'mongodb';
import type { Logger } from 'pino';
import { createSchedules, dailyAt, every } from './aggregate/schedule.js';
import { type Config, ConfigError, type TracingSettings } from './config.js';
import { interfaceVersion } from './http/version.js';
import { type Clock, systemClock } from './lib/clock.js';
import { isEmailAddress } from './lib/email-address.js';
import { connect } from './lib/mongo.js';
import { hour, minute } from './lib/units.js';
import { createLog } from './log.js';
import { createMetrics } from './metrics.js';
import { followBeliefs } from './modules/belief/follow-beliefs.js';
import { cadenceSchedule } from './modules/cadence/schedule-cadence.js';
import { loadCatalogue } from './modules/catalogue/catalogue.js';
import { createCustomerStore } from './modules/customer/customer.store.js';
import { createCustomers } from './modules/customer/customers.js';
import { createPasswords } from './modules/customer/password.js';
import { createPasswordResets } from './modules/customer/password-resets.js';
import { followDeliveries } from './modules/delivery/follow-deliveries.js';
import { createDispatchStore } from './modules/dispatch/dispatch.store.js';
import { sweepErasedProviders } from './modules/dispatch/erase-provider.js';
import { followJobs } from './modules/dispatch/follow-jobs.js';
import { createDispatchRuns } from './modules/dispatch/runs.js';
import { sweepErasures } from './modules/erasure/finish-erasure.js';
import { followErasure, sweepAccounts } from './modules/erasure/follow-erasure.js';
import { retain } from './modules/erasure/retain.js';
import { createRetentionStore } from './modules/erasure/retention.store.js';
import { createMediaDecoder } from './modules/evidence/media-decoder.js';
import { createPictureLanes } from './modules/evidence/picture-lanes.js';
import { sweepEvidence } from './modules/evidence/sweep-evidence.js';
import { loadTrustedSigners } from './modules/evidence/trusted-signers.js';
import { createUploadGate } from './modules/evidence/upload-gate.js';
import { chooseDispatchPlan } from './modules/experiment/choose-dispatch-plan.js';
import { createIdempotencyStore } from './modules/idempotency/idempotency.store.js';
import { loadEmailPolicy } from './modules/inbox/email-policy.js';
import { followInbox } from './modules/inbox/follow-inbox.js';
import { publicIntegratorName } from './modules/integrator/integrator.js';
import { createIntegratorStore } from './modules/integrator/integrator.store.js';
import { ensurePilotKey } from './modules/integrator/pilot-key.js';
import { createKpiStore } from './modules/kpi/kpi.store.js';
import { createKpis } from './modules/kpi/kpis.js';
import { createMailStore } from './modules/mail/mail.store.js';
import { createMails } from './modules/mail/mails.js';
import { createSmtpServer } from './modules/mail/smtp.js';
import { followNotices } from './modules/notice/follow-events.js';
import { createPayments } from './modules/payment/payments.js';
import { createProviderStore } from './modules/provider/provider.store.js';
import { createProviders } from './modules/provider/providers.js';
import { createRateLimitStore } from './modules/rate-limit/rate-limit.store.js';
import { createRateLimiter } from './modules/rate-limit/rate-limiter.js';
import { followReviews } from './modules/report/follow-reviews.js';
import { createReportPdfRenderer } from './modules/report/report-pdf.js';
import { createSandbox } from './modules/sandbox/create-sandbox.js';
import { followSiteChecks } from './modules/site-check/follow-events.js';
import { siteCheckReconciler } from './modules/site-check/settle-site-checks.js';
import { turnaroundHoursOf } from './modules/site-check/turnaround.js';
import { openMode } from './open-mode.js';
import type { Services } from './services.js';
import { openStores } from './stores.js';
import { tracedMethods } from './tracing/tracing.js';

/** Hour (UTC) at which the previous day's figures are computed. */
const figuresHour = 1;

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
  const catalogue = loadCatalogue(config.catalogueFile);
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
  if (options.onCommand) client.on('commandStarted', options.onCommand);
  try {
    tracing?.watch(client);
    const integrators = createIntegratorStore(db);
    const schedules = createSchedules({ db, clock, log });
    const mediaDecoder = createMediaDecoder(trustedSigners);
    const metrics = createMetrics();
    const pictureLanes = createPictureLanes();
    const renderer = metrics.measured(createReportPdfRenderer(pictureLanes));
    const shared = {
      config,
      log,
      baseUrl: options.baseUrl,
      clock,
      decoder: mediaDecoder,
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
    const { home } = live;
    const { events, relay, jobs, webhooks } = live.services;
    const stores = await openStores(home);
    const { siteChecks, experiments } = stores;
    const customerStore = createCustomerStore(home);
    const providerStore = createProviderStore(home);
    const dispatchStore = createDispatchStore(home);
    const kpiStore = createKpiStore(db);
    const mailStore = createMailStore(home);
    const idempotency = createIdempotencyStore(db, clock);
    const openStreams = new Map<string, number>();
    metrics.watch({ client, events, relay, schedules, openStreams, webhooks, clock });
    const rateLimits = createRateLimitStore(db);
    await Promise.all([
      idempotency.ensureIndexes(),
      rateLimits.ensureIndexes(),
      integrators.ensureIndexes(),
      customerStore.ensureIndexes(),
      providerStore.ensureIndexes(),
      dispatchStore.ensureIndexes(),
      kpiStore.ensureIndexes(),
      mailStore.ensureIndexes(),
    ]);
    await ensurePilotKey({
      db,
      integrators,
      configured: config.pilotApiKey,
      now: clock.now(),
      announce: options.announcePilotKey,
    });
    const publicIntegrator = await integrators.ensure(publicIntegratorName, clock.now());
    const mails = createMails({
      store: mailStore,
      server: config.smtpUrl ? createSmtpServer(config.smtpUrl) : null,
      from: config.mailFrom ?? null,
      operatorName: config.operatorName ?? null,
      integratorId: publicIntegrator._id,
      baseUrl: options.baseUrl,
      clock,
      log,
      count: metrics.mailAttempted,
    });
    const customers = createCustomers(customerStore);
    const passwordResets = createPasswordResets({ db, customers, mails, clock, log });
    await passwordResets.ensureIndexes();
    const sandbox = createSandbox({
      log,
      live: () => services,
      open: (mode) =>
        openMode({
          ...shared,
          ...mode,
          mode: 'test',
          db: client.db(`${config.mongodbDb}-sandbox`),
        }),
    });
    const kpis = createKpis({
      store: kpiStore,
      events,
      jobs,
      turnaroundHoursOf: (some) => turnaroundHoursOf({ siteChecks }, some),
      catalogue,
      relay,
      clock,
    });
    const services: Services = {
      ...live.services,
      ...stores,
      config,
      log,
      client,
      storeSilentMs: options.storeSilentMs ?? null,
      baseUrl: options.baseUrl,
      catalogue,
      integrators,
      uploads: createUploadGate(),
      customers,
      passwords: createPasswords(),
      passwordResets,
      payments: createPayments(config, tracing),
      mails,
      emailPolicy,
      providers: createProviders(providerStore),
      dispatch: { runs: createDispatchRuns({ store: dispatchStore, jobs, clock, log }) },
      dispatchPlan: (job) => chooseDispatchPlan({ experiments, catalogue }, job),
      kpis,
      publicIntegratorId: publicIntegrator._id,
      sandbox,
      schedules,
      openStreams,
      rateLimiter: config.rateLimits ? createRateLimiter({ store: rateLimits, clock, log }) : null,
      idempotency,
      metrics,
      tracing,
      stopping: false,
    };
    jobs.reconcileWith(siteCheckReconciler(services));
    const siteCheckRetries = followSiteChecks(services);
    followReviews(services);
    followDeliveries(services);
    followInbox(services);
    followJobs(services);
    followBeliefs(services);
    followNotices(services);
    followErasure(services);
    const retention = createRetentionStore(db);
    schedules.add({
      name: 'sweep',
      nextAfter: every(minute),
      run: () =>
        allOf([
          sweepMode(services),
          stores.tickets.settleDue(),
          sweepErasedProviders(services),
          sandbox.sweep(sweepMode),
        ]),
    });
    schedules.add({
      name: 'accounts',
      nextAfter: every(hour),
      run: () => sweepAccounts(services),
    });
    schedules.add({
      name: 'retention',
      nextAfter: every(hour),
      run: () => retain(services, retention),
    });
    schedules.add({
      name: 'figures',
      nextAfter: dailyAt(figuresHour),
      run: ({ signal }) => kpis.catchUp(signal),
    });
    if (config.adaptiveCadence) schedules.add(cadenceSchedule(services));
    await live.start();
    services.rateLimiter?.start();
    siteCheckRetries.start();
    mails.start();
    passwordResets.start();
    services.dispatch.runs.start();
    sandbox.start();
    sweepErasures(services).catch((error) =>
      log.warn({ err: error }, 'erasure: unfinished, retrying later'),
    );
    schedules.start();
    return {
      services,
      async stop() {
        await schedules.stop();
        await passwordResets.stop();
        await services.rateLimiter?.stop();
        await siteCheckRetries.stop();
        await sandbox.stop();
        await live.stop();
        await Promise.all([mails.stop(), services.dispatch.runs.stop()]);
        mediaDecoder.close();
        await client.close();
        await tracing?.stop();
      },
    };
  } catch (error) {
    await client.close();
    await tracing?.stop();
    throw error;
  }
}
