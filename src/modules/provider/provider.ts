import { z } from 'zod';
import { type Aggregate, aggregatePolicies, Change } from '../../aggregate/change.js';
import { ApiError, errorText } from '../../errors.js';
import { erasedFields, type FieldPolicies, kept } from '../../lib/field-policy.js';
import { quoted } from '../../lib/quoted.js';
import type { Target } from '../../target.js';
import type { Catalogue } from '../catalogue/catalogue.js';

/** The provider that an operation targets. */
export const providerTarget: Target<'id'> = {
  argument: 'id',
  parameter: 'provider_id',
  description: 'Id of the provider.',
  missing: 'provider_not_found',
};

/** Channel of offers to a verifier: mail, text message, or a link that an operator passes on. */
export const providerChannel = z.enum(['email', 'sms', 'link']);
export type ProviderChannel = z.infer<typeof providerChannel>;

/** When jobs are offered to a verifier: always, only by id, or never. */
export const providerStatus = z.enum(['active', 'paused', 'retired']);
export type ProviderStatus = z.infer<typeof providerStatus>;

/** A verifier who gets offers. */
export interface Provider extends Aggregate {
  status: ProviderStatus;
  label: string;
  channel: ProviderChannel;
  email: string | null;
  /** `mailKey` of `email`; absent without one. */
  emailKey?: string;
  phone: string | null;
  /** BCP 47 tag of the language of offers; absent: English. */
  language?: string;
  /** Keys of market cities of the catalogue, 1 to 20. */
  marketCityKeys: string[];
  /** Services that the verifier carries out; empty: all. */
  serviceKeys: string[];
  maxActiveJobs: number;
  createdAt: Date;
  /** When the contact data was erased; the provider never changes after that. Absent before. */
  erasedAt?: Date;
  /** Set with `erasedAt` until runs, jobs and mails have no contact data either. */
  erasePending?: true;
  /** Time of the last attempt to finish the erasure; absent before the first and after the last. */
  eraseTriedAt?: Date;
}

/** Replaces the name of a verifier whose contact data was erased. */
export const erasedLabel = 'Erased';

export const providerPolicies: FieldPolicies<Provider> = {
  ...aggregatePolicies,
  label: { erase: { with: () => erasedLabel }, export: false },
  channel: { erase: { with: () => 'link' }, export: false },
  email: { erase: 'null', export: false },
  emailKey: { erase: 'remove', export: false },
  phone: { erase: 'null', export: false },
  language: { erase: 'remove', export: false },
  marketCityKeys: kept,
  serviceKeys: kept,
  maxActiveJobs: kept,
  createdAt: kept,
  erasedAt: kept,
  erasePending: kept,
  eraseTriedAt: kept,
};

export class ProviderChange extends Change<Provider> {
  /** Erases the contact data; the verifier gets no more offers. */
  blank(): this {
    return this.set({
      ...erasedFields(providerPolicies, this.after, { at: this.now }),
      status: 'retired',
      erasedAt: this.now,
      erasePending: true,
    });
  }
}

export const providerNotFound = (id: string) =>
  new ApiError('provider_not_found', errorText('error.provider_id', { id: quoted(id) }));

/** @throws ApiError `market_city_unknown` */
export function checkMarketCities(catalogue: Catalogue, keys: readonly string[]): void {
  const unknown = keys.find((key) => !catalogue.market_cities.some((city) => city.key === key));
  if (unknown === undefined) return;
  const detail = errorText('error.market_city', { key: quoted(unknown) });
  throw new ApiError('market_city_unknown', detail);
}
