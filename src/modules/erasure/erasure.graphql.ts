import { mutation } from '../../graphql/operations.js';
import { JobRef } from '../job/job.graphql.js';
import { eraseJob } from './erase-job.js';

mutation(eraseJob, JobRef);
