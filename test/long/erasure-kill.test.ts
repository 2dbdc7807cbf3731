import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { afterEach, expect, it } from 'vitest';
import { startEmbeddedStore } from '../../src/embedded/index.js';
import { password } from '../customer/support/accounts.js';
import { documentsWith } from '../erasure/support/traces.js';
import { requestBody } from '../site-check/support/flow.js';
import type { Json } from '../support/app.js';
import { killServices, newDataDir, processKey } from '../support/process.js';
import { until } from '../support/until.js';
import { evidenceForm, type Service, startService } from './support/killed-service.js';

const rounds = 3;
afterEach(killServices);

const start = (dataDir: string) => startService(dataDir, processKey);

/** Makes a call with a session. @returns the response, and the session that it sets */
async function bySession(
  { address }: Service,
  path: string,
  body: object,
  session?: string,
): Promise<{ status: number; answer: Json; session: string }> {
  const response = await fetch(address + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(session !== undefined && { cookie: `session=${session}` }),
    },
    body: JSON.stringify(body),
  });
  const cookie = response.headers.get('set-cookie') ?? '';
  const given = /session=([^;]*)/.exec(cookie)?.[1] ?? '';
  return { status: response.status, answer: await response.json(), session: given };
}

/** Creates an account with one request that has a report, and one that is only quoted. */
async function populate(service: Service, name: string) {
  const email = `${name}@example.com`;
  const account = await bySession(service, '/v1/customer/auth/register', {
    full_name: name,
    email,
    phone: `+49 30 ${name}`,
    password,
  });
  const ask = async (path: string, body: object) => {
    const { status, answer } = await bySession(service, path, body, account.session);
    expect([path, status < 300, answer]).toEqual([path, true, answer]);
    return answer;
  };
  const requests = '/v1/customer/requests';
  const content = () => ({
    ...requestBody(),
    objective: `Is ${name} at home?`,
    intake_submission_id: randomUUID(),
  });
  await ask(requests, content());
  const request = await ask(requests, content());
  const path = `${requests}/${request.request_id}`;
  await ask(`${path}/select-offer`, { offer_key: 'standard_72h' });
  const { checkout } = await ask(`${path}/checkout-session`, {});
  const { pathname, search } = new URL(checkout.checkout_url);
  await service.call('POST', `${service.address}${pathname}${search}`, { outcome: 'paid' });
  const { job, task_token } = await service.call('POST', `/v1/jobs/${request.job_id}/assign`, {
    assignee_name: `Verifier of ${name}`,
  });
  for (const { step_name } of job.steps.filter((step: Json) => step.required)) {
    const form = await evidenceForm('provider_task_token', task_token, step_name);
    form.set('notes', `The dog of ${name}.`);
    await service.call('POST', '/v1/provider/evidence', form);
  }
  await service.call('GET', `/v1/jobs/${request.job_id}/report.pdf`);
  const id: string = account.answer.account.account_id;
  return { id, name, email, session: account.session, jobId: request.job_id as string };
}

it(`reaches the same result when it is killed ${rounds} times while accounts are erased`, async () => {
  const dataDir = newDataDir();
  const people: Awaited<ReturnType<typeof populate>>[] = [];
  for (let round = 0; round < rounds; round++) {
    const service = await start(dataDir);
    const person = await populate(service, `Germain${round}x`);
    people.push(person);
    // The kill comes before the committing write, right after it, or during the follow-up work.
    const erased = bySession(service, '/v1/customer/account/erase', { password }, person.session);
    await Promise.race([erased.catch(() => null), pause(Math.random() * 400)]);
    await pause(Math.random() * 150);
    service.child.kill('SIGKILL');
    await Promise.allSettled([erased, service.ended]);
    // The next process is killed too while it completes the erasure.
    const next = await start(dataDir);
    await pause(Math.random() * 250);
    next.child.kill('SIGKILL');
    await next.ended;
  }

  const service = await start(dataDir);
  for (const { id, email, jobId } of people) {
    const login = await bySession(service, '/v1/customer/auth/login', { email, password });
    // If the kill came before the write, the account is still open and nothing has changed.
    if (login.status === 200) {
      expect((await service.call('GET', `/v1/jobs/${jobId}`)).objective).not.toBe('[erased]');
      await bySession(service, '/v1/customer/account/erase', { password }, login.session);
    }
    const path = `/v1/operator/customers/${id}/erase`;
    await until(async () => (await service.call('POST', path, {})).status === 'erased');
    expect(await service.call('GET', `/v1/jobs/${jobId}`)).toMatchObject({
      status: 'completed',
      objective: '[erased]',
    });
  }
  service.child.kill('SIGTERM');
  await service.ended;

  const store = await startEmbeddedStore({ dataDir });
  const client = await MongoClient.connect(store.uri);
  const db = client.db('verification');
  const names = people.map(({ name }) => name);
  expect(await documentsWith(db, [...names, ...names.map((name) => name.toLowerCase())])).toEqual(
    [],
  );
  for (const files of ['evidence.files', 'evidence.chunks', 'pdfs.files', 'pdfs.chunks']) {
    expect([files, await db.collection(files).countDocuments()]).toEqual([files, 0]);
  }
  const jobs = await db
    .collection('jobs')
    .find({ erasedAt: { $exists: true } })
    .toArray();
  const reported = jobs.filter(({ reports }) => reports.length > 0);
  expect(reported).toHaveLength(rounds);
  for (const { reports } of reported) {
    expect(reports[0]).toMatchObject({ contentSha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
  }
  await client.close();
  await store.close();
  rmSync(dataDir, { recursive: true });
}, 300_000);
