/** Attributes of a span. They leave the process: never include a value of a document or a secret. */
export type SpanAttributes = Record<string, string | number | boolean | string[]>;

export interface SpanOptions {
  /** The role in a request: it handles one (`server`), sends one (`client`) or is internal. */
  kind?: 'server' | 'client' | 'internal';
  attributes?: SpanAttributes;
}

/** A unit of work in progress. */
export interface WorkSpan {
  rename(name: string): void;
  set(attributes: SpanAttributes): void;
  /** Marks it as failed; `type` is a code or a class, never a message. */
  fail(type: string): void;
  end(): void;
}

/** Records the service's work as OpenTelemetry spans. Absent if tracing is off. */
export interface Tracing {
  /** Handles a request, as part of its caller's trace if its headers name one. */
  serve(
    headers: (name: string) => string | undefined,
    name: string,
    work: (span: WorkSpan) => Promise<void>,
  ): Promise<void>;
  /** Runs work within the active span. A failure is recorded by its code or class, and rethrown. */
  run<T>(name: string, options: SpanOptions, work: () => T | Promise<T>): Promise<T>;
  /** Begins a span for a caller that cannot wrap its work; null if no request is active. */
  begin(name: string, options: SpanOptions): WorkSpan | null;
  /** Returns the ids of the active span, as named in log lines. */
  current(): { trace_id: string; span_id: string } | null;
  /** Exports the remaining spans, as far as the collector accepts them immediately. */
  stop(): Promise<void>;
}

/** Returns the same object with calls of these methods recorded as spans, for objects created without a class. */
export function tracedMethods<T extends object>(
  tracing: Tracing,
  target: T,
  methods: { [K in keyof T]?: [name: string, options: SpanOptions] },
): T {
  const traced = { ...target };
  for (const key of Object.keys(methods) as (keyof T)[]) {
    const [name, options] = methods[key] ?? ['', {}];
    const method = target[key] as (...args: unknown[]) => unknown;
    traced[key] = ((...args: unknown[]) =>
      tracing.run(name, options, () => method(...args))) as T[keyof T];
  }
  return traced;
}
