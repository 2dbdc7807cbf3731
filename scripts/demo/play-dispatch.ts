import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from './client.js';
import type { Json } from './cookie-client.js';
import type { DemoFile } from './files.js';
import type { MailReceiver } from './mail-receiver.js';
import type { MovedService } from './moved-service.js';
import { openHall } from './open-hall.js';
import { sendPhotos } from './send-photos.js';
import { until } from './until.js';

const offerMinutes = 45;

/** The verifiers: one does not respond, one declines, one accepts. */
const verifiers = [
  { label: 'Sam Silent', email: 'sam@verifiers.example' },
  { label: 'Dana Busy', email: 'dana@verifiers.example' },
  { label: 'Kim Verifier', email: 'kim@verifiers.example' },
];

/**
 * Plays a job that is offered to three verifiers in two waves: the first does not respond, the second declines, the
 * third accepts on the page linked from the mail, and sends photographs. Moves the clock.
 *
 * @returns the files written, the reports first
 */
export async function playDispatch(
  { baseUrl, key, now, advance }: MovedService,
  outDir: string,
  say: (line: string) => void,
  receiver: MailReceiver,
): Promise<string[]> {
  const operator = createClient(baseUrl, key);
  const files: string[] = [];
  const keep = async (name: DemoFile, content: Buffer): Promise<void> => {
    await writeFile(join(outDir, name), content);
    files.push(join(outDir, name));
  };

  /** Returns the token of the offer that was mailed to a verifier. */
  async function offerOf({ email }: { email: string }): Promise<string> {
    const mail = await until(() => receiver.to(email)[0]);
    say(`mail     to ${email}: ${mail.content.subject}`);
    return /\/offer#([\w.-]+)/.exec(mail.content.text ?? '')?.[1] ?? '';
  }

  /** Presses a button of the linked page, like a browser without JavaScript. */
  async function press(token: string, button: string, fields = {}): Promise<string> {
    const body = new URLSearchParams({ do: button, access_token: token, ...fields });
    const response = await fetch(`${baseUrl}/offer`, { method: 'POST', body });
    const html = await response.text();
    const [, heading] = /<h1>([^<]*)<\/h1>/.exec(html) ?? [];
    if (!response.ok) throw new Error(`${response.status} from the page: ${heading}`);
    return html;
  }

  async function show(runId: string): Promise<void> {
    const { dispatchRun } = await operator.graphql(
      'query($id: ID!) { dispatchRun(id: $id) { status waveNumber threads { label state } } }',
      { id: runId },
    );
    const { status, waveNumber, threads } = dispatchRun;
    const output = threads.map((one: Json) => `${one.label} ${one.state.toLowerCase()}`).join(', ');
    say(`GraphQL  run is ${status}, wave ${waveNumber}: ${output}`);
  }

  for (const verifier of verifiers) {
    await operator.post('/v1/operator/providers', {
      ...verifier,
      channel: 'email',
      market_city_keys: ['berlin'],
    });
  }
  say(`operator registered ${verifiers.map(({ label }) => label).join(', ')} in Berlin`);
  const job = await operator.post('/v1/jobs', {
    ...openHall.ordered,
    nonce: randomUUID(),
  });
  const run = await operator.post(`/v1/operator/jobs/${job.job_id}/dispatch-runs`, {
    offers_at_once: 2,
    offer_minutes: offerMinutes,
  });
  say(
    `REST     run ${run.id}: ${run.offered_thread_count} offered, ${run.queued_thread_count} wait`,
  );
  const [silent, busy, willing] = verifiers as [Json, Json, Json];
  await offerOf(silent);
  await press(await offerOf(busy), 'decline', { reason: 'I am away this week.' });
  say(`page     ${busy.label} declined`);
  advance(offerMinutes * 60_000);
  say(`clock    moved by ${offerMinutes} minutes; ${silent.label} did not answer`);
  await show(run.id);

  const token = await offerOf(willing);
  const accepted = await press(token, 'accept');
  const task = /\/capture#([\w.-]+)/.exec(accepted)?.[1] ?? '';
  say(`page     ${willing.label} accepted`);
  await show(run.id);
  advance(30 * 60_000);
  say('clock    moved by 30 minutes, the way to the place');
  const { steps } = await operator.get(`/v1/jobs/${job.job_id}`);
  const sent = { by: 'provider' as const, token: task, steps, ...openHall.sent, now };
  await sendPhotos(operator, sent, say);

  const made = await operator.post(`/v1/jobs/${job.job_id}/reality-report`);
  say(`REST     the report says: ${made.headline.answer}`);
  for (const kind of ['pdf', 'json'] as const) {
    const path = `/v1/jobs/${job.job_id}/report${kind === 'pdf' ? '.pdf' : ''}`;
    await keep(`dispatched-report.${kind}`, await operator.download(path));
  }
  await keep('jwks.json', await operator.download('/.well-known/jwks.json'));
  return files;
}
