import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import type { TracingSettings } from '../config.js';
import type { SpanOptions, Tracing, WorkSpan } from './tracing.js';

/** Time for the last export. A collector that does not respond must not delay the stop. */
const flushMilliseconds = 1_000;
const sendMilliseconds = 2_000;

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };

/** Returns the type of an error without its message, which can quote input. */
function typeOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  return typeof code === 'string' ? code : String(name ?? typeof error);
}

function workSpan(span: Span): WorkSpan {
  return {
    rename: (name) => span.updateName(name),
    set: (attributes) => span.setAttributes(attributes),
    fail(type) {
      span.setAttribute('error.type', type);
      span.setStatus({ code: SpanStatusCode.ERROR });
    },
    end: () => span.end(),
  };
}

/** Wraps the exporter. Logs once when the collector becomes unavailable and once when it is available again. */
function watched(exporter: SpanExporter, log: Logger) {
  let lost = false;
  return {
    isLost: () => lost,
    exporter: {
      export(spans, done) {
        exporter.export(spans, (result) => {
          const failed = result.code !== ExportResultCode.SUCCESS;
          if (failed && !lost) {
            const reason = result.error && typeOf(result.error);
            log.warn({ reason }, 'tracing: the collector is unavailable, spans are dropped');
          }
          if (!failed && lost) log.info('tracing: the collector is available again');
          lost = failed;
          done(result);
        });
      },
      forceFlush: async () => exporter.forceFlush?.(),
      shutdown: () => exporter.shutdown(),
    } satisfies SpanExporter,
  };
}

/**
 * Starts exporting spans with OTLP over HTTP, as JSON. The active span is stored here and not in the API's global
 * context, so that a process can contain several services.
 */
export function startTracing(
  { endpoint, headers, serviceName }: TracingSettings,
  version: string,
  log: Logger,
): Tracing {
  const sending = watched(
    new OTLPTraceExporter({
      url: `${endpoint}/v1/traces`,
      headers,
      timeoutMillis: sendMilliseconds,
    }),
    log,
  );
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': serviceName,
      'service.version': version,
    }),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: sending.exporter, scheduledDelayMillis: 1_000 }),
    ],
    spanLimits: { attributeValueLengthLimit: 256 },
  });
  const tracer = provider.getTracer('verification-gateway');
  const propagator = new W3CTraceContextPropagator();
  const active = new AsyncLocalStorage<Context>();
  const activeSpan = () => trace.getSpan(active.getStore() ?? ROOT_CONTEXT);

  const start = (name: string, { kind = 'internal', attributes }: SpanOptions, above: Context) =>
    tracer.startSpan(name, { kind: kinds[kind], ...(attributes && { attributes }) }, above);

  return {
    async serve(header, name, work) {
      const caller = propagator.extract(ROOT_CONTEXT, null, {
        keys: () => [],
        get: (_, field) => header(field),
      });
      const span = start(name, { kind: 'server' }, caller);
      try {
        await active.run(trace.setSpan(caller, span), () => work(workSpan(span)));
      } finally {
        span.end();
      }
    },

    async run(name, options, work) {
      const above = active.getStore() ?? ROOT_CONTEXT;
      const span = start(name, options, above);
      try {
        return await active.run(trace.setSpan(above, span), work);
      } catch (error) {
        workSpan(span).fail(typeOf(error));
        throw error;
      } finally {
        span.end();
      }
    },

    begin(name, options) {
      const above = active.getStore();
      // A loop that a request woke continues after its response, and works for other requests too.
      return above && activeSpan()?.isRecording() ? workSpan(start(name, options, above)) : null;
    },

    current() {
      const span = activeSpan()?.spanContext();
      return span ? { trace_id: span.traceId, span_id: span.spanId } : null;
    },

    async stop() {
      const sent = provider.shutdown().catch(() => {});
      if (sending.isLost()) return;
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, flushMilliseconds);
      });
      await Promise.race([sent, late]);
      clearTimeout(timer);
    },
  };
}
