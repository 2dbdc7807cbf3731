import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatMoney } from '../../src/lib/money.js';
import { createClient } from './client.js';
import type { DemoFile } from './files.js';
import { sendPhotos } from './send-photos.js';

const place = { latitude: 52.5219, longitude: 13.4132 };

// biome-ignore lint/suspicious/noExplicitAny: a demonstration prints what it is answered
type Json = any;

/**
 * Plays a guest's site check over HTTP, from the request through quote, payment and evidence to the report that is
 * created automatically. Writes the report and the key set.
 *
 * @param pilotKey key of an operator, who assigns the job; the guest has only the access token
 * @returns the files written, the reports first
 */
export async function playSiteCheck(
  baseUrl: string,
  pilotKey: string,
  outDir: string,
  say: (line: string) => void,
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
    service_key: 'storefront_open',
    objective: 'Is the exhibition hall open to visitors, and can its name be read?',
    address: 'Alexanderplatz 1, 10178 Berlin',
    ...place,
    notes: 'The main entrance is on the square.',
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
  const route = { path: '/v1/provider/evidence', field: 'provider_task_token' };
  const token: string = assignJob.taskToken;
  const afterFirst = async () => {
    const value = await operator.answerObjective(
      { jobId, token },
      { value: 'yes', comment: 'The doors are open and the name is above them' },
    );
    say(`verifier answered the question: ${value}`);
  };
  await sendPhotos(operator, { ...route, token, steps, place, afterFirst }, say);

  const query = `access_token=${access_token}`;
  let seen = await stranger('GET', `${path}?${query}`);
  for (let tries = 0; seen.status !== 'report_ready' && tries < 50; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    seen = await stranger('GET', `${path}?${query}`);
  }
  say(`guest    sees: ${seen.status}. ${seen.message}`);

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
