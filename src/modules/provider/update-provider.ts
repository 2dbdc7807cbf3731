import { z } from 'zod';
import { scope } from '../../access.js';
import { ApiError, errorText } from '../../errors.js';
import { operation, post } from '../../operation.js';
import type { Services } from '../../services.js';
import { addressFields, emailMissing, phoneMissing, providerFields } from './create-provider.js';
import { checkMarketCities, type Provider, ProviderChange, providerTarget } from './provider.js';

const updateProviderInput = z
  .object({
    label: providerFields.label().nullish(),
    channel: providerFields.channel().nullish(),
    email: providerFields.email().nullish(),
    phone: providerFields.phone().nullish(),
    language: providerFields.language().nullish(),
    marketCityKeys: providerFields.marketCityKeys().nullish(),
    serviceKeys: providerFields.serviceKeys().nullish(),
    maxActiveJobs: providerFields.maxActiveJobs().nullish(),
    status: providerFields.status().nullish(),
  })
  .refine(({ channel, email }) => channel !== 'email' || email !== null, {
    message: emailMissing,
    path: ['email'],
  })
  .refine(({ channel, phone }) => channel !== 'sms' || phone !== null, {
    message: phoneMissing,
    path: ['phone'],
  })
  .meta({
    description:
      'What to change; omitted: unchanged. Null removes email, phone and language, and leaves any other field unchanged.',
  });
type UpdateProviderInput = z.infer<typeof updateProviderInput>;

const given = <T>(values: readonly T[] | null | undefined) =>
  values ? [...new Set(values)] : null;

function planUpdate(provider: Provider, input: UpdateProviderInput, now: Date): ProviderChange {
  if (provider.erasedAt) {
    const at = provider.erasedAt.toISOString();
    throw new ApiError('erased', errorText('error.provider_erased', { time: at }));
  }
  const email = input.email === undefined ? provider.email : input.email;
  const channel = input.channel ?? provider.channel;
  if (channel === 'email' && email === null) {
    throw new ApiError('invalid_transition', errorText('error.provider_email'));
  }
  const phone = input.phone === undefined ? provider.phone : input.phone;
  if (channel === 'sms' && phone === null) {
    throw new ApiError('invalid_transition', errorText('error.provider_phone'));
  }
  const language = input.language === undefined ? provider.language : input.language;
  return new ProviderChange(provider, now).set({
    label: input.label ?? provider.label,
    channel,
    emailKey: undefined as never,
    language: undefined as never,
    ...addressFields(email),
    phone,
    ...(language != null && { language }),
    marketCityKeys: given(input.marketCityKeys) ?? provider.marketCityKeys,
    serviceKeys: given(input.serviceKeys) ?? provider.serviceKeys,
    maxActiveJobs: input.maxActiveJobs ?? provider.maxActiveJobs,
    status: input.status ?? provider.status,
  });
}

async function update(
  { providers, catalogue, clock }: Pick<Services, 'catalogue' | 'clock' | 'providers'>,
  id: string,
  input: UpdateProviderInput,
): Promise<Provider> {
  await providers.get(id);
  checkMarketCities(catalogue, input.marketCityKeys ?? []);
  return providers.change(id, (provider) => planUpdate(provider, input, clock.now()));
}

export const updateProvider = operation({
  name: 'updateProvider',
  kind: 'mutation',
  description: 'Update a provider; offers that are open stay as they are.',
  access: scope('operator'),
  target: providerTarget,
  input: updateProviderInput,
  errors: ['market_city_unknown', 'invalid_transition', 'erased'],
  example: { max_active_jobs: 5 },
  rest: post('/v1/operator/providers/{provider_id}', {
    tag: 'Dispatch',
    summary: 'Update a provider',
  }),
  run: ({ services }, { id, input }) => update(services, id, input),
});
