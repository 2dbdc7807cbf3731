import { type Random, randomJson, randomText } from './random.js';

// biome-ignore lint/suspicious/noExplicitAny: the description is inspected as plain JSON
type Json = any;

export interface RestRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | Buffer | undefined;
  /** The body was mutated, so a secret can have any name in it. */
  damaged: boolean;
}

/** The data that the fuzzer knows to exist. */
export interface Known {
  keys: readonly string[];
  jobIds: string[];
  requestIds: string[];
  /** Tokens of the first two requests, of a task and of an invitation. */
  tokens: string[];
  /** Ids of API keys that can be revoked. */
  spareKeyIds: string[];
}

/** Returns a token, usually one of the kind that the field accepts. */
function tokenFor(random: Random, { tokens }: Known, name: string): string {
  const [reported = '', waiting = '', task = '', capture = ''] = tokens;
  const fitting = { provider_task_token: [task], capture_token: [capture] }[name];
  return random.pick(random.chance(0.1) ? ['w'.repeat(43)] : (fitting ?? [reported, waiting]));
}

/** Returns a value for a JSON Schema: usually valid, else at or over its bounds, or anything. */
function valueFor(random: Random, schema: Json, known: Known, name = ''): unknown {
  if (random.chance(0.06)) return randomJson(random);
  if (name.endsWith('_token') && random.chance(0.8)) return tokenFor(random, known, name);
  if (schema.anyOf) return valueFor(random, random.pick(schema.anyOf), known, name);
  if (schema.enum) return random.pick(schema.enum);
  switch (schema.type) {
    case 'object':
      return objectFor(random, schema, known);
    case 'array':
      return Array.from({ length: random.int((schema.maxItems ?? 3) + 2) }, () =>
        valueFor(random, schema.items, known),
      );
    case 'boolean':
      return random.pick([true, false, 'yes', '0', 1]);
    case 'integer':
    case 'number': {
      const { minimum = -1000, maximum = 1000 } = schema;
      const inside = minimum + random.int(maximum - minimum + 1);
      return random.pick([
        inside,
        inside,
        inside,
        String(inside),
        minimum,
        maximum,
        maximum + 1,
        Number.POSITIVE_INFINITY,
      ]);
    }
    case 'null':
      return null;
    default: {
      if (schema.format === 'date-time') {
        return random.pick([
          '2026-01-31T12:00:00Z',
          '2026-01-31',
          0,
          '9999-12-31T23:59:59Z',
          'now',
        ]);
      }
      if (name === 'media_url')
        return random.pick(['http://127.0.0.1/x', 'ftp://x/y', randomText(random)]);
      const { minLength = 0, maxLength = 200 } = schema;
      const most = Math.min(maxLength, 2000);
      return randomText(
        random,
        random.pick([minLength, minLength + 5, minLength + 12, most, most + 1]),
      );
    }
  }
}

function objectFor(random: Random, schema: Json, known: Known): object {
  const entries = Object.entries<Json>(schema.properties ?? {}).filter(([name]) =>
    random.chance(schema.required?.includes(name) ? 0.97 : 0.4),
  );
  const values = entries.map(([name, each]) => [name, valueFor(random, each, known, name)]);
  if (random.chance(0.05)) values.push([randomText(random, 6), randomJson(random)]);
  return Object.fromEntries(values);
}

function damaged(random: Random, body: string): string {
  const at = random.int(body.length + 1);
  return random.pick([
    body.slice(0, at),
    body.slice(0, at) + randomText(random, 3) + body.slice(at),
    `${body}${body}`,
    '',
    'null',
    `${'['.repeat(5_000)}`,
    `{"a":${'9'.repeat(400)}}`,
  ]);
}

const mediaTypes = [
  'image/jpeg',
  'image/png',
  'video/mp4',
  'application/pdf',
  'text/plain',
  'x',
  '',
];
/** The first bytes of files of several types. */
const fileHeads = [
  'ffd8ffe000104a464946',
  '89504e470d0a1a0a',
  '255044462d312e37',
  '',
  '00000018667479706d703432',
];

/** Returns a multipart body: usually the described parts, in any order, with a few bytes for the file. */
function multipart(random: Random, schema: Json, known: Known, boundary: string): Buffer {
  const { file: _, ...properties } = schema.properties;
  const fields = Object.entries(objectFor(random, { ...schema, properties }, known));
  if (random.chance(0.05)) fields.push(random.pick(fields.length > 0 ? fields : [['x', 'y']]));
  const parts = fields.map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    const plainName = name.replace(/[^\w]/g, '_');
    return Buffer.from(`Content-Disposition: form-data; name="${plainName}"\r\n\r\n${text}\r\n`);
  });
  const type = random.pick(mediaTypes);
  const head = `Content-Disposition: form-data; name="${random.chance(0.97) ? 'file' : 'other'}"; filename="${random.pick(['a.jpg', '../../x', 'ä.png', ''])}"\r\n${type && `Content-Type: ${type}\r\n`}\r\n`;
  const bytes = Buffer.from(
    `${random.pick(fileHeads)}${random
      .int(2 ** 31)
      .toString(16)
      .padStart(8, '0')}`,
    'hex',
  );
  const filePart = Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n')]);
  if (random.chance(0.95)) parts.splice(random.int(parts.length + 1), 0, filePart);
  const opened = parts.flatMap((part) => [Buffer.from(`--${boundary}\r\n`), part]);
  return Buffer.concat([...opened, Buffer.from(`--${boundary}--\r\n`)]);
}

/** Generates a request to one of the described operations, valid or nearly so. */
export function restRequest(random: Random, description: Json, known: Known): RestRequest {
  const [template, methods] = random.pick(Object.entries<Json>(description.paths));
  const [verb, operation] = random.pick(Object.entries<Json>(methods));
  const resolve = (value: Json): Json => {
    if (!value?.$ref) return value;
    const place: string[] = value.$ref.split('/').slice(1);
    return place.reduce<Json>((at, part) => at[part], description);
  };

  const path = template.replace(/\{(\w+)\}/g, (_: string, name: string) => {
    const ids = name === 'request_id' ? known.requestIds : known.jobIds;
    const id =
      ids.length > 0 && random.chance(0.8)
        ? random.pick(ids)
        : randomText(random, 1 + random.int(40));
    const segment = encodeURIComponent(id.replace(/\p{Surrogate}/gu, ''));
    // An empty segment makes another path, and `.` and `..` are resolved before a request is sent.
    return /^\.{0,2}$/.test(segment) ? 'x' : segment;
  });
  const query = new URLSearchParams();
  for (const parameter of (operation.parameters ?? []).map(resolve)) {
    if (parameter.in !== 'query' || !random.chance(parameter.required ? 0.95 : 0.4)) continue;
    const value = valueFor(random, resolve(parameter.schema), known, parameter.name);
    query.append(parameter.name, typeof value === 'object' ? JSON.stringify(value) : String(value));
    if (random.chance(0.05)) query.append(parameter.name, '');
  }

  const headers: Record<string, string> = {};
  if (random.chance(0.9)) headers['x-api-key'] = random.pick(known.keys);
  if (random.chance(0.1)) headers['authorization'] = `Bearer ${random.pick(known.tokens)}`;
  if (random.chance(0.1)) headers['idempotency-key'] = `fuzz-${random.int(500)}`;
  if (random.chance(0.1)) headers['if-none-match'] = random.pick(['*', 'W/"x"', '"', ',,,']);
  if (random.chance(0.05))
    headers['accept'] = random.pick(['text/html', '*/*;q=x', ';;', 'application/json']);
  if (random.chance(0.2))
    headers['accept-encoding'] = random.pick(['gzip', 'br', 'gzip;q=0.5, br', 'x;q=y']);

  let body: string | Buffer | undefined;
  let isDamaged = false;
  const content = operation.requestBody?.content ?? {};
  const form = resolve(content['multipart/form-data']?.schema);
  if (form) {
    body = multipart(random, form, known, 'fuzz');
    headers['content-type'] =
      `multipart/form-data; boundary=${random.chance(0.97) ? 'fuzz' : 'other'}`;
    if (random.chance(0.06)) body = body.subarray(0, random.int(body.length));
    // A truncated part can have its token under another name.
    isDamaged = true;
  } else if (verb === 'post' || verb === 'patch') {
    const schema = resolve(content['application/json']?.schema) ?? {};
    const text = JSON.stringify(valueFor(random, schema, known)) ?? '';
    isDamaged = random.chance(0.08);
    body = isDamaged ? damaged(random, text) : text;
    headers['content-type'] = random.chance(0.97) ? 'application/json' : 'text/plain';
  }
  const method = random.chance(0.97)
    ? verb.toUpperCase()
    : random.pick(['HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH']);
  if (method !== 'POST' && method !== 'PATCH') body = undefined;
  const search = query.size > 0 ? `?${query}` : '';
  return { method, path: `${path}${search}`, headers, body, damaged: isDamaged };
}
