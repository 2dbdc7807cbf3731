// Makes the data of a release for test/long/upgrade.test.ts (docs/upgrades.md): plays jobs, orders and a report against
// a build of that release, then keeps the data file of its store, what its API answered, and its commit.
//
// node scripts/make-release-fixture.mjs BUILD FOLDER
import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';

const [build, folder] = process.argv.slice(2).map((path) => resolve(path));
const { stampPhoto } = await import(
  pathToFileURL(join(build, 'dist/scripts/demo-photos/stamp-photo.js')).href
);
const dataDir = mkdtempSync(join(tmpdir(), 'verification-fixture-'));
// The key that the tests of processes use.
const key = 'pilot-key-of-the-process-tests';
const service = spawn(process.execPath, [join(build, 'dist/src/main.js')], {
  env: { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error', RATE_LIMITS: 'off', PILOT_API_KEY: key },
  stdio: ['ignore', 'pipe', 'inherit'],
});
process.on('exit', () => service.kill('SIGKILL'));
const address = await new Promise((found) => {
  service.stdout.on('data', (text) => {
    const listening = /listening on (http:\S+)/.exec(text);
    if (listening) found(listening[1]);
  });
});

async function call(method, path, body, headers = { 'x-api-key': key }) {
  const isForm = body instanceof FormData;
  const type = body && !isForm ? { 'content-type': 'application/json' } : {};
  const sent = body && { body: isForm ? body : JSON.stringify(body) };
  const response = await fetch(address + path, {
    method,
    headers: { ...headers, ...type },
    ...sent,
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
  return { answer, cookie: response.headers.get('set-cookie')?.split(';')[0] };
}
const post = async (path, body = {}, headers = undefined) =>
  (await call('POST', path, body, headers)).answer;
const get = async (path, headers = undefined) =>
  (await call('GET', path, undefined, headers)).answer;

const place = { latitude: 52.5219, longitude: 13.4132 };
const order = (objective) => ({
  objective,
  address: 'Alexanderplatz 1, 10178 Berlin',
  ...place,
  notes: 'The entrance is on the square.',
});
const request = (objective) => ({ ...order(objective), intake_submission_id: randomUUID() });

async function sendPhoto(token, step, background) {
  const plain = { width: 320, height: 240, channels: 3, background };
  const picture = await sharp({ create: plain }).jpeg().toBuffer();
  const takenAt = new Date();
  const photo = await stampPhoto(picture, { takenAt, offset: '+00:00', ...place });
  const form = new FormData();
  const fields = {
    provider_task_token: token,
    latitude: place.latitude,
    longitude: place.longitude,
    captured_at: takenAt.toISOString(),
    step_name: step,
  };
  for (const [name, value] of Object.entries(fields)) form.set(name, `${value}`);
  form.set('file', new Blob([photo], { type: 'image/jpeg' }), 'photo.jpg');
  await post('/v1/provider/evidence', form);
}

const createJob = (objective) => post('/v1/jobs', { ...order(objective), nonce: randomUUID() });
const assign = ({ job_id }) => post(`/v1/jobs/${job_id}/assign`, { assignee_name: 'Kim Verifier' });
const open = await createJob('Is the open hall open?');
const assigned = await createJob('Is the assigned hall open?');
await assign(assigned);
const cancelled = await createJob('Is the cancelled hall open?');
await post(`/v1/jobs/${cancelled.job_id}/cancel`);
const reported = await createJob('Is the reported hall open?');
const { task_token: token } = await assign(reported);
const answers = [{ question_key: 'objective', value: 'yes' }];
await post('/v1/provider/answers', { provider_task_token: token, answers });
for (const [i, { step_name: step }] of reported.steps.entries())
  await sendPhoto(token, step, ['#567', '#755', '#575'][i % 3]);
await post(`/v1/jobs/${reported.job_id}/reality-report`);

const hook = { url: 'https://example.org/hook', event_types: ['job.opened'] };
await post('/v1/webhook-endpoints', hook);
const years = 9 * 365 * 24 * 60 * 60 * 1_000;
const schedule = await post('/v1/job-schedules', {
  job: order('Is the hall open every week?'),
  starts_at: new Date(Date.now() + years).toISOString().slice(0, 16),
  time_zone: 'UTC',
  rrule: 'FREQ=WEEKLY',
});

const account = { email: 'ada@customers.example', password: 'a long pass phrase' };
const person = { full_name: 'Ada Customer', phone: '+49 30 123456' };
const { cookie } = await call('POST', '/v1/customer/auth/register', { ...account, ...person }, {});
const session = { cookie, origin: address };
const ordered = await post('/v1/customer/requests', request('Is the hall of Ada open?'), session);
const own = request('Is the hall of Bob open?');
const self = await post('/v1/customer/self-service-requests', own, session);
const friend = { invitee_name: 'Bob Friend', invitee_email: 'bob@friends.example' };
await post(`/v1/customer/requests/${self.request_id}/self-service-invites`, friend, session);
const guest = await post('/v1/public/site-checks', request('Is the hall of the guest open?'), {});

// The first view of a report changes its job.
await get(`/v1/jobs/${reported.job_id}/report`);
// The relay and the transparency log have taken everything by then.
await pause(5_000);
const jobs = [open, assigned, cancelled, reported, ordered, self, guest];
const kept = { address, at: new Date().toISOString(), answers: {}, checks: {} };
for (const path of [
  ...jobs.map(({ job_id: id }) => `/v1/jobs/${id}`),
  `/v1/jobs/${reported.job_id}/report`,
  `/v1/job-schedules/${schedule.schedule_id}`,
  '/v1/webhook-endpoints',
  '/.well-known/jwks.json',
])
  kept.answers[path] = await get(path);
const path = `/v1/public/site-checks/${guest.request_id}`;
const { access_token: access } = guest;
kept.checks[path] = { token: access, answer: await get(`${path}?access_token=${access}`, {}) };

service.kill('SIGTERM');
await once(service, 'exit');
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'store.mdb.gz'), gzipSync(readFileSync(join(dataDir, 'store.mdb'))));
writeFileSync(join(folder, 'answers.json'), `${JSON.stringify(kept, null, 2)}\n`);
const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: build });
writeFileSync(join(folder, 'commit'), commit);
rmSync(dataDir, { recursive: true });
