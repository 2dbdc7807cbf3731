import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stampPhoto } from '../demo-photos/stamp-photo.js';
import { createClient } from './client.js';
import type { DemoFile } from './files.js';
import { sendAnswers } from './send-photos.js';
import { projectRoot } from './service.js';

const place = { latitude: 52.5219, longitude: 13.4132 };

/** Returns a position a few metres away from the place, like that of a person with a phone. */
const near = (metresNorth: number, metresEast: number) => ({
  latitude: place.latitude + metresNorth / 111_320,
  longitude: place.longitude + metresEast / 67_700,
});

/** The photograph and position for each step of the default service. */
const shots = [
  { step: 'arrival_overview', photo: 'hall-entrance.jpg', from: near(28, -14) },
  { step: 'objective_closeup', photo: 'facade-windows.jpg', from: near(-9, 22) },
  { step: 'context', photo: 'hall-interior.jpg', from: near(4, 6) },
] as const;
const secondLook = { step: 'objective_closeup', photo: 'staircase.jpg', from: near(-6, 12) };

/**
 * Plays a job from request to its second report, and writes the reports and the key set.
 *
 * @returns the files written, the reports first
 */
export async function playJob(
  baseUrl: string,
  key: string,
  outDir: string,
  say: (line: string) => void,
): Promise<string[]> {
  const client = createClient(baseUrl, key);

  const job = await client.post('/v1/jobs', {
    objective: 'Is the façade of the exhibition hall free of damage?',
    address: 'Alexanderplatz 1, 10178 Berlin',
    ...place,
    notes: 'The main entrance is on the square. Please include the windows beside it.',
    nonce: randomUUID(),
  });
  const id = job.job_id as string;
  say(`REST     job ${id} is ${job.status}`);

  const follow = async () => {
    const query =
      'query($id: ID!) { job(id: $id) { status revision steps { stepName status } evidenceCount } }';
    const { job: seen } = await client.graphql(query, { id });
    const steps = seen.steps.map(
      (s: { stepName: string; status: string }) => `${s.stepName} ${s.status.toLowerCase()}`,
    );
    say(`GraphQL  job is ${seen.status}, revision ${seen.revision}: ${steps.join(', ')}`);
  };
  await follow();

  const assign = async () => {
    const { assignJob } = await client.graphql(
      'mutation($id: ID!) { assignJob(id: $id, input: { assigneeName: "Kim Verifier", expiresInHours: 4 }) { taskToken expiresAt } }',
      { id },
    );
    say(`GraphQL  assigned to Kim Verifier until ${assignJob.expiresAt}`);
    return assignJob.taskToken as string;
  };

  const shoot = async (
    token: string,
    shot: { step: string; photo: string; from: typeof place },
  ) => {
    const takenAt = new Date();
    const original = await readFile(join(projectRoot, 'scripts/demo-photos', shot.photo));
    const photo = await stampPhoto(original, { takenAt, offset: '+00:00', ...shot.from });
    const answer = await client.upload(
      '/v1/provider/evidence',
      {
        provider_task_token: token,
        latitude: String(shot.from.latitude),
        longitude: String(shot.from.longitude),
        captured_at: takenAt.toISOString(),
        step_name: shot.step,
        notes: `Taken for ${shot.step.replaceAll('_', ' ')}.`,
      },
      photo,
      shot.photo,
    );
    const verdict = answer.validation_passed ? 'passed' : answer.validation_errors.join('; ');
    say(`upload   ${shot.photo} for ${shot.step}: ${verdict}; job is ${answer.job_status}`);
  };

  const files: string[] = [];
  const report = async (version: 1 | 2) => {
    const made = await client.post(`/v1/jobs/${id}/reality-report`);
    say(
      `REST     report ${made.report_id} version ${made.version_number}: ${made.content_sha256 ?? made.integrity.content_sha256}`,
    );
    // The PDF first, because JSON read after it names the signature of its bytes.
    for (const kind of ['report.pdf', 'report']) {
      const file: DemoFile = `report-v${version}.${kind === 'report' ? 'json' : 'pdf'}`;
      const name = join(outDir, file);
      await writeFile(name, await client.download(`/v1/jobs/${id}/${kind}?version=${version}`));
      files.push(name);
    }
    say(`REST     it says: ${made.headline.answer}`);
    return made;
  };

  const token = await assign();
  const [overview, front, context] = shots;
  await shoot(token, overview);
  await shoot(token, front);
  const comment = 'The wall and all windows on the street side are whole';
  const answer = { question_key: 'objective', value: 'yes', comment };
  await sendAnswers(client, { by: 'provider', token }, [answer], say);
  await shoot(token, context);
  await follow();
  await report(1);

  const feedback = await client.post(`/v1/jobs/${id}/requester-feedback`, {
    rating: 4,
    verdict: 'needs_more',
    comment: 'Please show the stairs beside the windows too.',
    step_names: ['objective_closeup'],
    report_version: 1,
  });
  say(`REST     feedback ${feedback.verdict}: job is ${feedback.job_status}`);

  const nextToken = await assign();
  await shoot(nextToken, secondLook);
  await follow();
  const second = await report(2);
  say(`REST     what changed: ${second.change_summary.summary}`);

  const keys = join(outDir, 'jwks.json' satisfies DemoFile);
  await writeFile(keys, await client.download('/.well-known/jwks.json'));
  return [...files, keys];
}
