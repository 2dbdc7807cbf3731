import type { MongoClient } from 'mongodb';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { EventLog } from './aggregate/event-log.js';
import type { Relay } from './aggregate/relay.js';
import type { ScheduleStatus, Schedules } from './aggregate/schedule.js';
import type { Clock } from './lib/clock.js';
import type { Migrations, StepProgress } from './migrations/migrations.js';
import { mailChannel } from './modules/mail/mail.js';
import type { Mails, Waiting } from './modules/mail/mails.js';
import type { ReportPdfRenderer } from './modules/report/report-pdf.js';
import type { AttemptOutcome } from './modules/webhook/deliver.js';
import type { Webhooks } from './modules/webhook/webhooks.js';

export type Metrics = ReturnType<typeof createMetrics>;

interface Sources {
  client: MongoClient;
  events: EventLog;
  relay: Pick<Relay, 'countWaiting' | 'lag'>;
  schedules: Pick<Schedules, 'status'>;
  migrations: Pick<Migrations, 'progress'>;
  /** Number of open streams per caller. */
  openStreams: ReadonlyMap<string, number>;
  mails: Pick<Mails, 'waiting'>;
  webhooks: Pick<Webhooks, 'countPending' | 'oldestPending'>;
  clock: Clock;
}

const agentNamesMax = 100;

/** Shares a read between the gauges of one scrape, which are collected concurrently. */
function shared<T>(read: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null;
  return () => {
    running ??= read().finally(() => {
      running = null;
    });
    return running;
  };
}

/** Metrics of the process. Gauges of store and relay are read on each scrape. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the head of its response.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30],
    registers,
  });
  const running = new Gauge({
    name: 'http_requests_running',
    help: 'Requests in progress.',
    registers,
  });
  const connections = new Gauge({
    name: 'store_connections_used',
    help: 'Database connections in use.',
    registers,
  });
  const checkoutFailures = new Counter({
    name: 'store_checkout_failures_total',
    help: 'Number of failed attempts to get a database connection.',
    registers,
  });
  const pdfs = new Histogram({
    name: 'report_pdf_duration_seconds',
    help: 'Time to render a report as PDF, queueing included.',
    labelNames: ['outcome'] as const,
    buckets: [0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers,
  });

  const mails = new Counter({
    name: 'mail_attempts_total',
    help: 'Attempts to send a mail.',
    labelNames: ['outcome'] as const,
    registers,
  });

  const texts = new Counter({
    name: 'sms_attempts_total',
    help: 'Attempts to send a text message.',
    labelNames: ['outcome'] as const,
    registers,
  });

  const webhookAttempts = new Counter({
    name: 'webhook_attempts_total',
    help: 'Attempts to deliver a webhook.',
    labelNames: ['outcome'] as const,
    registers,
  });

  const agentEvents = new Counter({
    name: 'agent_events_total',
    help: 'Events that agents reported.',
    labelNames: ['agent', 'event'] as const,
    registers,
  });
  const agentNames = new Set<string>();

  return {
    registry,

    /** Agents choose their names, so only the first hundred are labels; others count as `other`. */
    agentReported(name: string, event: string): void {
      if (agentNames.size < agentNamesMax) agentNames.add(name);
      agentEvents.inc({ agent: agentNames.has(name) ? name : 'other', event });
    },

    mailAttempted: (outcome: 'accepted' | 'refused' | 'failed') => mails.inc({ outcome }),

    smsAttempted: (outcome: 'accepted' | 'refused' | 'failed') => texts.inc({ outcome }),

    webhookAttempted: (outcome: AttemptOutcome) => webhookAttempts.inc({ outcome }),

    requestStarted: () => running.inc(),
    requestEnded(labels: { method: string; route: string; status: number }, seconds: number): void {
      running.dec();
      requests.observe(labels, seconds);
    },

    /** Wraps the renderer and measures its work. */
    measured: (renderer: ReportPdfRenderer): ReportPdfRenderer => ({
      async render(model, loadMedia) {
        const done = pdfs.startTimer();
        try {
          const bytes = await renderer.render(model, loadMedia);
          done({ outcome: 'rendered' });
          return bytes;
        } catch (error) {
          done({ outcome: 'failed' });
          throw error;
        }
      },
      close: () => renderer.close(),
    }),

    /** Registers the metrics of store, relay, streams, mails, webhooks, schedules and migrations. */
    watch({
      client,
      events,
      relay,
      schedules,
      migrations,
      openStreams,
      mails,
      webhooks,
      clock,
    }: Sources): void {
      client.on('connectionCheckedOut', () => connections.inc());
      client.on('connectionCheckedIn', () => connections.dec());
      client.on('connectionCheckOutFailed', () => checkoutFailures.inc());
      new Gauge({
        name: 'store_ping_seconds',
        help: 'Duration of a database ping; -1 without a response.',
        registers,
        async collect() {
          const started = performance.now();
          const answers = await client
            .db()
            .command({ ping: 1 }, { timeoutMS: 1_000 })
            .then(
              () => true,
              () => false,
            );
          this.set(answers ? (performance.now() - started) / 1000 : -1);
        },
      });
      new Gauge({
        name: 'graphql_streams_open',
        help: 'Open subscriptions.',
        registers,
        collect() {
          this.set([...openStreams.values()].reduce((sum, count) => sum + count, 0));
        },
      });
      new Gauge({
        name: 'relay_waiting_documents',
        help: 'Documents with events not yet relayed.',
        registers,
        async collect() {
          this.set(await relay.countWaiting().catch(() => Number.NaN));
        },
      });
      new Gauge({
        name: 'relay_lag_seconds',
        help: 'Age of the oldest event not yet relayed; 0 without one.',
        registers,
        async collect() {
          this.set(
            await relay.lag().then(
              (lag) => lag / 1000,
              () => Number.NaN,
            ),
          );
        },
      });
      const readMails = shared(mails.waiting);
      const ofMails = (name: string, help: string, value: (waiting: Waiting) => number) =>
        new Gauge({
          name,
          help,
          labelNames: ['channel'] as const,
          registers,
          async collect() {
            const waiting = await readMails().catch(() => null);
            for (const channel of mailChannel.options) {
              this.set({ channel }, waiting ? value(waiting[channel]) : Number.NaN);
            }
          },
        });
      ofMails(
        'mail_waiting',
        'Mails and text messages that are due or being retried.',
        ({ count }) => count,
      );
      ofMails(
        'mail_oldest_waiting_seconds',
        'Time since the oldest waiting mail or text message was first due; 0 without one.',
        ({ since }) => (since ? Math.max(0, clock.now().getTime() - since.getTime()) / 1000 : 0),
      );
      new Gauge({
        name: 'webhook_deliveries_pending',
        help: 'Pending deliveries of enabled webhook endpoints.',
        registers,
        async collect() {
          this.set(await webhooks.countPending().catch(() => Number.NaN));
        },
      });
      new Gauge({
        name: 'webhook_oldest_pending_seconds',
        help: 'Age of the oldest pending delivery of an enabled webhook endpoint; 0 without one.',
        registers,
        async collect() {
          const now = clock.now().getTime();
          this.set(
            await webhooks.oldestPending().then(
              (oldest) => (oldest ? Math.max(0, now - oldest.getTime()) / 1000 : 0),
              () => Number.NaN,
            ),
          );
        },
      });
      const readSchedules = shared(schedules.status);
      const ofSchedules = (name: string, help: string, value: (one: ScheduleStatus) => number) =>
        new Gauge({
          name,
          help,
          labelNames: ['schedule'] as const,
          registers,
          async collect() {
            for (const one of await readSchedules().catch(() => [])) {
              this.set({ schedule: one.name }, value(one));
            }
          },
        });
      ofSchedules(
        'schedule_last_run_timestamp_seconds',
        'Time of the last complete run of scheduled work in any process; NaN before the first.',
        ({ lastRunAt }) => (lastRunAt ? lastRunAt.getTime() / 1000 : Number.NaN),
      );
      ofSchedules(
        'schedule_last_run_age_seconds',
        'Time since the last complete run of scheduled work in any process; NaN before the first.',
        ({ ageSeconds }) => ageSeconds ?? Number.NaN,
      );
      const readSteps = shared(migrations.progress);
      const ofSteps = (name: string, help: string, value: (one: StepProgress) => number) =>
        new Gauge({
          name,
          help,
          labelNames: ['step', 'mode'] as const,
          registers,
          async collect() {
            for (const one of await readSteps().catch(() => [])) {
              this.set({ step: one.step, mode: one.mode }, value(one));
            }
          },
        });
      ofSteps(
        'migration_documents_done',
        'Documents that the current or last pass of a migration step has checked.',
        ({ checked }) => checked,
      );
      ofSteps(
        'migration_documents_left',
        'Documents that this pass has not checked yet; 0 once the step is complete.',
        ({ left }) => left,
      );
      new Gauge({
        name: 'relay_last_seq',
        help: 'Sequence number of the newest event.',
        registers,
        async collect() {
          this.set(await events.lastSeq().catch(() => Number.NaN));
        },
      });
    },
  };
}
