import { isDuplicateKey } from '../../lib/mongo.js';
import type { Services } from '../../services.js';
import { assignmentOf, newJob } from '../job/create-job.js';
import type { Job } from '../job/job.js';
import { JobChange } from '../job/job-change.js';
import type { SiteCheck } from './site-check.js';

/** The job of a request, made when it is missing; it waits as `created` for the confirmation. */
export async function ensureJob(services: Services, request: SiteCheck): Promise<Job> {
  const { catalogue } = services;
  const jobs = services.jobs.unreconciled;
  const found = await jobs.find(request.jobId, {});
  if (found) return found;
  const draft: Job = {
    ...newJob(
      { ...request, nonce: request._id, autoOpen: false },
      request.integratorId,
      request.createdAt,
      assignmentOf(catalogue, { ...request, ...request.statedQuestions }),
    ),
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
    // Somebody else made it meanwhile: its id was settled with the request.
    if (!isDuplicateKey(error)) throw error;
  }
  return jobs.get(request.jobId, {});
}
