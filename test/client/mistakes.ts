import createClient from 'openapi-fetch';
import type { components, paths } from '../../schema/rest.js';

// The compiler must reject each line below an expectation; otherwise it reports the unused expectation.
export async function mistakes(job: components['schemas']['JobSnapshotOut']): Promise<void> {
  const client = createClient<paths>();
  // @ts-expect-error the objective is missing
  await client.POST('/v1/jobs', { body: { address: 'Alexanderplatz 1', notes: 'None.' } });
  const params = { path: { job_id: job.job_id } };
  const assign = '/v1/jobs/{job_id}/assign';
  // @ts-expect-error a field of another name
  await client.POST(assign, { params, body: { assignee: 'Ada Lovelace' } });
  // @ts-expect-error a string in place of a number
  await client.POST(assign, { params, body: { assignee_name: 'Ada', expires_in_hours: 'one' } });
  // @ts-expect-error an unknown decision
  await client.POST('/v1/jobs/{job_id}/review', { params, body: { decision: 'perhaps' } });
  // @ts-expect-error a path parameter is missing
  await client.GET('/v1/jobs/{job_id}', {});
  // @ts-expect-error an unknown path
  await client.GET('/v1/job');
  // @ts-expect-error responses have no such field
  job.state satisfies string;
  // @ts-expect-error this field can be null
  job.request_id satisfies string;
}
