import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '../demo/service.js';
import { stampPhoto } from '../demo-photos/stamp-photo.js';
import { type ExampleRoute, exampleRoutes as routes } from './routes.js';
import { type RecordedService, recordingKey } from './service.js';

// biome-ignore lint/suspicious/noExplicitAny: answers are kept as the JSON that they are
export type Json = any;

const place = { latitude: 52.5219, longitude: 13.4132 };

export interface CallOptions {
  /** Path parameters. */
  params?: Record<string, string>;
  /** Members of the query or body besides the example's. */
  fields?: Record<string, unknown>;
  bearer?: string;
  /** API key to use instead of the recording's own. */
  key?: string;
  form?: FormData;
}

/** Returns a response with at most one object in each of its lists. */
function shortened(answer: Json): Json {
  if (typeof answer !== 'object' || answer === null) return answer;
  if (!Array.isArray(answer)) {
    return Object.fromEntries(Object.entries(answer).map(([key, of]) => [key, shortened(of)]));
  }
  return typeof answer[0] === 'object' ? answer.slice(0, 1).map(shortened) : answer;
}

/** Returns a photograph transformed differently for each use: mirrored, upside down, negative, rotated. */
async function mirrored(file: Buffer, use: number): Promise<Buffer> {
  if (use === 0) return file;
  const { default: sharp } = await import('sharp');
  const picture = sharp(await sharp(file).rotate().toBuffer());
  if (use & 8) picture.rotate(90);
  if (use & 1) picture.flop();
  if (use & 2) picture.flip();
  if (use & 4) picture.negate();
  return picture.jpeg({ quality: 90 }).toBuffer();
}

/**
 * Creates a caller that calls operations by id with the examples of their records, and keeps the first response of
 * each.
 */
export function createCaller(service: RecordedService) {
  const answers: Record<string, Json> = {};
  const params: Record<string, string> = {};
  /** The session of the last customer who signed in, as a browser sends it. */
  let cookie = '';
  let shots = 0;
  /** Options of the successful calls, oldest first. */
  const succeeded: CallOptions[] = [];

  function routeOf(operationId: string): ExampleRoute {
    const route = routes.find((one) => one.operationId === operationId);
    if (!route) throw new Error(`there is no operation ${operationId} that answers JSON`);
    return route;
  }

  /** @throws Error for a response other than success */
  async function call(operationId: string, options: CallOptions = {}): Promise<Json> {
    const { method, path, example, access } = routeOf(operationId);
    const { fields = {}, bearer, form, key = recordingKey } = options;
    Object.assign(params, options.params);
    const given = { ...example, ...fields };
    const url = path.replace(/\{(\w+)\}/g, (_, name) => {
      delete given[name];
      return params[name] ?? '';
    });
    const takesBody = method === 'PATCH' || method === 'POST';
    const inQuery = takesBody ? null : new URLSearchParams(given as Record<string, string>);
    const takes = (scheme: string) => access.security.some((one) => scheme in one);
    const inSession = cookie !== '' && takes('session');
    const keyed = !('access_token' in given) && !inSession && takes('apiKey');
    const response = await service.fetch(inQuery?.size ? `${url}?${inQuery}` : url, {
      method,
      headers: {
        ...(keyed && { 'x-api-key': key }),
        ...(inSession && { cookie }),
        ...(bearer && { authorization: `Bearer ${bearer}` }),
        ...(!form && takesBody && example && { 'content-type': 'application/json' }),
      },
      ...(form && { body: form }),
      ...(!form && takesBody && example && { body: JSON.stringify(given) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${operationId}: ${response.status} ${text}`);
    cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
    const body = JSON.parse(text);
    // Stores the effects of a call before the next one, at a separate time, so that every run is the same.
    if (method !== 'GET' && !form) await service.pass();
    answers[operationId] ??= shortened(body);
    if (!form) succeeded.push({ ...options, params: { ...options.params } });
    return body;
  }

  /**
   * Calls an operation with its example, then with the targets and credentials of earlier calls, newest first.
   *
   * @returns null, or the response to the first attempt if none succeeds
   */
  async function tryCall({
    operationId,
    path,
    example = {},
  }: ExampleRoute): Promise<string | null> {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const takesToken = 'access_token' in example;
    const earlier = succeeded
      .filter(({ params = {} }) => names.every((name) => name in params))
      .map(({ fields: { access_token } = {}, ...options }) =>
        takesToken && access_token ? { ...options, fields: { access_token } } : options,
      );
    const distinct = new Map(earlier.map((options) => [JSON.stringify(options), options]));
    let failure: string | null = null;
    for (const options of [{}, ...[...distinct.values()].reverse()]) {
      const error = await call(operationId, options).then(
        () => null,
        ({ message }: Error) => message,
      );
      if (error === null) return null;
      failure ??= error;
    }
    return failure;
  }

  /** Number of uses of each photograph. */
  const uses = new Map<string, number>();

  /** Returns a new photo, taken at the place of the examples, that resembles none of another job. */
  async function photo(name: string): Promise<Buffer> {
    shots += 1;
    const use = uses.get(name) ?? 0;
    uses.set(name, use + 1);
    const file = await mirrored(
      await readFile(join(projectRoot, 'scripts/demo-photos', name)),
      use,
    );
    const takenAt = new Date(service.now().getTime() - 60_000 - shots * 1_000);
    return stampPhoto(file, { takenAt, offset: '+00:00', ...place });
  }

  /** Uploads a photo of a step with a task token or a capture token. */
  async function upload(
    operationId: 'upload_provider_evidence' | 'upload_capture_evidence',
    token: string,
    step: string,
    name: string,
  ): Promise<Json> {
    const { example } = routeOf(operationId);
    const tokenField = Object.keys(example ?? {}).find((field) => field.endsWith('_token')) ?? '';
    const form = new FormData();
    const captured_at = service.now().toISOString();
    const fields = { ...example, captured_at, [tokenField]: token, step_name: step };
    for (const [field, value] of Object.entries(fields)) form.set(field, String(value));
    form.set('file', new File([new Uint8Array(await photo(name))], name, { type: 'image/jpeg' }));
    return call(operationId, { form });
  }

  return {
    answers,
    call,
    upload,
    /** Serves a photo at a URL that the service is allowed to fetch. */
    async hostedPhoto(name: string) {
      const file = await photo(name);
      const media_url = service.serveFile(file);
      return { media_url, media_sha256: createHash('sha256').update(file).digest('hex') };
    },
    /**
     * Calls each remaining operation with its example.
     *
     * @returns the responses of those that rejected it, which have no example in OpenAPI
     */
    async callOthers(): Promise<readonly string[]> {
      const rejected: string[] = [];
      for (const route of routes.filter(({ operationId }) => !(operationId in answers))) {
        const failure = await tryCall(route);
        if (failure) rejected.push(failure);
      }
      return rejected;
    },
  };
}

export type Caller = ReturnType<typeof createCaller>;
