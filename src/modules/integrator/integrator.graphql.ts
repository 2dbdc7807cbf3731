import { builder } from '../../graphql/builder.js';
import { enumType } from '../../graphql/enums.js';
import { mutation, query } from '../../graphql/operations.js';
import { keyMode, scope } from '../../scopes.js';
import { createApiKey } from './create-api-key.js';
import { getViewer } from './get-viewer.js';
import type { ApiKey, Integrator } from './integrator.js';
import { listApiKeys } from './list-api-keys.js';
import { revokeApiKey } from './revoke-api-key.js';

const ScopeRef = enumType('Scope', scope, 'Permission of an API key.', {
  'jobs:read': 'The key can read jobs, evidence, reports and events.',
  'jobs:write': 'The key can create and change jobs, and submit evidence and feedback.',
  'reports:write': 'The key can create report versions.',
  'webhooks:write': 'The key can create and change webhook endpoints, and replay deliveries.',
  operator: 'The key can use every operation on the jobs of every integrator.',
  'inbox:private': "The key can read the founder's private messages; operator does not include it.",
});

const KeyModeRef = enumType('KeyMode', keyMode, 'What an API key works on.', {
  live: 'Real jobs, carried out by people.',
  test: 'Jobs of the sandbox, carried out by a simulated verifier on a clock of their own.',
});

const IntegratorRef = builder.objectRef<Pick<Integrator, '_id' | 'name'>>('Integrator').implement({
  description: 'An organization that owns jobs and API keys.',
  fields: (t) => ({
    id: t.expose('_id', { type: 'UUID', description: 'Id of the integrator, a UUIDv7.' }),
    name: t.exposeString('name', { description: 'Unique name of the integrator.' }),
  }),
});

interface OwnedKey {
  apiKey: ApiKey;
  integrator: Integrator;
}

const ApiKeyRef = builder.objectRef<OwnedKey>('ApiKey').implement({
  description: 'An API key without its secret.',
  fields: (t) => ({
    id: t.field({
      type: 'UUID',
      description: 'Id of the API key; use it to revoke the key.',
      resolve: (k) => k.apiKey.id,
    }),
    integrator: t.expose('integrator', {
      type: IntegratorRef,
      description: 'Integrator that owns the key.',
    }),
    label: t.string({
      description: 'Label to distinguish the key from others.',
      resolve: (k) => k.apiKey.label,
    }),
    prefix: t.string({
      description: 'First characters of the secret; empty for a key set by configuration.',
      resolve: (k) => k.apiKey.prefix,
    }),
    scopes: t.field({
      type: [ScopeRef],
      description: 'Scopes granted to the key.',
      resolve: (k) => k.apiKey.scopes,
    }),
    actors: t.stringList({
      description: 'Names under which the key can send mail and deliver reports.',
      resolve: (k) => k.apiKey.actors ?? [],
    }),
    mode: t.field({
      type: KeyModeRef,
      description: 'What the key works on.',
      resolve: (k) => k.integrator.mode ?? 'live',
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Creation time.',
      resolve: (k) => k.apiKey.createdAt,
    }),
    lastUsedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time of the latest use, to the minute; null before the first use.',
      resolve: (k) => k.apiKey.lastUsedAt,
    }),
    revokedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time when the key was revoked; null while it is valid.',
      resolve: (k) => k.apiKey.revokedAt,
    }),
  }),
});

const CreatedApiKeyRef = builder
  .objectRef<OwnedKey & { secret: string }>('CreatedApiKey')
  .implement({
    description: 'A new API key with its secret.',
    fields: (t) => ({
      apiKey: t.field({
        type: ApiKeyRef,
        description: 'The API key.',
        resolve: (created) => created,
      }),
      secret: t.exposeString('secret', {
        description: 'Secret to send in the X-API-Key header; returned only here.',
      }),
    }),
  });

const ViewerRef = builder.objectRef<OwnedKey>('Viewer').implement({
  description: 'The integrator and API key that make the request.',
  fields: (t) => ({
    integrator: t.expose('integrator', {
      type: IntegratorRef,
      description: 'Integrator that owns the key.',
    }),
    apiKey: t.field({
      type: ApiKeyRef,
      description: 'API key of the request.',
      resolve: (viewer) => viewer,
    }),
    scopes: t.field({
      type: [ScopeRef],
      description: 'Scopes granted to the key.',
      resolve: ({ apiKey }) => apiKey.scopes,
    }),
  }),
});

query(getViewer, ViewerRef);
query(listApiKeys, [ApiKeyRef]);
mutation(createApiKey, CreatedApiKeyRef);
mutation(revokeApiKey, ApiKeyRef);
