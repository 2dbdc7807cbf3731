import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { stampPhoto } from '../../../scripts/demo-photos/stamp-photo.js';
import { startMediaHost } from '../../evidence/support/media-host.js';
import { startTestApp } from '../../support/app.js';
import { interfaceDescription } from '../../support/described.js';

// biome-ignore lint/suspicious/noExplicitAny: answers are kept as the JSON that they are
type Json = any;

const place = { latitude: 52.5219, longitude: 13.4132 };

/** Method, path and example body of each operation, by its id. */
const operations = new Map(
  Object.entries<Json>(interfaceDescription().paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(
      ([method, { operationId, requestBody }]) =>
        [
          operationId,
          {
            method: method.toUpperCase(),
            path,
            example: Object.values<Json>(requestBody?.content ?? {})[0]?.example,
          },
        ] as const,
    ),
  ),
);

/**
 * Plays jobs and site checks against a service whose clock stands still, with the bodies that the
 * interface description shows.
 * @returns the answer of each operation, by its id
 */
export async function recordAnswers(): Promise<Record<string, Json>> {
  const host = await startMediaHost();
  const app = await startTestApp(
    { MEDIA_URL_HOSTS: host.host },
    { frozenAt: new Date('2026-01-31T12:00:00Z') },
  );
  const answers: Record<string, Json> = {};
  // Time passes only while nothing goes on behind the answers, so that each run tells the same.
  const later = () => app.advance(5 * 60_000);

  /** Each is another file, as photographs are. */
  let shots = 0;
  async function photo(name: string): Promise<Buffer> {
    const file = await readFile(new URL(`../../../scripts/demo-photos/${name}`, import.meta.url));
    shots += 1;
    const takenAt = new Date(app.now().getTime() - 60_000 - shots * 1_000);
    return stampPhoto(file, { takenAt, offset: '+00:00', ...place });
  }

  async function call(
    operationId: string,
    { params = {}, query = '', bearer, fields = {}, form }: Json = {},
  ): Promise<Json> {
    const { method, path, example } = operations.get(operationId) ?? {};
    if (!method || !path) throw new Error(`there is no operation ${operationId}`);
    const url = path.replace(/\{(\w+)\}/g, (_, name) => params[name]) + query;
    const answer = form
      ? await app.fetch(url, { method, body: form })
      : await app.rest(method, url, {
          key: path.startsWith('/v1/public/') || bearer ? null : undefined,
          ...(bearer && { headers: { authorization: `Bearer ${bearer}` } }),
          ...(example && { body: { ...example, ...fields } }),
        });
    const body = answer instanceof Response ? await answer.json() : answer.body;
    if (answer.status >= 300) throw new Error(`${operationId}: ${JSON.stringify(body)}`);
    answers[operationId] ??= body;
    return body;
  }

  async function upload(kind: 'provider' | 'capture', token: Json, step: string, name: string) {
    const { file: _, ...fields } = operations.get(`upload_${kind}_evidence`)?.example ?? {};
    const tokenField = kind === 'provider' ? 'provider_task_token' : 'capture_token';
    const form = new FormData();
    const sent = { ...fields, captured_at: app.now().toISOString(), [tokenField]: token };
    for (const [field, value] of Object.entries({ ...sent, step_name: step })) {
      form.set(field, String(value));
    }
    form.set('file', new File([new Uint8Array(await photo(name))], name, { type: 'image/jpeg' }));
    return call(`upload_${kind}_evidence`, { form });
  }

  async function playJob(): Promise<void> {
    const job = await call('create_job');
    const params = { job_id: job.job_id };
    later();
    await call('get_job', { params });
    await call('list_jobs');
    const { task_token } = await call('assign_job', { params });
    later();
    await call('capture_task', { bearer: task_token });
    await upload('provider', task_token, 'arrival_overview', 'hall-entrance.jpg');
    await upload('provider', task_token, 'objective_closeup', 'facade-windows.jpg');
    await upload('provider', task_token, 'context', 'hall-interior.jpg');
    later();
    await call('review_job', { params });
    later();
    await upload('provider', task_token, 'context', 'staircase.jpg');
    await call('list_evidence', { params });
    later();
    await call('create_reality_report', { params });
    // The report names the signature of its PDF once that is rendered.
    await app.rest('GET', `/v1/jobs/${job.job_id}/report.pdf`);
    await call('get_report', { params });
    later();
    await call('submit_requester_feedback', { params });
  }

  async function playJobByAddress(): Promise<void> {
    const { job_id } = await call('create_job', {
      fields: { nonce: 'second-job', auto_open: false },
    });
    const params = { job_id };
    await call('open_job', { params });
    const file = await photo('visitor-outside.jpg');
    const media_url = host.file('/front.jpg', file);
    const media_sha256 = createHash('sha256').update(file).digest('hex');
    const captured_at = app.now().toISOString();
    await call('submit_evidence', { params, fields: { media_url, media_sha256, captured_at } });
    await call('cancel_job', { params });
  }

  async function requestSiteCheck() {
    const { request_id, job_id, access_token } = await call('request_site_check');
    return { params: { request_id }, job_id, fields: { access_token } };
  }

  async function playSiteCheck(): Promise<void> {
    const { params, job_id, fields } = await requestSiteCheck();
    await call('select_site_check_offer', { params, fields });
    later();
    const { checkout } = await call('create_checkout_session', { params, fields });
    const pay = { method: 'POST', body: new URLSearchParams({ outcome: 'paid' }) };
    const page = new URL(checkout.checkout_url);
    const paid = await app.fetch(page.pathname + page.search, pay);
    if (!paid.ok) throw new Error(await paid.text());
    later();
    const assigned = await call('assign_job', { params: { job_id } });
    for (const { step_name } of assigned.job.steps.filter((step: Json) => step.required)) {
      await upload('provider', assigned.task_token, step_name, 'hall-roof.jpg');
    }
    const query = `?access_token=${fields.access_token}`;
    const path = `/v1/public/site-checks/${params.request_id}`;
    for (let tries = 0; tries < 200; tries += 1) {
      const { body } = await app.rest('GET', path + query, { key: null });
      if (body.status === 'report_ready') break;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    await call('get_site_check', { params, query });
    await app.fetch(`${path}/report.pdf${query}`);
    await call('get_site_check_report', { params, query });
    later();
    await call('submit_site_check_feedback', { params, fields });
  }

  async function playSelfService(): Promise<void> {
    const { params, fields } = await requestSiteCheck();
    const offer = { ...fields, offer_key: 'self_service' };
    await call('select_site_check_offer', { params, fields: offer });
    const started = await call('start_self_service_capture', { params, fields });
    await upload(
      'capture',
      started.capture_token,
      started.steps?.[0] ?? 'arrival_overview',
      'hall-interior.jpg',
    );
    const withdrawn = await requestSiteCheck();
    await call('cancel_site_check', withdrawn);
  }

  try {
    await call('healthz');
    await call('get_key_set');
    await playJob();
    await playJobByAddress();
    await playSiteCheck();
    await playSelfService();
    const text = JSON.stringify(answers);
    return JSON.parse(text.replaceAll(app.services.baseUrl, 'https://verification.example'));
  } finally {
    host.stop();
    await app.stop();
  }
}
