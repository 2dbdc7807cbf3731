import { readFileSync } from 'node:fs';
import { stampPhoto } from '../../../scripts/demo-photos/stamp-photo.js';
import type { Json } from '../../support/app.js';
import { processKey, spawnService } from '../../support/process.js';

const place = { latitude: 52.5219, longitude: 13.4132 };
const photo = readFileSync(
  new URL('../../../scripts/demo-photos/facade-windows.jpg', import.meta.url),
);

const running: ReturnType<typeof spawnService>[] = [];

/** Ends every service that was started here. */
export async function killAll(): Promise<void> {
  for (const { child } of running) child.kill('SIGKILL');
  await Promise.all(running.splice(0).map((service) => service.ended));
}

/**
 * A service in a process of its own, to be killed, with a client of it that throws what is no success.
 *
 * @param usualKey which the client sends where a call names no other; null: none
 */
export async function startService(dataDir: string, usualKey: string | null) {
  const env = { DATA_DIR: dataDir, PILOT_API_KEY: processKey, RATE_LIMITS: 'off' };
  const service = spawnService(env);
  running.push(service);
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
