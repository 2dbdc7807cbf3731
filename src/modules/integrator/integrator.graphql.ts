import { builder } from '../../graphql/builder.js';
import { enumType } from '../../graphql/enums.js';
import { mutation, query } from '../../graphql/operations.js';
import { createApiKey } from './create-api-key.js';
import { getViewer } from './get-viewer.js';
import { type ApiKey, type Integrator, scope } from './integrator.js';
import { revokeApiKey } from './revoke-api-key.js';

const ScopeRef = enumType('Scope', scope, 'What a key may do.', {
  'jobs:read': 'Read jobs, evidence, reports and events.',
  'jobs:write': 'Create and change jobs, send evidence and feedback.',
  'reports:write': 'Have reality reports made.',
  operator: "Everything, on every integrator's jobs.",
});

const IntegratorRef = builder.objectRef<Pick<Integrator, '_id' | 'name'>>('Integrator').implement({
  description: 'The owner of jobs and keys.',
  fields: (t) => ({
    id: t.expose('_id', { type: 'UUID', description: 'Its id.' }),
    name: t.exposeString('name', { description: 'Its unique name.' }),
  }),
});

interface OwnedKey {
  apiKey: ApiKey;
  integrator: Integrator;
}

const ApiKeyRef = builder.objectRef<OwnedKey>('ApiKey').implement({
  description: 'A key, without its secret.',
  fields: (t) => ({
    id: t.field({ type: 'UUID', description: 'Its id.', resolve: (k) => k.apiKey.id }),
    integrator: t.expose('integrator', { type: IntegratorRef, description: 'Whose it is.' }),
    label: t.string({ description: 'What it is for.', resolve: (k) => k.apiKey.label }),
    prefix: t.string({
      description: 'Its first characters; empty for a key that was configured.',
      resolve: (k) => k.apiKey.prefix,
    }),
    scopes: t.field({
      type: [ScopeRef],
      description: 'What it may do.',
      resolve: (k) => k.apiKey.scopes,
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When it was made.',
      resolve: (k) => k.apiKey.createdAt,
    }),
    lastUsedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it was last used, to the minute; null before it was.',
      resolve: (k) => k.apiKey.lastUsedAt,
    }),
    revokedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it stopped working; null while it works.',
      resolve: (k) => k.apiKey.revokedAt,
    }),
  }),
});

const CreatedApiKeyRef = builder
  .objectRef<OwnedKey & { secret: string }>('CreatedApiKey')
  .implement({
    description: 'A new key with its secret.',
    fields: (t) => ({
      apiKey: t.field({ type: ApiKeyRef, description: 'The key.', resolve: (created) => created }),
      secret: t.exposeString('secret', { description: 'What to send; answered here once.' }),
    }),
  });

const ViewerRef = builder.objectRef<OwnedKey>('Viewer').implement({
  description: 'Who is asking.',
  fields: (t) => ({
    integrator: t.expose('integrator', { type: IntegratorRef, description: 'Owner of the key.' }),
    apiKey: t.field({ type: ApiKeyRef, description: 'The key.', resolve: (viewer) => viewer }),
    scopes: t.field({
      type: [ScopeRef],
      description: 'What the key may do.',
      resolve: ({ apiKey }) => apiKey.scopes,
    }),
  }),
});

query(getViewer, ViewerRef);
mutation(createApiKey, CreatedApiKeyRef);
mutation(revokeApiKey, ApiKeyRef);
