import type { Caller } from './caller.js';
import { type RecordedService, recordingKey } from './service.js';

/** Creates a test key with an operator's key. */
async function createTestKey(service: RecordedService): Promise<string> {
  const query = `mutation { createApiKey(input: {
    integrator: "Acme Insurance", label: "sandbox", mode: TEST, scopes: [JOBS_READ, JOBS_WRITE]
  }) { secret } }`;
  const response = await service.fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': recordingKey },
    body: JSON.stringify({ query }),
  });
  const { data } = await response.json();
  return data.createApiKey.secret;
}

/** Plays a test job whose photos pass with a warning, so that it needs a review. */
export async function playSandbox({ call }: Caller, service: RecordedService): Promise<void> {
  const key = await createTestKey(service);
  const { job_id } = await call('create_job', { key, fields: { nonce: 'sim_review_example' } });
  await call('sandbox_clock', { key });
  await call('advance_sandbox_clock', { key });
  await call('review_sandbox_job', { key, params: { job_id } });
}
