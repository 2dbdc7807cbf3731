/** What a span says of its work. It leaves the process: never a value of a document, never a secret. */
export type SpanAttributes = Record<string, string | number | boolean | string[]>;

export interface SpanOptions {
  /** Whether it answers somebody (`server`), asks somebody (`client`) or stays inside. */
  kind?: 'server' | 'client' | 'internal';
  attributes?: SpanAttributes;
}

/** One piece of work under way. */
export interface WorkSpan {
  rename(name: string): void;
  set(attributes: SpanAttributes): void;
  /** Marks it as failed; `type` is a code or a class, never a message. */
  fail(type: string): void;
  end(): void;
}

/** Records the service's work as OpenTelemetry spans; there is none where tracing is off. */
export interface Tracing {
  /** Runs the answering of a request, as part of its caller's trace where its headers name one. */
  serve(
    headers: (name: string) => string | undefined,
    name: string,
    work: (span: WorkSpan) => Promise<void>,
  ): Promise<void>;
  /** Runs work below what is under way. A failure is recorded by its code or class, and thrown on. */
  run<T>(name: string, options: SpanOptions, work: () => T | Promise<T>): Promise<T>;
  /** A span for who can not wrap its work; null where no work is under way for a request. */
  begin(name: string, options: SpanOptions): WorkSpan | null;
  /** Ids of the span under way, as a log line names them. */
  current(): { trace_id: string; span_id: string } | null;
  /** Sends what is left, as far as the collector takes it at once. */
  stop(): Promise<void>;
}

/** The same thing, with calls of these methods recorded as spans; for objects made without a class. */
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
