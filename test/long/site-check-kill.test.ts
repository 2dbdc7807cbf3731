import { randomUUID } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import { paymentTransitions, siteCheckTransitions } from '../../src/modules/site-check/states.js';
import { requestBody } from '../site-check/support/flow.js';
import type { Json } from '../support/app.js';
import { killServices, newDataDir, processKey } from '../support/process.js';
import { until } from '../support/until.js';
import {
  allEvents,
  evidenceForm,
  expectChain,
  type Service,
  startService,
  untilKilled,
} from './support/killed-service.js';

const rounds = 4;
const start = (dataDir: string) => startService(dataDir, null);
afterEach(killServices);

const flow = '/v1/public/site-checks';

/** Sends the missing photos as the person for whom the request was confirmed. */
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
/** Continues a request from its current state until its report has been read. */
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
        // The URL names the process that opened the session.
        await call('POST', `${address}${pathname}${search}`, { outcome: 'paid' });
        break;
      }
      case 'confirmed':
      case 'in_progress':
        await until(async () => {
          await work(service, request, access_token);
          const { status } = await call('GET', `${path}?access_token=${access_token}`);
          return status !== request.status;
        });
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

it(`continues from a legal state when it is killed ${rounds} times at any point of the flow`, async () => {
  const dataDir = newDataDir();
  const intakes: string[] = [];
  const ask = (service: Service, intake_submission_id: string) =>
    service.call('POST', flow, requestBody({ intake_submission_id }));

  for (let round = 0; round < rounds; round++) {
    const service = await start(dataDir);
    const worker = async (): Promise<never> => {
      for (;;) {
        const intake = randomUUID();
        intakes.push(intake);
        const { request_id, access_token } = await ask(service, intake);
        await finish(service, request_id, access_token);
      }
    };
    await untilKilled(service, 2_300, worker);
  }
  expect(intakes.length).toBeGreaterThan(rounds);

  const service = await start(dataDir);
  // Work between request and job that a kill interrupted is completed automatically, even without a reader.
  const ofType = (events: Json[], wanted: string) =>
    events.filter(({ type }) => type === wanted).map(({ data }) => data.job_id as string);
  await until(async () => {
    const events = await allEvents(service);
    const opened = new Set(ofType(events, 'JOB_OPENED'));
    return ofType(events, 'SITE_CHECK_CONFIRMED').every((job) => opened.has(job));
  });
  for (const job_id of ofType(await allEvents(service), 'SITE_CHECK_CONFIRMED')) {
    const job = await service.call('GET', `/v1/jobs/${job_id}`, undefined, processKey);
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
  for (const id of ids) {
    const own = events.filter((event) => event.data.request_id === id);
    const requests = own.filter(({ type }) => type.startsWith('SITE_CHECK_'));
    const payments = own.filter(({ type }) => type.startsWith('PAYMENT_'));
    expectChain(requests, null, siteCheckTransitions);
    expect(requests.at(-1)?.data.status).toBe('completed');
    expectChain(payments, 'unpaid', paymentTransitions);
    const types = own.map(({ type }) => type);
    for (const once of ['JOB_CREATED', 'JOB_OPENED', 'REPORT_VERSION_CREATED', 'REPORT_VIEWED']) {
      expect(types.filter((type) => type === once)).toEqual([once]);
    }
  }
}, 400_000);
