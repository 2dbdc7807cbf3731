import { builder } from '../../graphql/builder.js';
import { mutation, query } from '../../graphql/operations.js';
import { JobRef } from '../job/job.graphql.js';
import { advanceSandboxClock } from './advance-sandbox-clock.js';
import { type AdvancedClock, offsetDaysMax, type SandboxClock } from './clock.js';
import { getSandboxClock } from './get-sandbox-clock.js';
import { reviewSandboxJob } from './review-sandbox-job.js';

const ClockRef = builder.objectRef<SandboxClock>('SandboxClock');

type ClockFields = Parameters<Parameters<typeof builder.objectFields<typeof ClockRef>>[1]>[0];

const clockFieldsOf = (t: ClockFields) => ({
  now: t.expose('now', { type: 'DateTime', description: 'Time of the sandbox.' }),
  offsetSeconds: t.exposeInt('offsetSeconds', {
    description: `Seconds by which it is ahead of real time, at most ${offsetDaysMax} days.`,
  }),
  realNow: t.expose('realNow', { type: 'DateTime', description: 'Real time.' }),
  nextStepAt: t.expose('nextStepAt', {
    type: 'DateTime',
    nullable: true,
    description:
      'Time of the sandbox at which something falls due next in a job; null when nothing will.',
  }),
});

ClockRef.implement({
  description: 'The clock of the sandbox of an integrator.',
  fields: clockFieldsOf,
});

const AdvancedClockRef = builder.objectRef<AdvancedClock>('AdvancedSandboxClock').implement({
  description: 'The clock of a sandbox after it was moved.',
  fields: (t) => ({
    ...clockFieldsOf(t as unknown as ClockFields),
    stepsRun: t.exposeInt('stepsRun', {
      description: 'Number of steps that were done: expiries, and acts of the simulated verifier.',
    }),
    more: t.exposeBoolean('more', {
      description:
        'Whether more is due before the requested time, which the clock has not reached.',
    }),
    eventsFromSeq: t.expose('eventsFromSeq', {
      type: 'SafeInt',
      description:
        'Number of the newest event before the call; list the events of the steps with it as `after`.',
    }),
  }),
});

query(getSandboxClock, ClockRef);
mutation(advanceSandboxClock, AdvancedClockRef);
mutation(reviewSandboxJob, JobRef);
