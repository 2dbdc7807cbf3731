import { anyone } from '../../access.js';
import { healthz } from '../../http/probes.js';
import { interfaceVersion } from '../../http/version.js';
import { endpoint, json } from './endpoint.js';

export const healthzEndpoint = endpoint({
  operationId: 'healthz',
  method: 'GET',
  path: '/healthz',
  summary: 'Check liveness',
  description: `Return 200 while the process is running; implements version ${interfaceVersion} of the interface.`,
  tag: 'Service',
  access: anyone,
  responses: {
    200: {
      description: 'The process is running.',
      content: json({ type: 'object', additionalProperties: true }),
    },
  },
  errors: [],
  handle: healthz,
});
