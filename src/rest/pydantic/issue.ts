import { redacted, rejectedValueLength, withoutCredentials } from '../../lib/rejected-value.js';
import { type WireValue, writeJson } from './wire-json.js';

/** The location of a value: its source, then names and indexes, such as `["body", "steps", 0]`. */
export type Location = readonly (string | number)[];

/** One entry of `detail` in a 422 response, in FastAPI's form. */
export interface ValidationIssue {
  type: string;
  loc: Location;
  msg: string;
  /** The invalid value; secrets are redacted. Omitted if it exceeds `validationLimits`. */
  input?: WireValue;
  ctx?: Record<string, WireValue>;
}

/** The error of one value, without its location. */
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

/** Names that hold a credential wherever they appear, including a client's misspelled fields. */
const credentialName = /token|secret|password|api_?key|authorization/i;

/** Limits of a 422 response, so that it is never a multiple of the request. */
export const validationLimits = {
  issues: 100,
  /** Characters of one `input`, as JSON. */
  input: rejectedValueLength,
  /** Characters of all `input` members of a response together. */
  inputs: 16 * 1024,
  /** Characters of a name in `loc`; names in free objects are otherwise unbounded. */
  name: 100,
};

/** Thrown if a value is longer than the rest of its budget. */
class TooLong extends Error {}

/** Collects the issues of one request in order, without secrets and within `validationLimits`. */
export class Issues {
  readonly list: ValidationIssue[] = [];
  /** Objects already copied: every missing field echoes the object that lacks it. */
  private readonly copies = new Map<object, Echo | null>();
  private charactersLeft = validationLimits.inputs;

  /** @param secretNames wire names of the secret fields, per schema */
  constructor(private readonly secretNames: readonly ReadonlySet<string>[]) {}

  /** True once no further issues are listed. */
  get isFull(): boolean {
    return this.list.length >= validationLimits.issues;
  }

  /**
   * @param input undefined if it is not returned
   * @param secret true if the input itself is a secret; null never is
   */
  add(fault: Fault, loc: Location, input: WireValue | undefined, secret = false) {
    if (this.isFull) return;
    const echo =
      input === undefined ? null : this.echoOf(secret && input !== null ? redacted : input);
    this.list.push({
      type: fault.type,
      loc: loc.map(shortName),
      msg: fault.msg,
      ...(echo && { input: echo.value }),
      ...(fault.ctx && { ctx: fault.ctx }),
    });
  }

  /** Returns the input in the form for a response; null if it is too long. */
  private echoOf(input: WireValue): Echo | null {
    const isObject = typeof input === 'object' && input !== null;
    let echo = isObject ? this.copies.get(input) : undefined;
    if (echo === undefined) {
      echo = this.copy(input);
      if (isObject) this.copies.set(input, echo);
    }
    if (echo === null || echo.length > this.charactersLeft) return null;
    this.charactersLeft -= echo.length;
    return echo;
  }

  private copy(input: WireValue): Echo | null {
    const budget = { left: validationLimits.input };
    try {
      const value = this.withoutSecrets(input, budget);
      return { value, length: validationLimits.input - budget.left };
    } catch (error) {
      if (error instanceof TooLong) return null;
      throw error;
    }
  }

  /** Copies a value, and stops as soon as its JSON exceeds the budget. */
  private withoutSecrets(value: WireValue, budget: { left: number }): WireValue {
    if (typeof value !== 'object' || value === null) {
      if (typeof value === 'string' && value.length > budget.left) throw new TooLong();
      const shown = typeof value === 'string' ? withoutCredentials(value) : value;
      spend(budget, writeJson(shown).length);
      return shown;
    }
    spend(budget, 2);
    if (Array.isArray(value)) {
      return value.map((item, index) => {
        if (index > 0) spend(budget, 1);
        return this.withoutSecrets(item, budget);
      });
    }
    const copy: [string, WireValue][] = [];
    for (const name in value) {
      if (name.length > budget.left) throw new TooLong();
      spend(budget, writeJson(name).length + (copy.length > 0 ? 2 : 1));
      const member = value[name] ?? null;
      const hidden = member !== null && this.isSecretName(name);
      copy.push([name, this.withoutSecrets(hidden ? redacted : member, budget)]);
    }
    return Object.fromEntries(copy);
  }

  private isSecretName(name: string) {
    return credentialName.test(name) || this.secretNames.some((names) => names.has(name));
  }
}

/** A copy of an input and the length of its JSON in characters. */
interface Echo {
  value: WireValue;
  length: number;
}

function spend(budget: { left: number }, characters: number): void {
  budget.left -= characters;
  if (budget.left < 0) throw new TooLong();
}

function shortName(part: string | number): string | number {
  const { name } = validationLimits;
  if (typeof part !== 'string' || part.length <= name) return part;
  // Code points, so that no character is split.
  return `${[...part.slice(0, 2 * name)].slice(0, name).join('')}…`;
}
