import createClient from 'openapi-fetch';
import type { components, paths } from '../../schema/rest.js';

type Job = components['schemas']['JobSnapshotOut'];
type Report = components['schemas']['RealityReportOut'];

export interface PlayedJob {
  created: Job;
  completed: Job;
  listed: string[];
  report: Report;
  read: Report;
  pdf: ArrayBuffer;
  verdict: string | null;
  /** Error code for another job with the nonce of the first. */
  rejection: string | undefined;
}

/** Returns the data of a response; every error is a mistake of this program. */
function held<T>({ data, error }: { data?: T; error?: unknown }): T {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

/** Runs a job up to its report with a client written only from the OpenAPI document. */
export async function playMainJob(
  baseUrl: string,
  key: string,
  photoOf: (stepName: string) => Promise<Blob>,
): Promise<PlayedJob> {
  const client = createClient<paths>({ baseUrl, headers: { 'X-API-Key': key } });
  const body: components['schemas']['CustomerSchemaIn'] = {
    objective: 'Is the shop open?',
    address: 'Alexanderplatz 1, 10178 Berlin',
    latitude: 52.5219,
    longitude: 13.4132,
    notes: 'The entrance is on the square.',
    nonce: `typed-client-${Date.now()}`,
  };
  const created = held(await client.POST('/v1/jobs', { body }));
  const again = await client.POST('/v1/jobs', { body: { ...body, objective: 'Is it closed?' } });
  const rejection = again.error && 'code' in again.error ? again.error.code : undefined;

  const path = { job_id: created.job_id };
  const assigned = held(
    await client.POST('/v1/jobs/{job_id}/assign', {
      params: { path, header: { 'Idempotency-Key': `assign-${created.job_id}` } },
      body: { assignee_name: 'Ada Lovelace' },
    }),
  );
  for (const step of created.steps.filter(({ required }) => required)) {
    const checked = held(
      await client.POST('/v1/provider/evidence', {
        body: {
          provider_task_token: assigned.task_token,
          latitude: body.latitude,
          longitude: body.longitude,
          captured_at: new Date().toISOString(),
          step_name: step.step_name,
          file: await photoOf(step.step_name),
        },
        bodySerializer: (fields) => {
          const form = new FormData();
          for (const [name, value] of Object.entries(fields)) {
            form.set(name, value instanceof Blob ? value : String(value));
          }
          return form;
        },
      }),
    );
    if (!checked.validation_passed) throw new Error(checked.validation_errors.join('; '));
  }

  let completed = held(await client.GET('/v1/jobs/{job_id}', { params: { path } }));
  // Evidence that passed with a warning waits for a review.
  if (completed.status === 'submitted') {
    completed = held(
      await client.POST('/v1/jobs/{job_id}/review', {
        params: { path },
        body: { decision: 'accept' },
      }),
    );
  }
  const list = held(
    await client.GET('/v1/jobs', { params: { query: { status: 'completed', limit: 5 } } }),
  );
  const report = held(await client.POST('/v1/jobs/{job_id}/reality-report', { params: { path } }));
  const version = report.version_number;
  const params = { path, query: { version } };
  return {
    created,
    completed,
    listed: list.map((job) => job.job_id),
    report,
    read: held(await client.GET('/v1/jobs/{job_id}/report', { params })),
    pdf: held(await client.GET('/v1/jobs/{job_id}/report.pdf', { params, parseAs: 'arrayBuffer' })),
    verdict: held(
      await client.POST('/v1/jobs/{job_id}/requester-feedback', {
        params: { path },
        body: { rating: 5, verdict: 'accepted', report_version: version },
      }),
    ).verdict,
    rejection,
  };
}
