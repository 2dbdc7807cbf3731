import type { Call, Json } from './api.js';

const keyFields =
  'id label prefix scopes mode createdAt lastUsedAt revokedAt integrator { id name }';

/** Keys have no REST paths: the request itself is GraphQL. */
const graphqlCall = (query: string, variables: Json): Call => ({
  method: 'POST',
  path: '/graphql',
  body: { query, variables },
  graphql: { query, variables },
});

/** The console's requests about API keys. */
export const keyCalls = {
  list: (integrator: string): Call =>
    graphqlCall(
      `query($integrator: String) {\n  apiKeys(integrator: $integrator) { ${keyFields} }\n}`,
      { integrator },
    ),
  create: (input: { integrator: string; label: string; mode: string; scopes: string[] }): Call =>
    graphqlCall(
      `mutation($input: CreateApiKeyInput!) {\n  createApiKey(input: $input) { secret apiKey { ${keyFields} } }\n}`,
      {
        input: {
          ...input,
          mode: input.mode.toUpperCase(),
          scopes: input.scopes.map((scope) => scope.toUpperCase().replace(':', '_')),
        },
      },
    ),
  revoke: (id: string): Call =>
    graphqlCall(`mutation($id: ID!) {\n  revokeApiKey(id: $id) { id revokedAt }\n}`, { id }),
};
