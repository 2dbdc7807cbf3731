import { randomUUID } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import { paymentTransitions, siteCheckTransitions } from '../../src/modules/site-check/states.js';
import { requestBody } from '../site-check/support/flow.js';
import type { Json } from '../support/app.js';
import { newDataDir, processKey } from '../support/process.js';
import { evidenceForm, killAll, type Service, startService } from './support/killed-service.js';

const rounds = 8;
const start = (dataDir: string) => startService(dataDir, null);
afterEach(killAll);

const flow = '/v1/public/site-checks';
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Takes the photos that are still missing, as whoever the request was confirmed for. */
async function work({ call }: Service, request: Json, access_token: string): Promise<void> {
  const own = request.execution_mode === 'self_service';
  const job = await call('GET', `/v1/jobs/${request.job_id}`, undefined, processKey);
  if (!['open', 'assigned', 'in_progress'].includes(job.status)) return;
  const path = `${flow}/${request.request_id}`;
  const token = own
    ? (await call('POST', `${path}/self-service-capture`, { access_token })).capture_token
    : (
        await call(
          'POST',
          `/v1/jobs/${request.job_id}/assign`,
          { assignee_name: 'Kim Verifier' },
          processKey,
        )
      ).task_token;
  const door = own ? 'capture' : 'provider';
  const field = own ? 'capture_token' : 'provider_task_token';
  for (const step of job.steps.filter((one: Json) => one.required && one.status !== 'passed')) {
    const form = await evidenceForm(field, token, step.step_name);
    await call('POST', `/v1/${door}/evidence`, form);
  }
}

let runs = 0;
/** Takes a request on from wherever it stands until its report has been read. */
async function finish(service: Service, id: string, access_token: string): Promise<Json> {
  const { call, address } = service;
  const path = `${flow}/${id}`;
  const offer_key = runs++ % 3 === 0 ? 'self_service' : 'standard_72h';
  for (let step = 0; step < 60; step += 1) {
    const request = await call('GET', `${path}?access_token=${access_token}`);
    switch (request.status) {
      case 'quoted':
        await call('POST', `${path}/select-offer`, { access_token, offer_key });
        break;
      case 'offer_selected':
      case 'awaiting_payment': {
        const { checkout } = await call('POST', `${path}/checkout-session`, { access_token });
        const { pathname, search } = new URL(checkout.checkout_url);
        // The address is that of the process that opened the session.
        await call('POST', `${address}${pathname}${search}`, { outcome: 'paid' });
        break;
      }
      case 'confirmed':
      case 'in_progress':
        await work(service, request, access_token);
        await pause(50);
        break;
      case 'report_ready':
        await call('GET', `${path}/report?access_token=${access_token}`);
        break;
      default:
        return request;
    }
  }
  throw new Error(`${id} does not come to an end`);
}

async function allEvents({ call }: Service): Promise<Json[]> {
  const events: Json[] = [];
  for (let after = '0', more = true; more; ) {
    const query = `{ events(first: 200, after: "${after}") { nodes { id seq type data } pageInfo { hasNextPage endCursor } } }`;
    const { data } = await call('POST', '/graphql', { query }, processKey);
    events.push(...data.events.nodes);
    more = data.events.pageInfo.hasNextPage;
    after = data.events.pageInfo.endCursor;
  }
  return events;
}

/** Each event begins where the one before ended, and goes where the table allows. */
function expectChain(events: Json[], table: Record<string, readonly string[]>, first: string) {
  let status: string | null = null;
  for (const { data } of events) {
    expect(data.previous_status).toBe(status ?? (first || null));
    if (data.previous_status !== null) expect(table[data.previous_status]).toContain(data.status);
    status = data.status;
  }
}

it(`goes on from a legal state when it is killed ${rounds} times at any point of the flow`, async () => {
  const dataDir = newDataDir();
  const intakes: string[] = [];
  const ask = (service: Service, intake_submission_id: string) =>
    service.call('POST', flow, requestBody({ intake_submission_id }));

  for (let round = 0; round < rounds; round++) {
    const service = await start(dataDir);
    const worker = async () => {
      for (;;) {
        const intake = randomUUID();
        intakes.push(intake);
        const { request_id, access_token } = await ask(service, intake);
        await finish(service, request_id, access_token);
      }
    };
    setTimeout(() => service.child.kill('SIGKILL'), 300 + Math.random() * 2_000);
    const refusals = (await Promise.allSettled(Array.from({ length: 4 }, worker))).flatMap((end) =>
      end.status === 'rejected' && end.reason.answer ? [end.reason.answer] : [],
    );
    expect(refusals).toEqual([]);
    await service.ended;
  }
  expect(intakes.length).toBeGreaterThan(rounds);

  const service = await start(dataDir);
  // What a kill has left between request and job is finished by itself, without anybody reading.
  await pause(5_000);
  const left = await allEvents(service);
  for (const { data } of left.filter(({ type }) => type === 'SITE_CHECK_CONFIRMED')) {
    const job = await service.call('GET', `/v1/jobs/${data.job_id}`, undefined, processKey);
    expect(job.status).not.toBe('created');
    if (job.status === 'completed') expect(job.report.version_count).toBe(1);
  }

  const ids: string[] = [];
  for (const intake of intakes) {
    const { request_id, access_token } = await ask(service, intake);
    ids.push(request_id);
    expect(await finish(service, request_id, access_token)).toMatchObject({
      status: 'completed',
      report: { version_count: 1 },
    });
  }

  const events = await allEvents(service);
  expect(events.map((event) => event.seq)).toEqual(events.map((_, i) => i + 1));
  expect(new Set(events.map((event) => event.id)).size).toBe(events.length);
  for (const id of ids) {
    const own = events.filter((event) => event.data.request_id === id);
    const requests = own.filter(({ type }) => type.startsWith('SITE_CHECK_'));
    const payments = own.filter(({ type }) => type.startsWith('PAYMENT_'));
    expectChain(requests, siteCheckTransitions, '');
    expect(requests.at(-1)?.data.status).toBe('completed');
    expectChain(payments, paymentTransitions, 'unpaid');
    const types = own.map(({ type }) => type);
    for (const once of ['JOB_CREATED', 'JOB_OPENED', 'REPORT_VERSION_CREATED', 'REPORT_VIEWED']) {
      expect(types.filter((type) => type === once)).toEqual([once]);
    }
  }
}, 400_000);
