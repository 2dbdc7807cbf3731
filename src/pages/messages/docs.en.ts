/** Copy of the API documentation pages, for developers. */
export const messages = {
  heading: 'API',
  lead: 'One service, two APIs: REST under /v1 and GraphQL, with the same operations, rules and errors.',
  links: {
    '/graphql': ['GraphiQL', 'Write and run GraphQL, with the schema beside it.'],
    '/openapi.json': ['OpenAPI document', 'Every REST path, for code generators.'],
    '/console': ['Console', 'Create jobs with an API key, and see each call.'],
    '/errors': ['Errors', 'Every code, with what to do about it.'],
  },
  startsHeading: 'Start here',
  starts: {
    key: {
      heading: 'Get a key',
      text: 'Ask the operator of this service for an API key; start with a test key. Operators find the first key in the log of the first start, and create others with the mutation createApiKey. Send the key as X-API-Key.',
    },
    sandbox: {
      heading: 'Sandbox',
      text: 'A key that begins with vk_test_ works on separate data: a simulated verifier takes the photos, nothing is charged, and you move the clock. A month of work takes seconds.',
    },
    webhooks: {
      heading: 'Webhooks',
      text: 'Register a URL to receive events, signed by Standard Webhooks. Retries, replay and rotation are in the console.',
    },
    mcp: {
      heading: 'MCP',
      text: 'Agents use the same operations as tools of the Model Context Protocol over streamable HTTP. Without a key they get the public tools.',
    },
  },
  docs: 'REST reference and examples',
  create: 'Create a job over REST',
  list: 'List jobs over GraphQL',
  reference: 'REST reference',
} as const;
