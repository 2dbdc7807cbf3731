import { afterEach, describe, expect, it } from 'vitest';
import { streamsMax } from '../../src/modules/event/stream.js';
import { jobBody } from '../support/app.js';
import { newDataDir, processKey, spawnService } from '../support/process.js';

let service: ReturnType<typeof spawnService> | undefined;
afterEach(async () => {
  service?.child.kill('SIGKILL');
  await service?.ended;
});

async function start(env: Record<string, string> = {}): Promise<string> {
  service = spawnService({ DATA_DIR: newDataDir(), PILOT_API_KEY: processKey, ...env });
  return service.listening;
}

/** Sends a POST; no response within a minute means that the service hangs. */
async function ask(address: string, query: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${address}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/graphql-response+json',
      ...headers,
    },
    body: JSON.stringify({ query }),
    signal: AbortSignal.timeout(60_000),
  });
  const body = await answer.json();
  return { status: answer.status, code: body.errors?.[0].extensions.code, data: body.data };
}

const keyed = { 'x-api-key': processKey };

async function stopsInOrder(): Promise<void> {
  service?.child.kill('SIGTERM');
  expect((await service?.ended)?.code).toBe(0);
}

/** Returns fragments that each spread the next one twice: 2^40 times the last one's selection. */
const doubling = (type: string, last: string) =>
  Array.from({ length: 40 }, (_, i) => `fragment F${i} on ${type}{...F${i + 1} ...F${i + 1}}`)
    .concat(`fragment F40 on ${type}{${last}}`)
    .join(' ');

describe('documents that expand to 2^40 fields', () => {
  it.each([
    ['no key', '{viewer{...F0}} ', 'Viewer', 'scopes', {}],
    ['a key', '{jobs(first:1){nodes{...F0}}} ', 'Job', 'jobId', keyed],
    ['no key, on the schema', '{__schema{types{...F0}}} ', '__Type', 'name', {}],
    ['no key, and are not valid', '{nothing{...F0}} ', 'Viewer', 'nothing', {}],
  ])('are rejected each time, sent with %s', async (_, root, type, last, headers) => {
    const address = await start({ RATE_LIMITS: 'on' });
    const query = root + doubling(type, last);
    for (let i = 0; i < 15; i++) {
      expect(await ask(address, query, headers)).toMatchObject({
        status: 400,
        code: 'QUERY_TOO_EXPENSIVE',
      });
    }
    const url = `${address}/graphql?${new URLSearchParams({ query })}`;
    for (let i = 0; i < 4; i++) {
      const byGet = await fetch(url, { headers, signal: AbortSignal.timeout(60_000) });
      expect((await byGet.json()).errors[0].extensions.code).toBe('QUERY_TOO_EXPENSIVE');
    }
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
    await stopsInOrder();
  });
});

/** Returns a unique document of cost 900. */
function large(n: number): string {
  const fields = Array.from({ length: 90 }, (_, i) => `n${n}x${i}: job(id: "x") { ...all }`);
  return `{ ${fields.join(' ')} } fragment all on Job { jobId status objective
    steps { stepName label status } warnings { code message } feedback { count } report { status } }`;
}

describe('a process with a heap of 224 MiB', () => {
  it.each([
    ['strangers', {}],
    ['the holder of a key', keyed],
  ])('survives 150 large documents of %s, each sent twice', async (_, headers) => {
    const address = await start({ NODE_OPTIONS: '--max-old-space-size=224' });
    for (let n = 0; n < 150; n++) {
      for (let i = 0; i < 2; i++) {
        const { status } = await ask(address, large(n), headers);
        expect(status).toBe(200);
      }
    }
    await stopsInOrder();
  });

  it('survives 300 anonymous documents of the maximum length', async () => {
    const address = await start({ NODE_OPTIONS: '--max-old-space-size=224' });
    const scalars = `jobId status statusReason serviceKey objective address latitude longitude notes
      nonce autoOpen intakeSource executionMode requestId evidenceCount revision createdAt updatedAt
      openedAt assignedAt submittedAt completedAt expiresAt`;
    const fields = Array.from({ length: 60 }, (_, i) => `a${i}: job(id: "x") { ${scalars} }`);
    const padding = '#'.repeat(4_000);
    for (let n = 0; n < 300; n++) {
      const { status } = await ask(
        address,
        `{ n${n}: __typename ${fields.join(' ')} }\n${padding}`,
      );
      expect(status).toBe(200);
    }
    await stopsInOrder();
  });
});

it('opens 20 of 50 concurrent subscriptions, and keeps none of the disconnected ones', async () => {
  const address = await start();
  const made = await fetch(`${address}/v1/jobs`, {
    method: 'POST',
    headers: { ...keyed, 'content-type': 'application/json' },
    body: JSON.stringify(jobBody()),
  });
  const { job_id: id } = await made.json();
  const url = `${address}/graphql?${new URLSearchParams({
    query: 'subscription($id: ID!) { jobUpdated(id: $id) { jobId } }',
    variables: JSON.stringify({ id }),
  })}`;
  const open = async () => {
    const metrics = (await service?.metrics()) ?? '';
    return Number(/^graphql_streams_open (\d+)/m.exec(metrics)?.[1]);
  };
  const subscribe = (signal: AbortSignal) =>
    fetch(url, { headers: { ...keyed, accept: 'text/event-stream' }, signal });

  const gone = new AbortController();
  const requested = await Promise.all(Array.from({ length: 50 }, () => subscribe(gone.signal)));
  const first = await Promise.all(
    requested.map(async ({ body }) => {
      const reader = body?.getReader();
      let text = '';
      while (!text.includes('data: ')) {
        text += Buffer.from((await reader?.read())?.value ?? []).toString();
      }
      return text.includes('RATE_LIMITED') ? 'refused' : 'open';
    }),
  );
  expect(first.filter((one) => one === 'open')).toHaveLength(streamsMax);
  expect(first.filter((one) => one === 'refused')).toHaveLength(50 - streamsMax);
  gone.abort();
  await expect.poll(open, { timeout: 30_000 }).toBe(0);

  // Disconnects them at any point before the response.
  for (let i = 0; i < 40; i++) {
    const cut = new AbortController();
    const asking = subscribe(cut.signal).catch(() => null);
    await new Promise((resolve) => setTimeout(resolve, i));
    cut.abort();
    await asking;
  }
  await expect.poll(open, { timeout: 30_000 }).toBe(0);
  await stopsInOrder();
});
