import { testKey } from '../../access.js';
import { get, operation } from '../../operation.js';

export const getSandboxClock = operation({
  name: 'sandboxClock',
  kind: 'query',
  description: 'Get the clock of the sandbox of the test key.',
  access: testKey('jobs:read'),
  errors: [],
  rest: get('/v1/sandbox/clock', {
    tool: { name: 'sandbox_clock' },
    tag: 'Sandbox',
    summary: 'Get the clock of the sandbox',
  }),
  run: ({ services, viewer }) => services.sandbox.readClock(viewer.integratorId),
});
