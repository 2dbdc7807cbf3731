import { builder } from '../../graphql/builder.js';
import { mutation } from '../../graphql/operations.js';
import { JobRef } from '../job/job.graphql.js';
import { eraseJob } from './erase-job.js';
import { type ErasedSiteCheck, eraseSiteCheck } from './erase-site-check.js';

const ErasedSiteCheckRef = builder.objectRef<ErasedSiteCheck>('ErasedSiteCheck').implement({
  description: 'A site check whose content was erased.',
  fields: (t) => ({
    requestId: t.expose('requestId', { type: 'UUID', description: 'Id of the site check.' }),
    erasedAt: t.expose('erasedAt', { type: 'DateTime', description: 'Time of the erasure.' }),
  }),
});

mutation(eraseJob, JobRef);
mutation(eraseSiteCheck, ErasedSiteCheckRef);
