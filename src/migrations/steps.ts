import type { Catalogue } from '../modules/catalogue/catalogue.js';
import type { Job } from '../modules/job/job.js';
import { missingFields } from '../modules/job/missing-fields.js';
import type { Step, StoredDocument } from './step.js';

/** Checks the type of a step's documents. */
const step = <T extends StoredDocument>(definition: Step<T>): Step => definition;

/** The steps of this release, in order; docs/upgrades.md describes how to add one. */
export const migrationSteps = (catalogue: Catalogue): readonly Step[] => [
  step<Job>({
    id: 'jobs-2-search',
    collection: 'jobs',
    shape: 2,
    description: 'search tags, cell and deadline of jobs that were created without them',
    update: (job) => missingFields(catalogue, job),
  }),
];
