import { builder } from '../../graphql/builder.js';
import type { JobWarning } from './job.js';

export const JobWarningRef = builder.objectRef<JobWarning>('JobWarning').implement({
  description: 'A condition of the job that its owner should know about.',
  fields: (t) => ({
    code: t.exposeString('code', {
      description:
        'Machine-readable key of the warning: `position_impossible` (the position is not on Earth) or `address_far` (the address is more than 2 km from the position).',
    }),
    message: t.exposeString('message', { description: 'Explanation for display.' }),
  }),
});
