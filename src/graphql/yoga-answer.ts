interface Init {
  status?: number;
  headers?: Record<string, string>;
}

/** What yoga answers, kept as it gives it: a Response would make Headers of the fields, and a stream of the text. */
export class YogaAnswer {
  readonly status: number;
  /** Header fields by lower-case name. */
  readonly headers: Map<string, string>;

  constructor(
    readonly body: string | ReadableStream | null,
    { status = 200, headers = {} }: Init = {},
  ) {
    this.status = status;
    this.headers = new Map(
      Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
    );
  }
}
