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
  docs: 'REST reference and examples',
  create: 'Create a job over REST',
  list: 'List jobs over GraphQL',
  reference: 'REST reference',
} as const;
