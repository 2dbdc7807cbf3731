import sharp from 'sharp';
import { expect } from 'vitest';
import { stampPhoto } from '../../../scripts/demo-photos/stamp-photo.js';
import type { Json } from '../../support/app.js';
import { processKey, spawnService } from '../../support/process.js';
import { until } from '../../support/until.js';

const place = { latitude: 52.5219, longitude: 13.4132 };
/** A picture of one color, too plain to match a photo of another job. */
const photo = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#567' } })
  .jpeg()
  .toBuffer();

/**
 * Starts a service in a separate process that can be killed, with a client that throws on errors.
 *
 * @param usualKey sent by the client if a call specifies no other; null: none
 * @param env additional environment variables
 * @param entry entry module; by default that of the build
 */
export async function startService(
  dataDir: string,
  usualKey: string | null,
  env: Record<string, string> = {},
  entry?: string,
) {
  const own = { DATA_DIR: dataDir, PILOT_API_KEY: processKey, RATE_LIMITS: 'off' };
  const service = spawnService({ ...own, ...env }, entry);
  const address = await service.listening;
  async function call(
    method: string,
    path: string,
    body?: object | FormData,
    key = usualKey,
  ): Promise<Json> {
    const json = body !== undefined && !(body instanceof FormData);
    const response = await fetch(path.startsWith('http') ? path : address + path, {
      method,
      headers: {
        ...(key !== null && { 'x-api-key': key }),
        ...(json && { 'content-type': 'application/json' }),
      },
      ...(body && { body: json ? JSON.stringify(body) : (body as FormData) }),
    });
    const answer = response.headers.get('content-type')?.includes('json')
      ? await response.json()
      : (await response.arrayBuffer()).byteLength;
    if (!response.ok) throw Object.assign(new Error(JSON.stringify(answer)), { answer });
    return answer;
  }
  return { ...service, address, call };
}
export type Service = Awaited<ReturnType<typeof startService>>;

/**
 * Kills a service at a random time while four workers use it; resolves when all have ended.
 *
 * @param work runs until a call throws
 * @throws if the service rejected a call instead of exiting
 */
export async function untilKilled(
  { child, ended }: Service,
  msMax: number,
  work: () => Promise<never>,
): Promise<void> {
  setTimeout(() => child.kill('SIGKILL'), 300 + Math.random() * (msMax - 300));
  const ends = await Promise.allSettled(Array.from({ length: 4 }, work));
  const errors = ends.flatMap((end) =>
    end.status === 'rejected' && end.reason.answer ? [end.reason.answer] : [],
  );
  expect(errors).toEqual([]);
  await ended;
}

/**
 * Returns every event of the service in order, once the relay has caught up: after a kill, the next process must
 * wait for the lease. Asserts that events are numbered without gaps and unique.
 */
export async function allEvents({ metrics, call }: Service): Promise<Json[]> {
  await until(async () => /^relay_waiting_documents 0$/m.test(await metrics()));
  const events: Json[] = [];
  for (let after = '0', more = true; more; ) {
    const query = `{ events(first: 200, after: "${after}") { nodes { id seq type data } pageInfo { hasNextPage endCursor } } }`;
    const { data } = await call('POST', '/graphql', { query }, processKey);
    events.push(...data.events.nodes);
    more = data.events.pageInfo.hasNextPage;
    after = data.events.pageInfo.endCursor;
  }
  expect(events.map((event) => event.seq)).toEqual(events.map((_, i) => i + 1));
  expect(new Set(events.map((event) => event.id)).size).toBe(events.length);
  return events;
}

/**
 * Asserts that each event begins in the state in which the previous one ended, so that none is missing.
 *
 * @param allowed the permitted transitions, if they are to be checked
 */
export function expectChain(
  events: readonly Json[],
  first: string | null,
  allowed?: Record<string, readonly string[]>,
): void {
  let status = first;
  for (const { data } of events) {
    expect(data.previous_status).toBe(status);
    if (allowed && status !== null) expect(allowed[status]).toContain(data.status);
    status = data.status;
  }
}

let shots = 0;
/**
 * Returns an upload form: a new photo of a step, taken now at the right place.
 *
 * @param field name of the token's field
 */
export async function evidenceForm(field: string, token: string, step: string): Promise<FormData> {
  const takenAt = new Date();
  const stamped = await stampPhoto(photo, { takenAt, offset: '+00:00', ...place });
  const form = new FormData();
  form.set(field, token);
  form.set('latitude', String(place.latitude));
  form.set('longitude', String(place.longitude));
  form.set('captured_at', takenAt.toISOString());
  form.set('step_name', step);
  // Bytes after the end of the picture make each file unique.
  const file = Buffer.concat([stamped, Buffer.from(`shot ${shots++}`)]);
  form.set('file', new Blob([new Uint8Array(file)], { type: 'image/jpeg' }), 'photo.jpg');
  return form;
}
