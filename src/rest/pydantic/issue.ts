import type { WireValue } from './wire-json.js';

/** Where a value stands: its source, then names and indexes, such as `["body", "steps", 0]`. */
export type Location = readonly (string | number)[];

/** One entry of `detail` in a 422 answer, in the shape FastAPI gives it. */
export interface ValidationIssue {
  type: string;
  loc: Location;
  msg: string;
  /** The offending value as it came; `"[redacted]"` where it would echo a secret. */
  input: WireValue;
  ctx?: Record<string, WireValue>;
}

/** What is wrong with one value, not yet tied to a place. */
export class Fault {
  constructor(
    readonly type: string,
    readonly msg: string,
    readonly ctx?: Record<string, WireValue>,
  ) {}
}

export const missing = new Fault('missing', 'Field required');
export const notFinite = new Fault('finite_number', 'Input should be a finite number');

export const notUnicode = new Fault(
  'string_unicode',
  'Input should be a valid string, unable to parse raw data as a unicode string',
);

/** Stands in an answer where a secret stood in the request. */
const redacted = '[redacted]';
/** Names that hold a credential wherever they appear, a client's misspelt fields included. */
const credentialName = /token|secret|password|api_?key|authorization/i;
/** The name and password of an address (RFC 3986, 3.2.1), wherever it stands in a text. */
const addressCredentials = /:\/\/[^\s/?#]*@/g;
/** Enough to correct any request by; a body of 256 KiB could otherwise call forth 100 000. */
const issuesMax = 1000;

/** Collects the issues of one request, in order and with every secret taken out. */
export class Issues {
  readonly list: ValidationIssue[] = [];
  /** Of each object that was echoed: every missing field of it echoes it again, and it may be the whole body. */
  private readonly copies = new Map<WireValue, WireValue>();

  /** @param secretNames wire names of the secret fields, of each schema concerned */
  constructor(private readonly secretNames: readonly ReadonlySet<string>[]) {}

  /** @param secret whether the input itself is one; null never is */
  add(fault: Fault, loc: Location, input: WireValue, secret = false) {
    if (this.list.length >= issuesMax) return;
    this.list.push({
      type: fault.type,
      loc,
      msg: fault.msg,
      input: secret && input !== null ? redacted : this.copyOf(input),
      ...(fault.ctx && { ctx: fault.ctx }),
    });
  }

  private copyOf(input: WireValue): WireValue {
    if (typeof input !== 'object' || input === null) return this.withoutSecrets(input);
    const copy = this.copies.get(input) ?? this.withoutSecrets(input);
    this.copies.set(input, copy);
    return copy;
  }

  private withoutSecrets(value: WireValue): WireValue {
    if (typeof value === 'string') return value.replace(addressCredentials, `://${redacted}@`);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((item) => this.withoutSecrets(item));
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        name,
        member !== null && this.isSecretName(name) ? redacted : this.withoutSecrets(member),
      ]),
    );
  }

  private isSecretName(name: string) {
    return credentialName.test(name) || this.secretNames.some((names) => names.has(name));
  }
}
