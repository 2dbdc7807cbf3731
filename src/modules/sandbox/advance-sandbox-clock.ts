import { z } from 'zod';
import { testKey } from '../../access.js';
import { timestamp, whole } from '../../lib/schema.js';
import { day, second } from '../../lib/units.js';
import { operation, post } from '../../operation.js';
import { type AdvanceRequest, advanceDaysMax } from './clock.js';
import { stepsMax } from './run-steps.js';

const advanceSandboxClockInput = z
  .object({
    seconds: whole({ ge: 1, le: (advanceDaysMax * day) / second })
      .nullish()
      .describe('Seconds by which to move the clock forward.'),
    to: timestamp()
      .nullish()
      .describe(
        `Time to which to move the clock: later than its time now, by at most ${advanceDaysMax} days.`,
      ),
  })
  .refine(({ seconds, to }) => (seconds == null) !== (to == null), {
    message: 'exactly one of seconds and to is required',
  })
  .meta({ description: 'Either by how much to move the clock, or to which time.' });

/** Exactly one is given. */
function requestOf({ seconds, to }: z.infer<typeof advanceSandboxClockInput>): AdvanceRequest {
  if (to) return { to };
  return { seconds: seconds ?? 0 };
}

export const advanceSandboxClock = operation({
  name: 'advanceSandboxClock',
  kind: 'mutation',
  description: `Move the clock of the sandbox forward and do what falls due until then, each at its own time. A call does ${stepsMax} steps at most; when \`more\` is true, call it again.`,
  access: testKey('jobs:write'),
  input: advanceSandboxClockInput,
  errors: ['clock_limit'],
  example: { seconds: 10_800 },
  rest: post('/v1/sandbox/clock/advance', {
    tool: { name: 'advance_sandbox_clock' },
    tag: 'Sandbox',
    summary: 'Advance the clock of the sandbox',
  }),
  run: ({ services, viewer }, { input }) =>
    services.sandbox.advance(viewer.integratorId, requestOf(input)),
});
