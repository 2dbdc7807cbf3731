import { z } from 'zod';

/**
 * The building blocks of every input schema. An input is a `z.object` with camelCase keys whose fields are built from
 * these functions. It describes exact typed values, as GraphQL provides them, and is the single source of the GraphQL
 * input type, the REST validation and the OpenAPI document. Optional fields use zod's own `.nullish()`, `.nullable()`,
 * `.optional()` and `.default(value)`; descriptions use `.describe(text)` or `.meta({ description, examples })`;
 * `.meta({ secret: true })` keeps a value out of error responses.
 */

/** Limits of a field. Lengths count Unicode code points. Every limit is inclusive. */
export interface Bounds {
  minLength?: number;
  maxLength?: number;
  /** Source of a regular expression (flag u) that the string must match in part. */
  pattern?: string;
  minimum?: number;
  maximum?: number;
  integer?: true;
  minItems?: number;
  maxItems?: number;
  /** Maximum nesting of objects and lists in a free object, including itself. */
  maxDepth?: number;
}

/** Bounds by the zod check that enforces them. Checks keep their identity in every zod copy. */
const boundsOfCheck = new WeakMap<object, Bounds>();

/** Returns a zod check that reports the result of `complaint` unless it is undefined, and registers its bounds. */
function bounded<T>(bounds: Bounds, complaint: (value: T) => string | undefined) {
  const check = z.check<T>((payload) => {
    const message = complaint(payload.value);
    if (message === undefined) return;
    payload.issues.push({ code: 'custom', message, input: payload.value });
  });
  boundsOfCheck.set(check, bounds);
  return check;
}

/** Returns the length in Unicode code points; a lone surrogate counts as one. */
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

/** Returns true if the text has an unpaired UTF-16 surrogate, which is invalid Unicode and cannot be stored. */
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

/** A point in time: a Date in typed form, an ISO 8601 date-time in JSON (UTC if it has no offset). */
export function timestamp(): z.ZodDate {
  return z.date();
}

/** A UTC date as `YYYY-MM-DD`. The typed form is the same text, which sorts chronologically. */
export function localDate(): z.ZodString {
  return pattern('^\\d{4}-\\d{2}-\\d{2}$')
    .refine(isLocalDate, 'the day is not in the calendar')
    .meta({ scalar: 'LocalDate' });
}

function isLocalDate(value: string): boolean {
  const midnight = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(value);
}

/** One of the values of a zod enum. The values are the same in requests and in typed form. */
export function choice<T extends z.ZodEnum>(values: T): T {
  return values;
}

/** A list of `min` to `max` items. The length is checked before the items. */
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

/** Maximum nesting of a free object. */
const freeObjectDepthMax = 50;

/** Returns true if a JSON value has more than `levels` levels of objects and lists. */
export function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner));
}

export const tooDeep = (levels: number) =>
  `Input should be nested at most ${plural(levels, 'level')} deep`;

/** Returns the reason why a JSON value cannot be stored; undefined if it can. */
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

/** A JSON object with any properties, nested at most 50 levels deep. Properties are passed through without renaming. */
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

/**
 * A JSON value of one of several types, such as a text or a number, which is passed through unchanged.
 * @param form its JSON Schema, for the OpenAPI document
 * @param flawOfValue returns the reason why a value has none of the types; undefined if it is valid
 */
export function jsonValue(
  form: Readonly<Record<string, unknown>>,
  flawOfValue: (value: unknown) => string | undefined,
): z.ZodUnknown {
  return z
    .unknown()
    .check(bounded<unknown>({}, (value) => flawOf(value) ?? flawOfValue(value)))
    .meta({ form });
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
  | 'json'
  | 'value';

/** Description of a field's schema, with its optional, nullable and default wrappers removed. */
export interface FieldDescription {
  kind: FieldKind;
  nullable: boolean;
  /** True if the field can be omitted; a default makes it optional too. */
  optional: boolean;
  /** The default for an omitted field, a new instance each time; undefined if there is no default. */
  readonly defaultValue: unknown;
  description: string | undefined;
  examples: readonly unknown[] | undefined;
  secret: boolean;
  /** GraphQL scalar, if it differs from the kind's; `.meta({ scalar: 'ID' })`. */
  scalar: string | undefined;
  /** GraphQL node type whose global id is accepted as well as the plain id; `.meta({ node: 'Job' })`. */
  node: string | undefined;
  bounds: Bounds;
  /** Item schema of a list. */
  item: z.ZodType | undefined;
  /** Fields of an object, camelCase, in declaration order. */
  shape: Readonly<Record<string, z.ZodType>> | undefined;
  /** The schema of an object. */
  object: z.ZodObject | undefined;
  /** Values of a choice, in declaration order. */
  values: readonly string[] | undefined;
  /** JSON Schema of a value of several types, or of a free object with rules. */
  form: Readonly<Record<string, unknown>> | undefined;
  /** True if the schema has rules beyond the bounds (`.refine`, `.check`), which only zod can evaluate. */
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
  unknown: 'value',
};

const described = new WeakMap<z.ZodType, FieldDescription>();

/**
 * Describes a schema made of the building blocks above. The outermost description, examples and secret mark apply.
 *
 * @throws TypeError for any other zod type
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
    form: undefined,
    hasRules: false,
  };
  let node: z.ZodType = schema;
  for (;;) {
    noteMetaAndChecks(node, field);
    if (node instanceof z.ZodPipe) {
      // A list: checks its length, then its items.
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
  field.form ??= meta?.form as FieldDescription['form'];
  for (const check of node.def.checks ?? []) {
    const bounds = boundsOfCheck.get(check);
    if (bounds) Object.assign(field.bounds, bounds);
    else field.hasRules = true;
  }
}
