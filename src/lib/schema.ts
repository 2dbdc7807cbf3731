import { z } from 'zod';

/**
 * The building blocks of every input schema. An input is a `z.object` with camelCase keys whose
 * fields are made here; it describes exact typed values, as GraphQL delivers them, and is the one
 * source of the GraphQL input type, the REST validation and the OpenAPI document. Optionality is
 * zod's own `.nullish()`, `.nullable()`, `.optional()`, `.default(value)`; words are
 * `.describe(text)` or `.meta({ description, examples })`; `.meta({ secret: true })` keeps a value
 * out of error answers.
 */

/** What limits a field; lengths count Unicode code points. Every limit is inclusive. */
export interface Bounds {
  minLength?: number;
  maxLength?: number;
  /** Source of a regular expression (flag u) that the string must contain a match of. */
  pattern?: string;
  minimum?: number;
  maximum?: number;
  integer?: true;
  minItems?: number;
  maxItems?: number;
  /** Levels of objects and lists in a free object, itself included. */
  maxDepth?: number;
}

/** Bounds by the zod check that enforces them: checks keep their identity in every zod copy. */
const boundsOfCheck = new WeakMap<object, Bounds>();

/** A zod check that reports `complaint(value)` where that is a text, and is known by its bounds. */
function bounded<T>(bounds: Bounds, complaint: (value: T) => string | undefined) {
  const check = z.check<T>((payload) => {
    const message = complaint(payload.value);
    if (message === undefined) return;
    payload.issues.push({ code: 'custom', message, input: payload.value });
  });
  boundsOfCheck.set(check, bounds);
  return check;
}

/** Length in Unicode code points; a lone surrogate counts as one. */
export function codePointLength(text: string): number {
  let length = text.length;
  for (let i = 0; i < text.length - 1; i++) {
    if ((text.charCodeAt(i) & 0xfc00) === 0xd800 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) {
      length--;
      i++;
    }
  }
  return length;
}

/** Whether the text has a UTF-16 surrogate without its partner: no Unicode text, not storable. */
export function hasLoneSurrogate(text: string): boolean {
  return /\p{Surrogate}/u.test(text);
}

const plural = (count: number, singular: string) => `${count} ${singular}${count === 1 ? '' : 's'}`;

const notUnicode = 'String should be valid Unicode text';

function stringWith(bounds: Bounds) {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern: source } = bounds;
  const expression = source === undefined ? undefined : new RegExp(source, 'u');
  return z.string().check(
    bounded<string>(bounds, (value) => {
      if (hasLoneSurrogate(value)) return notUnicode;
      const length = codePointLength(value);
      if (length < minLength)
        return `String should have at least ${plural(minLength, 'character')}`;
      if (length > maxLength) return `String should have at most ${plural(maxLength, 'character')}`;
      if (expression && !expression.test(value)) return `String should match pattern '${source}'`;
      return undefined;
    }),
  );
}

/** A string of `min` to `max` code points. Nothing is trimmed. */
export function text(min: number, max: number): z.ZodString {
  return stringWith({ ...(min > 0 && { minLength: min }), maxLength: max });
}

/** A string that matches the regular expression, such as `^(sms|email)$`. */
export function pattern(source: string): z.ZodString {
  return stringWith({ pattern: source });
}

function numberWith(bounds: Bounds) {
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = bounds;
  return z.number().check(
    bounded<number>(bounds, (value) => {
      if (bounds.integer && !Number.isInteger(value)) return 'Input should be a valid integer';
      if (value > maximum) return `Input should be less than or equal to ${maximum}`;
      if (value < minimum) return `Input should be greater than or equal to ${minimum}`;
      return undefined;
    }),
  );
}

interface NumberRange {
  /** Smallest allowed value. */
  ge?: number;
  /** Largest allowed value. */
  le?: number;
}

const rangeBounds = ({ ge, le }: NumberRange): Bounds => ({
  ...(ge === undefined ? {} : { minimum: ge }),
  ...(le === undefined ? {} : { maximum: le }),
});

/** A finite number within the range. */
export function finite(range: NumberRange = {}): z.ZodNumber {
  return numberWith(rangeBounds(range));
}

/** An integer within the range. */
export function whole(range: NumberRange = {}): z.ZodNumber {
  return numberWith({ ...rangeBounds(range), integer: true });
}

/** A boolean. */
export function flag(): z.ZodBoolean {
  return z.boolean();
}

/** A moment: a Date in typed form, an ISO 8601 date-time in JSON (UTC where it has no offset). */
export function timestamp(): z.ZodDate {
  return z.date();
}

/** A day of UTC as `YYYY-MM-DD`; typed as that text too, which sorts by time. */
export function localDate(): z.ZodString {
  return pattern('^\\d{4}-\\d{2}-\\d{2}$')
    .refine(isLocalDate, 'the day is not in the calendar')
    .meta({ scalar: 'LocalDate' });
}

function isLocalDate(value: string): boolean {
  const midnight = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(value);
}

/** One of the values of a zod enum; the values are the same on the wire and in typed form. */
export function choice<T extends z.ZodEnum>(values: T): T {
  return values;
}

/** A list of `min` to `max` items. Its length is checked before its items are. */
export function list<T extends z.ZodType>(item: T, { min, max }: { min?: number; max: number }) {
  const bounds: Bounds = { ...(min ? { minItems: min } : {}), maxItems: max };
  return z
    .custom<z.input<T>[]>(Array.isArray)
    .check(
      bounded<unknown[]>(bounds, ({ length }) => {
        if (min && length < min) {
          return `List should have at least ${plural(min, 'item')}, not ${length}`;
        }
        if (length > max) {
          return `List should have at most ${plural(max, 'item')}, not ${length}`;
        }
        return undefined;
      }),
    )
    .pipe(z.array(item));
}

/** Levels that a free object may have. */
const freeObjectDepthMax = 50;

/** Whether a JSON value has more levels of objects and lists than this. */
export function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner));
}

export const tooDeep = (levels: number) =>
  `Input should be nested at most ${plural(levels, 'level')} deep`;

/** Why a JSON value cannot be stored; undefined where it can. */
function flawOf(value: unknown): string | undefined {
  if (typeof value === 'string') return hasLoneSurrogate(value) ? notUnicode : undefined;
  if (typeof value === 'number' && !Number.isFinite(value))
    return 'Input should be a finite number';
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, member] of Object.entries(value)) {
    const flaw = flawOf(name) ?? flawOf(member);
    if (flaw !== undefined) return flaw;
  }
  return undefined;
}

/**
 * A JSON object with any properties, nested at most 50 levels deep; they pass unchanged and unrenamed.
 */
export function freeObject(): z.ZodRecord<z.ZodString, z.ZodUnknown> {
  const maxDepth = freeObjectDepthMax;
  return z
    .record(z.string(), z.unknown())
    .check(
      bounded<object>({ maxDepth }, (value) =>
        isDeeperThan(maxDepth, value) ? tooDeep(maxDepth) : flawOf(value),
      ),
    );
}

export type FieldKind =
  | 'text'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'timestamp'
  | 'choice'
  | 'list'
  | 'object'
  | 'json';

/** What a schema says about one field, with its optional, nullable and default wrappers removed. */
export interface FieldDescription {
  kind: FieldKind;
  nullable: boolean;
  /** True where the field may be left out; a default makes it optional too. */
  optional: boolean;
  /** The value taken when the field is left out, a fresh one each time; undefined for none. */
  readonly defaultValue: unknown;
  description: string | undefined;
  examples: readonly unknown[] | undefined;
  secret: boolean;
  /** GraphQL scalar, where another one than the kind's; `.meta({ scalar: 'ID' })`. */
  scalar: string | undefined;
  /** Node type in GraphQL whose global id is accepted in place of the plain one; `.meta({ node: 'Job' })`. */
  node: string | undefined;
  bounds: Bounds;
  /** Item schema of a list. */
  item: z.ZodType | undefined;
  /** Fields of an object, camelCase, in declaration order. */
  shape: Readonly<Record<string, z.ZodType>> | undefined;
  /** An object's own schema. */
  object: z.ZodObject | undefined;
  /** Values of a choice, in declaration order. */
  values: readonly string[] | undefined;
  /** True where the schema has rules beyond the bounds (`.refine`, `.check`): only zod knows them. */
  hasRules: boolean;
}

const kindOfType: Partial<Record<string, FieldKind>> = {
  string: 'text',
  number: 'number',
  boolean: 'boolean',
  date: 'timestamp',
  enum: 'choice',
  array: 'list',
  object: 'object',
  record: 'json',
};

const described = new WeakMap<z.ZodType, FieldDescription>();

/**
 * Walks a schema made of the building blocks above. The outermost description, examples and secret
 * mark win.
 * @throws TypeError for a zod type that is no building block
 */
export function describeField(schema: z.ZodType): FieldDescription {
  const known = described.get(schema);
  if (known) return known;
  let defaulted: z.ZodDefault | undefined;
  const field: FieldDescription = {
    kind: 'json',
    nullable: false,
    optional: false,
    get defaultValue() {
      return defaulted?.def.defaultValue;
    },
    description: undefined,
    examples: undefined,
    secret: false,
    scalar: undefined,
    node: undefined,
    bounds: {},
    item: undefined,
    shape: undefined,
    object: undefined,
    values: undefined,
    hasRules: false,
  };
  let node: z.ZodType = schema;
  for (;;) {
    noteMetaAndChecks(node, field);
    if (node instanceof z.ZodPipe) {
      // A list: its length, then its items.
      noteMetaAndChecks(node.in as z.ZodType, field);
      node = node.out as z.ZodType;
      continue;
    }
    if (node instanceof z.ZodDefault) {
      field.optional = true;
      defaulted ??= node;
    } else if (node instanceof z.ZodOptional) field.optional = true;
    else if (node instanceof z.ZodNullable) field.nullable = true;
    else break;
    node = node.unwrap() as z.ZodType;
  }
  const kind = kindOfType[node.type];
  if (!kind) throw new TypeError(`a zod ${node.type} is no building block of input schemas`);
  field.kind = kind === 'number' && field.bounds.integer ? 'integer' : kind;
  if (node instanceof z.ZodArray) field.item = node.element as z.ZodType;
  if (node instanceof z.ZodObject) {
    field.shape = node.shape;
    field.object = node;
  }
  if (node instanceof z.ZodEnum) field.values = node.options.map(String);
  described.set(schema, field);
  return field;
}

function noteMetaAndChecks(node: z.ZodType, field: FieldDescription) {
  const meta = node.meta();
  field.description ??= meta?.description;
  field.examples ??= meta?.examples as readonly unknown[] | undefined;
  field.secret ||= meta?.secret === true;
  field.scalar ??= meta?.scalar as string | undefined;
  field.node ??= meta?.node as string | undefined;
  for (const check of node.def.checks ?? []) {
    const bounds = boundsOfCheck.get(check);
    if (bounds) Object.assign(field.bounds, bounds);
    else field.hasRules = true;
  }
}
