import { z } from 'zod';
import type { Aggregate } from '../../aggregate/change.js';
import { Change } from '../../aggregate/change.js';
import { ApiError } from '../../errors.js';
import type { Catalogue } from '../catalogue/catalogue.js';

/** How a verifier is reached: by mail, or by a link that an operator hands over. */
export const providerChannel = z.enum(['email', 'link']);
export type ProviderChannel = z.infer<typeof providerChannel>;

/** Whether jobs are offered to a verifier: always, only by name, or never. */
export const providerStatus = z.enum(['active', 'paused', 'retired']);
export type ProviderStatus = z.infer<typeof providerStatus>;

/** A verifier whom jobs are offered to. */
export interface Provider extends Aggregate {
  status: ProviderStatus;
  label: string;
  channel: ProviderChannel;
  email: string | null;
  /** `mailKey` of `email`; absent without one. */
  emailKey?: string;
  phone: string | null;
  /** Keys of market cities of the catalogue, 1 to 20. */
  marketCityKeys: string[];
  /** Services that it carries out; empty: all. */
  serviceKeys: string[];
  maxActiveJobs: number;
  createdAt: Date;
  /** When its contact data were erased, after which it never changes; absent before. */
  erasedAt?: Date;
  /** Set with `erasedAt` until runs, jobs and mails have no contact data either. */
  erasePending?: true;
  /** Time of the last attempt to finish the erasure; absent before the first and after the last. */
  eraseTriedAt?: Date;
}

/** What stands in place of the name of a verifier whose contact data were erased. */
export const erasedLabel = 'Erased';

export class ProviderChange extends Change<Provider> {
  /** Removes the contact data; the verifier is offered nothing more. */
  blank(): this {
    return this.set({
      status: 'retired',
      label: erasedLabel,
      channel: 'link',
      email: null,
      emailKey: undefined as never,
      phone: null,
      erasedAt: this.now,
      erasePending: true,
    });
  }
}

export const providerNotFound = (id: string) =>
  new ApiError('provider_not_found', `No provider has the id ${JSON.stringify(id.slice(0, 64))}.`);

/** @throws ApiError `market_city_unknown` */
export function checkMarketCities(catalogue: Catalogue, keys: readonly string[]): void {
  const unknown = keys.find((key) => !catalogue.market_cities.some((city) => city.key === key));
  if (unknown === undefined) return;
  const detail = `The catalogue has no market city ${JSON.stringify(unknown.slice(0, 64))}.`;
  throw new ApiError('market_city_unknown', detail);
}
