// Makes src/pages/sample-report.pdf, which the home page links to: the report of a test job with drawn pictures, which
// states on every page that no one visited the place. The service runs in this process, at the time of the visit.
import { hash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { createApp } from '../src/app.js';
import { readConfig } from '../src/config.js';
import { startEmbeddedStore } from '../src/embedded/index.js';
import { minute, second } from '../src/lib/units.js';
import { sizeLimit } from '../src/modules/evidence/media-types.js';
import { storeEvidence } from '../src/modules/evidence/store-evidence.js';
import { planAssignment } from '../src/modules/job/assign-job.js';
import { type GivenAnswer, planAnswers } from '../src/modules/job/plan-answers.js';
import type { Services } from '../src/services.js';
import { startServices } from '../src/start.js';
import { projectRoot } from './demo/service.js';
import { stampPhoto } from './demo-photos/stamp-photo.js';
import { type DrawnStep, drawnSteps, drawShop } from './sample-report/draw-shop.js';

const file = join(projectRoot, 'src/pages/sample-report.pdf');
const pilotKey = 'key-of-the-sample-report';
const verifier = 'Sam Sample';
const place = { latitude: 52.5219, longitude: 13.4132 };

const answer = (questionKey: string, value: string | number, comment: string | null = null) => ({
  questionKey,
  value,
  comment,
});

/** The answers that each picture shows. */
const answers: Record<DrawnStep, ReturnType<typeof answer>[]> = {
  arrival_overview: [answer('shop_found', 'yes')],
  storefront_sign: [answer('name_on_sign', 'Corner Bakery')],
  opening_hours: [answer('hours_posted', 'yes'), answer('hours_match', 'yes')],
  entrance_open: [
    answer('objective', 'yes', 'The door is open, and two customers stand at the counter'),
    answer('open_now', 'yes'),
    answer('customers_inside', 2),
  ],
};

/** The last required picture completes the work. */
const order = drawnSteps.toSorted(
  (a, b) => Number(a === 'entrance_open') - Number(b === 'entrance_open'),
);

/** Returns 9:30 UTC on the latest weekday, which is within the drawn opening hours in Berlin. */
function visitTime(): Date {
  const at = new Date();
  do at.setUTCDate(at.getUTCDate() - 1);
  while (at.getUTCDay() % 6 === 0);
  at.setUTCHours(9, 30, 0, 0);
  return at;
}

async function* whole(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

type Used = Pick<Services, 'clock' | 'evidenceFiles' | 'jobs'>;

/** Adds the picture of a step and the answers that it shows, as a verifier on site. */
async function visitStep(services: Used, jobId: string, step: DrawnStep): Promise<void> {
  const now = services.clock.now();
  const from = { ...place, longitude: place.longitude + 0.00004 * (order.indexOf(step) + 1) };
  const takenAt = new Date(now.getTime() - 20 * second);
  const picture = await drawShop(step);
  const bytes = await stampPhoto(picture, { takenAt, offset: '+00:00', ...from });
  const stored = await services.evidenceFiles.store({
    jobId,
    bytes: whole(bytes),
    sizeMax: sizeLimit('image/jpeg'),
    now,
  });
  const { validationErrors } = await storeEvidence(
    services,
    { jobId, scope: {} },
    {
      source: 'provider',
      file: { ...stored, name: `${step}.jpg`, declaredType: 'image/jpeg' },
      receivedAt: now,
      ...from,
      capturedAt: takenAt,
      accuracyMetres: 5,
      resizedFrom: null,
      notes: null,
      stepName: step,
      nonce: `sample-${step}`,
      declaredSha256: hash('sha256', bytes, 'hex'),
      inputSha256: null,
      assigneeName: verifier,
    },
    () => undefined,
  );
  console.log(`${step}: ${validationErrors.join('; ') || 'passed'}`);
  await services.jobs.change(jobId, {}, (job) => {
    const evidenceIds = job.evidence.slice(-1).map(({ evidenceId }) => evidenceId);
    const given: GivenAnswer[] = answers[step].map((one) => ({
      ...one,
      cannotTell: false,
      reason: null,
      evidenceIds,
    }));
    return planAnswers(job, given, { answeredBy: 'verifier' }, now);
  });
}

let now = visitTime().getTime();
const clock = { now: () => new Date(now) };
const dataDir = await mkdtemp(join(tmpdir(), 'verification-sample-'));
const store = await startEmbeddedStore({ dataDir, clock });
const { services: live, stop } = await startServices({
  config: readConfig({ PILOT_API_KEY: pilotKey, RATE_LIMITS: 'off' }),
  mongodbUri: store.uri,
  baseUrl: 'https://verification.example',
  clock,
  log: pino({ level: 'error' }, pino.destination(2)),
  announcePilotKey: () => {},
});
const app = createApp(live);

async function call(path: string, key: string, body?: object): Promise<Response> {
  const response = await app.request(path, {
    method: body ? 'POST' : 'GET',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response;
}

try {
  const query = `mutation { createApiKey(input: {
    integrator: "Sample", label: "sample report", mode: TEST, scopes: [JOBS_READ, JOBS_WRITE, REPORTS_WRITE]
  }) { secret apiKey { integrator { id } } } }`;
  const { data } = await (await call('/graphql', pilotKey, { query })).json();
  const { secret, apiKey } = data.createApiKey;
  const created = await call('/v1/jobs', secret, {
    objective: 'Is the bakery open to customers this morning?',
    address: 'Alexanderplatz 1, 10178 Berlin',
    ...place,
    notes: 'The shop front faces the square.',
    service_key: 'storefront_open',
    // The simulated verifier does not take it.
    nonce: 'sim_none_sample-report',
  });
  const { job_id: id } = await created.json();
  const services = await live.sandbox.servicesFor(apiKey.integrator.id);
  now += 45 * minute;
  await services.jobs.change(id, {}, (job) =>
    planAssignment(job, { assigneeName: verifier, expiresInHours: 24 }, services.clock.now()),
  );
  for (const step of order) {
    now += 2 * minute;
    await visitStep(services, id, step);
  }
  now += minute;
  await call(`/v1/jobs/${id}/reality-report`, secret, {});
  const pdf = Buffer.from(await (await call(`/v1/jobs/${id}/report.pdf`, secret)).arrayBuffer());
  await writeFile(file, pdf);
  console.log(`${file}: ${Math.round(pdf.length / 1000)} kB`);
} finally {
  await stop();
  await store.close();
  await rm(dataDir, { recursive: true, force: true });
}
