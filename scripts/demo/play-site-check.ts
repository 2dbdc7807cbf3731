import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatMoney } from '../../src/lib/money.js';
import { createClient } from './client.js';
import type { DemoFile } from './files.js';
import { openHall } from './open-hall.js';
import { sendPhotos } from './send-photos.js';
import { until } from './until.js';

// biome-ignore lint/suspicious/noExplicitAny: a demonstration prints what it is answered
type Json = any;

/**
 * Plays a guest's site check over HTTP, from the request through quote, payment and evidence to the report that is
 * created automatically. Writes the report and the key set.
 *
 * @param pilotKey key of an operator, who assigns the job and confirms the answer; the guest has only the access token
 * @param visit opens the report's page at a URL, while the service runs
 * @returns the files written, the reports first
 */
export async function playSiteCheck(
  baseUrl: string,
  pilotKey: string,
  outDir: string,
  say: (line: string) => void,
  visit: (url: string) => Promise<void> = async () => {},
): Promise<string[]> {
  const operator = createClient(baseUrl, pilotKey);
  const flow = '/v1/public/site-checks';

  async function stranger(method: 'GET' | 'POST', path: string, body?: object): Promise<Json> {
    const response = await fetch(baseUrl + path, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${response.status} from ${path}: ${JSON.stringify(answer)}`);
    return answer;
  }

  const made = await stranger('POST', flow, {
    ...openHall.ordered,
    requester_name: 'Robin Requester',
  });
  const { request_id: id, job_id: jobId, access_token } = made;
  const path = `${flow}/${id}`;
  say(`guest    requested ${id}: ${made.status}`);
  say(`guest    reads: ${made.serviceability.message}`);
  for (const offer of made.quote.offers) {
    const price = formatMoney(offer.amount_minor, offer.currency);
    say(`quote    ${offer.offer_key.padEnd(13)} ${price.padStart(10)}  ${offer.label}`);
  }

  const chosen = await stranger('POST', `${path}/select-offer`, {
    access_token,
    offer_key: 'standard_72h',
  });
  say(`guest    chose ${chosen.selected_offer.label}: ${chosen.status}`);
  const session = await stranger('POST', `${path}/checkout-session`, { access_token });
  say(`checkout opened: ${session.status}, payment ${session.payment_status}`);
  const paid = await fetch(session.checkout.checkout_url, {
    method: 'POST',
    body: new URLSearchParams({ outcome: 'paid' }),
  });
  if (!paid.ok) throw new Error(`${paid.status} from the checkout page`);
  const { request_status: status } = (await paid.json()) as Json;
  say(`checkout paid on the sandbox page: the request is ${status}`);

  const { assignJob } = await operator.graphql(
    'mutation($id: ID!) { assignJob(id: $id, input: { assigneeName: "Kim Verifier" }) { taskToken job { status } } }',
    { id: jobId },
  );
  say(`operator assigned the job over GraphQL: ${assignJob.job.status}`);
  const { steps } = await operator.get(`/v1/jobs/${jobId}`);
  const token: string = assignJob.taskToken;
  await sendPhotos(operator, { by: 'provider', token, steps, ...openHall.sent }, say);
  const review = { decision: 'accept', answers: [{ question_key: 'objective', value: 'yes' }] };
  await operator.post(`/v1/jobs/${jobId}/review`, review);
  say('operator confirmed the answer');

  const query = `access_token=${access_token}`;
  const seen = await until(async () => {
    const now = await stranger('GET', `${path}?${query}`);
    const isConfirmed = now.report.version_number === 2 && now.report.status === 'ready';
    return isConfirmed ? now : undefined;
  });
  say(`guest    sees: ${seen.status}. ${seen.message}`);
  await visit(`${baseUrl}/reports/${id}#${access_token}`);

  const files: string[] = [];
  // The PDF first, because JSON read after it names the signature of its bytes.
  for (const kind of ['pdf', 'json'] as const) {
    const report = `${path}/report${kind === 'pdf' ? '.pdf' : ''}`;
    const response = await fetch(baseUrl + report, {
      headers: { authorization: `Bearer ${access_token}` },
    });
    if (!response.ok) throw new Error(`${response.status} from ${report}`);
    const name = join(outDir, `site-check-report.${kind}` satisfies DemoFile);
    await writeFile(name, Buffer.from(await response.arrayBuffer()));
    files.push(name);
    say(`guest    read the report as ${kind.toUpperCase()}, with the token alone`);
  }
  const read = await stranger('GET', `${path}?${query}`);
  say(`guest    sees: ${read.status}`);

  const graph = await fetch(`${baseUrl}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      query:
        'query($id: ID!, $token: String!) { siteCheck(requestId: $id, accessToken: $token) { status paymentStatus report { versionNumber } } }',
      variables: { id, token: access_token },
    }),
  });
  const { data } = (await graph.json()) as Json;
  say(`GraphQL  says the same: ${data.siteCheck.status}, payment ${data.siteCheck.paymentStatus}`);

  const keys = join(outDir, 'jwks.json' satisfies DemoFile);
  await writeFile(keys, await operator.download('/.well-known/jwks.json'));
  return [...files, keys];
}
