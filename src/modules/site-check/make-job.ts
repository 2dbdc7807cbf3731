import { isDuplicateKey } from '../../lib/mongo.js';
import type { Services } from '../../services.js';
import { assignmentOf, newJob } from '../job/create-job.js';
import type { Job } from '../job/job.js';
import { JobChange } from '../job/job-change.js';
import { searchIndexOf } from '../job/search-tags.js';
import type { SiteCheck } from './site-check.js';

/** Returns the job of a request, and creates it if it is missing; it stays `created` until the confirmation. */
export async function ensureJob(
  services: Pick<Services, 'catalogue' | 'jobs'>,
  request: SiteCheck,
): Promise<Job> {
  const { catalogue } = services;
  const jobs = services.jobs.unreconciled;
  const found = await jobs.find(request.jobId, {});
  if (found) return found;
  const described = newJob(
    { ...request, nonce: request._id, autoOpen: false },
    request.integratorId,
    request.createdAt,
    assignmentOf(catalogue, { ...request, ...request.statedQuestions }),
  );
  const draft: Job = {
    ...described,
    ...searchIndexOf(catalogue, described),
    _id: request.jobId,
    intakeSource: request.intakeSource,
    executionMode: request.executionMode,
    requestId: request._id,
    ...(request.customerId !== undefined && { customerId: request.customerId }),
  };
  const change = new JobChange(draft, request.createdAt);
  change.emit('job.created', { previous_status: null });
  try {
    const stored = await jobs.insert({ ...change.after, revision: 1, outbox: change.events });
    if (stored) return stored;
  } catch (error) {
    // A concurrent call created it: the job's id is stored with the request.
    if (!isDuplicateKey(error)) throw error;
  }
  return jobs.get(request.jobId, {});
}
