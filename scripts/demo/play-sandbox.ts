import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from './client.js';
import type { DemoFile } from './files.js';

// biome-ignore lint/suspicious/noExplicitAny: a demonstration prints what it is answered
type Json = any;

const place = { latitude: 52.5219, longitude: 13.4132 };
const plans = ['shop-', 'sim_geofence_', 'sim_review_', 'sim_fail_', 'sim_release_', 'sim_none_'];
const day = 86_400;

/**
 * Plays a month of an integrator's test jobs, one for each plan of the simulated verifier. Writes a test report and the
 * key set of the sandbox.
 *
 * @param pilotKey key of an operator, who creates the test key
 * @returns the files written, the reports first
 */
export async function playSandbox(
  baseUrl: string,
  pilotKey: string,
  outDir: string,
  say: (line: string) => void,
): Promise<string[]> {
  const { createApiKey } = await createClient(baseUrl, pilotKey).graphql(`mutation {
    createApiKey(input: {
      integrator: "Acme Insurance", label: "demo", mode: TEST,
      scopes: [JOBS_READ, JOBS_WRITE, REPORTS_WRITE]
    }) { secret apiKey { prefix integrator { name } } }
  }`);
  const { secret, apiKey } = createApiKey;
  say(`operator created the key ${apiKey.prefix}… of ${apiKey.integrator.name}`);
  const client = createClient(baseUrl, secret);

  const jobs: Json[] = [];
  for (const plan of plans) {
    const job = await client.post('/v1/jobs', {
      objective: 'Is the shop open?',
      address: 'Alexanderplatz 1, 10178 Berlin',
      ...place,
      notes: 'The entrance is on the square.',
      nonce: `${plan}of-the-demo`,
    });
    jobs.push(job);
  }
  say(`REST     created ${jobs.length} test jobs, one of each plan`);
  const nameOf = (id: string) => plans[jobs.findIndex(({ job_id }) => job_id === id)];

  let after = '0';
  const start = new Date(jobs[0].created_at).getTime();
  /** Prints how jobs moved since the last call, in sandbox time. */
  async function report(): Promise<void> {
    for (;;) {
      const { events } = await client.graphql(
        `query($after: String) { events(first: 200, after: $after) {
           nodes { seq type timestamp data } pageInfo { hasNextPage } } }`,
        { after },
      );
      for (const { seq, type, timestamp, data } of events.nodes) {
        after = String(seq);
        if (!/^JOB_|REJECTED/.test(type) || type === 'JOB_CREATED') continue;
        const hours = (new Date(timestamp).getTime() - start) / 3_600_000;
        const at = `day ${Math.floor(hours / 24)} ${(hours % 24).toFixed(1).padStart(4)} h`;
        const label = type.toLowerCase().replaceAll('_', ' ');
        say(`event    ${at.padEnd(13)} ${(nameOf(data.job_id) ?? '').padEnd(14)} ${label}`);
      }
      if (!events.pageInfo.hasNextPage) return;
    }
  }
  async function advance(seconds: number): Promise<void> {
    const moved = await client.post('/v1/sandbox/clock/advance', { seconds });
    await report();
    say(`clock    ${moved.now}: ${moved.steps_run} steps were done`);
  }

  await advance(day / 2);
  const [plain, , reviewed] = jobs.map(({ job_id }) => job_id as string);
  await client.post(`/v1/sandbox/jobs/${reviewed}/review`, { decision: 'accept' });
  say('REST     accepted the job whose photos were taken 300 m away');
  await client.post(`/v1/jobs/${plain}/requester-feedback`, {
    verdict: 'needs_more',
    comment: 'Please show the sign again.',
    step_names: ['objective_closeup'],
  });
  say('REST     asked for one more photo of the first job');
  await advance(20 * day);
  await advance(11 * day);

  const made = await client.post(`/v1/jobs/${plain}/reality-report`);
  say(`REST     report “${made.report_title}”: ${made.headline.answer} ${made.limitations[0]}`);
  const files: string[] = [];
  const leave = async (file: DemoFile, path: string) => {
    const name = join(outDir, file);
    await writeFile(name, await client.download(path));
    files.push(name);
  };
  await leave('sandbox-report.pdf', `/v1/jobs/${plain}/report.pdf`);
  await leave('sandbox-report.json', `/v1/jobs/${plain}/report`);
  await leave('jwks.json', '/.well-known/sandbox-jwks.json');
  return files;
}
