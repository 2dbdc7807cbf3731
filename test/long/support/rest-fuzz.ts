import { type Random, randomJson, randomText } from './random.js';

// biome-ignore lint/suspicious/noExplicitAny: the description is looked into as the JSON that it is
type Json = any;

export interface RestRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
  /** The body is no longer what it was made as, so that a secret may stand under any name in it. */
  damaged: boolean;
}

/** What the fuzz knows to be there. */
export interface Known {
  keys: readonly string[];
  jobIds: string[];
  requestIds: string[];
  tokens: string[];
}

/** A value for a JSON Schema: mostly one that fits, else one at or over its bounds, or anything. */
export function valueFor(random: Random, schema: Json, known: Known, name = ''): unknown {
  if (random.chance(0.06)) return randomJson(random);
  if (name === 'access_token' && random.chance(0.5)) return random.pick(known.tokens);
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

/** A request to one of the described operations, or nearly one. */
export function restRequest(random: Random, description: Json, known: Known): RestRequest {
  const [template, methods] = random.pick(Object.entries<Json>(description.paths));
  const [verb, operation] = random.pick(Object.entries<Json>(methods));
  const resolve = (schema: Json): Json =>
    schema?.$ref ? description.components.schemas[schema.$ref.split('/').at(-1)] : schema;

  const path = template.replace(/\{(\w+)\}/g, (_: string, name: string) => {
    const ids = name === 'request_id' ? known.requestIds : known.jobIds;
    const id =
      ids.length > 0 && random.chance(0.8)
        ? random.pick(ids)
        : randomText(random, 1 + random.int(40));
    return encodeURIComponent(id.replace(/\p{Surrogate}/gu, '')) || 'x';
  });
  const query = new URLSearchParams();
  for (const parameter of operation.parameters ?? []) {
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
  if (random.chance(0.2)) headers['accept-encoding'] = 'gzip';

  let body: string | undefined;
  let isDamaged = false;
  if (verb === 'post') {
    const schema = resolve(operation.requestBody?.content['application/json']?.schema) ?? {};
    body = JSON.stringify(valueFor(random, schema, known)) ?? '';
    isDamaged = random.chance(0.08);
    if (isDamaged) body = damaged(random, body);
    headers['content-type'] = random.chance(0.97) ? 'application/json' : 'text/plain';
  }
  const method = random.chance(0.97)
    ? verb.toUpperCase()
    : random.pick(['HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH']);
  if (method !== 'POST') body = undefined;
  const search = query.size > 0 ? `?${query}` : '';
  return { method, path: `${path}${search}`, headers, body, damaged: isDamaged };
}
