import { anyone } from '../../access.js';
import { interfaceVersion } from '../../http/version.js';
import { endpoint, json } from './endpoint.js';

const text = (description: string) => ({ type: 'string', description });

/** The configuration that the console and agents read first. */
export const consoleConfigEndpoint = endpoint({
  operationId: 'get_console_config',
  method: 'GET',
  path: '/console/config',
  summary: 'Get the configuration of the developer console',
  description: 'Return the addresses and settings of the service that its clients need to begin.',
  tag: 'Service',
  access: anyone,
  responses: {
    200: {
      description: 'The configuration.',
      content: json({
        type: 'object',
        required: [
          'interface_version',
          'base_url',
          'payments',
          'mail',
          'sms',
          'sandbox',
          'docs',
          'graphql',
          'mcp',
        ],
        properties: {
          interface_version: text('Version of the interface that the service implements.'),
          base_url: text('Public address of the service, without a slash at its end.'),
          payments: text('How payments are taken: `sandbox` (simulated) or `stripe`.'),
          mail: { type: 'boolean', description: 'Whether a mail server is configured.' },
          sms: {
            type: 'boolean',
            description: 'Whether text messages are sent.',
          },
          sandbox: { type: 'boolean', description: 'Whether test keys can be created.' },
          docs: text('Address of the interface documentation.'),
          graphql: text('Address of the GraphQL interface.'),
          mcp: text('Address of the Model Context Protocol endpoint.'),
        },
      }),
    },
  },
  errors: [],
  handle(c) {
    const { baseUrl, config } = c.get('services');
    const answer = {
      interface_version: interfaceVersion,
      base_url: baseUrl,
      payments: config.payments.provider,
      mail: config.smtpUrl !== undefined,
      sms: config.sms !== null,
      sandbox: true,
      docs: `${baseUrl}/docs`,
      graphql: `${baseUrl}/graphql`,
      mcp: `${baseUrl}/mcp`,
    };
    return c.json(answer, 200, { 'cache-control': 'public, max-age=300' });
  },
});
