import type { Catalogue } from '../catalogue/catalogue.js';
import type { Job } from './job.js';
import { deadlineOf } from './job-change.js';
import { searchIndexOf } from './search-tags.js';

/** Returns the fields that a job of an earlier release lacks: those by which lists find it, and its deadline. */
export function missingFields(catalogue: Catalogue, job: Job): Partial<Job> {
  const { openedAt } = job;
  return {
    ...(!job.searchTags && searchIndexOf(catalogue, job)),
    ...(openedAt && !job.deadlineAt && { deadlineAt: deadlineOf({ ...job, openedAt }) }),
  };
}
