import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { scope } from '../../access.js';
import { ApiError, englishText } from '../../errors.js';
import {
  mergedMetadata,
  metadataBounds,
  metadataChanges,
  metadataKeysMax,
} from '../../lib/metadata.js';
import { operation, patch } from '../../operation.js';
import { jobScope } from '../../viewer.js';
import { type Job, jobTarget } from './job.js';
import { JobChange } from './job-change.js';
import { withMetadataTags } from './search-tags.js';

const updateJobInput = z
  .object({
    metadata: metadataChanges()
      .nullish()
      .describe(
        `Keys to set, with their values, and keys to remove, with null; others stay. ${metadataBounds} after the change.`,
      ),
  })
  .meta({ description: 'What to change; omitted fields stay.' });
type UpdateJobInput = z.infer<typeof updateJobInput>;

/**
 * @returns null if nothing changes
 * @throws ApiError `erased`; `bad_user_input` for too many keys
 */
function planUpdate(job: Job, { metadata }: UpdateJobInput, now: Date): JobChange | null {
  const change = new JobChange(job, now);
  const before = job.metadata ?? [];
  const after = mergedMetadata(before, metadata ?? {});
  if (isDeepStrictEqual(before, after)) return null;
  if (after.length > metadataKeysMax) {
    const message = `Metadata should have at most ${metadataKeysMax} keys after the change, not ${after.length}`;
    throw new ApiError('bad_user_input', englishText(`${message}.`), {
      members: { issues: [{ path: ['input', 'metadata'], message, input: metadata }] },
    });
  }
  const metadataAfter = after.length > 0 ? after : undefined;
  const searchTags = withMetadataTags(job, { metadata: after });
  return change.set({ metadata: metadataAfter, searchTags } as Partial<Job>).emit('job.updated');
}

export const updateJob = operation({
  name: 'updateJob',
  kind: 'mutation',
  description:
    'Change the metadata of a job, in any status. Reports and events that exist keep the metadata that they have.',
  access: scope('jobs:write'),
  target: jobTarget,
  input: updateJobInput,
  errors: ['erased'],
  example: { metadata: { shop: '0043', campaign: null } },
  rest: patch('/v1/jobs/{job_id}', { tag: 'Jobs', summary: 'Update a job' }),
  run: ({ services, viewer }, { id, input }): Promise<Job> =>
    services.jobs.change(id, jobScope(viewer), (job) =>
      planUpdate(job, input, services.clock.now()),
    ),
});
