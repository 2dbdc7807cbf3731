import sharp from 'sharp';
import { expect } from 'vitest';
import { stampPhoto } from '../../../scripts/demo-photos/stamp-photo.js';
import type { Json } from '../../support/app.js';
import { processKey, spawnService } from '../../support/process.js';
import { until } from '../../support/until.js';

const place = { latitude: 52.5219, longitude: 13.4132 };
/** Of one colour: too plain to look like a photo of another job. */
const photo = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#567' } })
  .jpeg()
  .toBuffer();

/**
 * A service in a process of its own, to be killed, with a client of it that throws what is no success.
 *
 * @param usualKey which the client sends where a call names no other; null: none
 * @param env further variables of the process
 */
export async function startService(
  dataDir: string,
  usualKey: string | null,
  env: Record<string, string> = {},
) {
  const own = { DATA_DIR: dataDir, PILOT_API_KEY: processKey, RATE_LIMITS: 'off' };
  const service = spawnService({ ...own, ...env });
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
 * Kills a service at a random moment while four workers use it; resolves when all have ended.
 *
 * @param work goes on until a call throws
 * @throws where the service refused a call instead of dying
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
 * Every event of the service in order, once nothing waits for the relay: a process that follows a killed one
 * has to wait for its lease. That they are numbered without gap and each is there once is asserted.
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
 * Asserts that each event begins where the one before ended, so that none is missing between.
 *
 * @param allowed the transitions, where each is to be one of them
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
 * The form of an upload: a photo of a step, taken now at the right place, unlike any before it.
 *
 * @param field name under which the token goes
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
  // Bytes behind the end of the picture make each file one of its own.
  const file = Buffer.concat([stamped, Buffer.from(`shot ${shots++}`)]);
  form.set('file', new Blob([new Uint8Array(file)], { type: 'image/jpeg' }), 'photo.jpg');
  return form;
}
