import { builder } from '../../graphql/builder.js';
import { connection, connectionType } from '../../graphql/connection.js';
import { enumType } from '../../graphql/enums.js';
import { mutation, query } from '../../graphql/operations.js';
import { languageFor } from '../../messages/match-language.js';
import { createProvider } from './create-provider.js';
import { getProvider } from './get-provider.js';
import { listProviders } from './list-providers.js';
import { type Provider, providerChannel, providerStatus } from './provider.js';
import { updateProvider } from './update-provider.js';

export const ProviderChannelRef = enumType(
  'ProviderChannel',
  providerChannel,
  'How offers reach a verifier.',
  {
    email: 'Offers are mailed.',
    sms: 'Offers are sent by text message.',
    link: 'An operator hands the link of an offer over.',
  },
);

const ProviderStatusRef = enumType(
  'ProviderStatus',
  providerStatus,
  'Whether jobs are offered to a verifier.',
  {
    active: 'Jobs are offered.',
    paused: 'Jobs are offered only where a dispatch run names the provider.',
    retired: 'No job is offered.',
  },
);

export const ProviderRef = builder.objectRef<Provider>('Provider').implement({
  description: 'A verifier to whom dispatch runs offer jobs.',
  fields: (t) => ({
    providerId: t.expose('_id', { type: 'UUID', description: 'Id of the provider, a UUIDv7.' }),
    label: t.exposeString('label', { description: 'Name; `Erased` once erased.' }),
    channel: t.field({
      type: ProviderChannelRef,
      description: 'How offers reach the verifier.',
      resolve: ({ channel }) => channel,
    }),
    email: t.exposeString('email', {
      nullable: true,
      description: 'Address to which offers are mailed; null when none is known.',
    }),
    phone: t.exposeString('phone', {
      nullable: true,
      description: 'Phone number; null when none is known.',
    }),
    language: t.string({
      description:
        'Language of offers to the verifier: en, de, fr, es, pt-BR, ja or ar; the nearest to the requested one, English if none is near.',
      resolve: ({ language }) => languageFor(language),
    }),
    marketCityKeys: t.exposeStringList('marketCityKeys', {
      description: 'Keys of the market cities in which the verifier works.',
    }),
    serviceKeys: t.exposeStringList('serviceKeys', {
      description: 'Keys of the services that the verifier carries out; empty for all.',
    }),
    maxActiveJobs: t.exposeInt('maxActiveJobs', {
      description: 'Number of jobs that the verifier works on at the same time.',
    }),
    status: t.field({
      type: ProviderStatusRef,
      description: 'Whether jobs are offered.',
      resolve: ({ status }) => status,
    }),
    activeJobs: t.int({
      description: 'Number of jobs that the verifier works on.',
      resolve: async ({ _id }, _args, { services }) => (await services.jobs.heldBy(_id)) ?? 0,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Creation time.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'Time of the latest change.',
    }),
  }),
});

mutation(createProvider, ProviderRef);
mutation(updateProvider, ProviderRef);
query(getProvider, ProviderRef);
connection(listProviders, connectionType('Provider', ProviderRef, { counted: true }));
