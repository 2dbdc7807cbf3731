import { z } from 'zod';
import { scope } from '../../access.js';
import { emailText } from '../../lib/email-text.js';
import { newId } from '../../lib/ids.js';
import { languageRule, languageTag } from '../../lib/language-tag.js';
import { choice, list, text, whole } from '../../lib/schema.js';
import { operation, post } from '../../operation.js';
import type { Services } from '../../services.js';
import { serviceKeyText } from '../job/text-lengths.js';
import { mailKey } from '../mail/mail.js';
import { checkMarketCities, type Provider, providerChannel, providerStatus } from './provider.js';

const market = { min: 1, max: 20 };
const servicesMax = 50;

/** The fields of a provider; each operation decides which are optional. */
export const providerFields = {
  label: () => text(2, 200).describe('Name of the verifier.'),
  channel: () => choice(providerChannel).describe('How offers reach the verifier.'),
  email: () => emailText().describe('Address to which offers are mailed.'),
  phone: () =>
    text(7, 40).describe(
      'Phone number, for operators and the channel sms. Without a country code, it is one of the country of each job.',
    ),
  language: () => languageTag().describe(`Language of offers to the verifier. ${languageRule}`),
  marketCityKeys: () =>
    list(text(0, 120), market).describe('Keys of the market cities in which the verifier works.'),
  serviceKeys: () =>
    list(serviceKeyText(), { max: servicesMax }).describe(
      'Keys of the services that the verifier carries out; empty for all.',
    ),
  maxActiveJobs: () =>
    whole({ ge: 1, le: 50 }).describe(
      'Number of jobs that the verifier works on at the same time.',
    ),
  status: () =>
    choice(providerStatus).describe('Whether jobs are offered: always, only by name, or never.'),
};

/** The error for a verifier with the channel email but without an address. */
export const emailMissing = 'The channel email needs an email.';
/** The error for a verifier with the channel sms but without a number. */
export const phoneMissing = 'The channel sms needs a phone.';

const createProviderInput = z
  .object({
    label: providerFields.label(),
    channel: providerFields.channel(),
    email: providerFields.email().nullish(),
    phone: providerFields.phone().nullish(),
    language: providerFields.language().nullish(),
    marketCityKeys: providerFields.marketCityKeys(),
    serviceKeys: providerFields.serviceKeys().default([]),
    maxActiveJobs: providerFields.maxActiveJobs().default(3),
    status: providerFields.status().default('active'),
  })
  .refine(({ channel, email }) => channel !== 'email' || email != null, {
    message: emailMissing,
    path: ['email'],
  })
  .refine(({ channel, phone }) => channel !== 'sms' || phone != null, {
    message: phoneMissing,
    path: ['phone'],
  })
  .meta({ description: 'A verifier.' });

/** Returns an address and its key for comparisons; the key is absent without an address. */
export const addressFields = (email: string | null): Pick<Provider, 'email' | 'emailKey'> => ({
  email,
  ...(email !== null && { emailKey: mailKey(email) }),
});

async function create(
  services: Pick<Services, 'catalogue' | 'clock' | 'providers' | 'publicIntegratorId'>,
  input: z.infer<typeof createProviderInput>,
): Promise<Provider> {
  checkMarketCities(services.catalogue, input.marketCityKeys);
  const now = services.clock.now();
  const { email, phone, language, marketCityKeys, serviceKeys, ...fields } = input;
  const provider: Provider = {
    _id: newId(),
    integratorId: services.publicIntegratorId,
    ...fields,
    ...addressFields(email ?? null),
    phone: phone ?? null,
    ...(language != null && { language }),
    marketCityKeys: [...new Set(marketCityKeys)],
    serviceKeys: [...new Set(serviceKeys)],
    revision: 1,
    createdAt: now,
    updatedAt: now,
    outbox: [],
  };
  await services.providers.insert(provider);
  return provider;
}

export const createProvider = operation({
  name: 'createProvider',
  kind: 'mutation',
  description: 'Create a provider: a verifier to whom dispatch runs offer jobs.',
  access: scope('operator'),
  input: createProviderInput,
  errors: ['market_city_unknown'],
  example: {
    label: 'Kim Verifier',
    channel: 'email',
    email: 'kim@verifiers.example',
    market_city_keys: ['berlin'],
  },
  rest: post('/v1/operator/providers', {
    tag: 'Dispatch',
    summary: 'Create a provider',
    status: 201,
    location: (provider) => `/v1/operator/providers/${provider.provider_id}`,
  }),
  run: ({ services }, { input }) => create(services, input),
});
