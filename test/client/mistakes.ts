import createClient from 'openapi-fetch';
import type { components, paths } from './openapi.js';

// Each line below an expectation must be refused by the compiler, else the expectation is.
export async function mistakes(job: components['schemas']['JobSnapshotOut']): Promise<void> {
  const client = createClient<paths>();
  // @ts-expect-error the objective is missing
  await client.POST('/v1/jobs', { body: { address: 'Alexanderplatz 1', notes: 'None.' } });
  const params = { path: { job_id: job.job_id } };
  const assign = '/v1/jobs/{job_id}/assign';
  // @ts-expect-error a field of another name
  await client.POST(assign, { params, body: { assignee: 'Ada Lovelace' } });
  // @ts-expect-error a text where a number belongs
  await client.POST(assign, { params, body: { assignee_name: 'Ada', expires_in_hours: 'one' } });
  // @ts-expect-error a decision that there is not
  await client.POST('/v1/jobs/{job_id}/review', { params, body: { decision: 'perhaps' } });
  // @ts-expect-error a path parameter is missing
  await client.GET('/v1/jobs/{job_id}', {});
  // @ts-expect-error there is no such path
  await client.GET('/v1/job');
  // @ts-expect-error answers have no such field
  job.state satisfies string;
  // @ts-expect-error this field may be null
  job.request_id satisfies string;
}
