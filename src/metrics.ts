import type { MongoClient } from 'mongodb';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { EventLog } from './aggregate/event-log.js';
import type { Relay } from './aggregate/relay.js';
import type { ReportPdfRenderer } from './modules/report/report-pdf.js';

export type Metrics = ReturnType<typeof createMetrics>;

interface Sources {
  client: MongoClient;
  events: EventLog;
  relay: Pick<Relay, 'countWaiting' | 'lag'>;
  /** How many streams each caller holds open. */
  openStreams: ReadonlyMap<string, number>;
}

/** The figures that /metrics shows; gauges of the store and the relay are asked for on each scrape. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the head of its answer.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30],
    registers,
  });
  const running = new Gauge({
    name: 'http_requests_running',
    help: 'Requests that are being answered.',
    registers,
  });
  const connections = new Gauge({
    name: 'store_connections_used',
    help: 'Connections to the database that are at work.',
    registers,
  });
  const checkoutFailures = new Counter({
    name: 'store_checkout_failures_total',
    help: 'How often no connection to the database was to be had.',
    registers,
  });
  const pdfs = new Histogram({
    name: 'report_pdf_duration_seconds',
    help: 'Time to render a report as PDF, waiting included.',
    labelNames: ['outcome'] as const,
    buckets: [0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers,
  });

  return {
    registry,

    requestStarted: () => running.inc(),
    requestEnded(labels: { method: string; route: string; status: number }, seconds: number): void {
      running.dec();
      requests.observe(labels, seconds);
    },

    /** The renderer, with its work measured. */
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

    /** Watches the store and the relay from now on. */
    watch({ client, events, relay, openStreams }: Sources): void {
      client.on('connectionCheckedOut', () => connections.inc());
      client.on('connectionCheckedIn', () => connections.dec());
      client.on('connectionCheckOutFailed', () => checkoutFailures.inc());
      new Gauge({
        name: 'store_ping_seconds',
        help: 'Time of a ping to the database; -1 where it does not answer.',
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
        help: 'Subscriptions that clients hold open.',
        registers,
        collect() {
          this.set([...openStreams.values()].reduce((sum, count) => sum + count, 0));
        },
      });
      new Gauge({
        name: 'relay_waiting_documents',
        help: 'Documents whose events the relay has not moved yet.',
        registers,
        async collect() {
          this.set(await relay.countWaiting().catch(() => Number.NaN));
        },
      });
      new Gauge({
        name: 'relay_lag_seconds',
        help: 'Age of the oldest event that the relay has not moved yet; 0 where none waits.',
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
      new Gauge({
        name: 'relay_last_seq',
        help: 'Number of the newest event.',
        registers,
        async collect() {
          this.set(await events.lastSeq().catch(() => Number.NaN));
        },
      });
    },
  };
}
