import { z } from 'zod';
import { isCurrency } from '../../lib/money.js';

/** What the catalogue file holds, one schema an entry; a member that none of them names is refused. */

const key = z
  .string()
  .regex(/^[a-z][a-z0-9_]{1,39}$/, 'must be 2 to 40 of a-z, 0-9 and _, a letter first');
/** Characters of a service_key, in the catalogue and in requests. */
export const serviceKeyLength = { min: 2, max: 120 };
const textLengthMax = 1000;
const atMost = (max: number) => `must be at most ${max} long`;
const serviceKey = z
  .string()
  .min(serviceKeyLength.min, `must be at least ${serviceKeyLength.min} long`)
  .max(serviceKeyLength.max, atMost(serviceKeyLength.max));
const text = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(textLengthMax, atMost(textLengthMax));
const count = z.int('must be a whole number').positive('must be greater than 0');
const currency = z.string().refine(isCurrency, 'must be an ISO 4217 currency code');

export const executionMode = z.enum(['operator', 'self_service']);
export type ExecutionMode = z.infer<typeof executionMode>;

/** Whether somebody can be sent to a place, from best to worst. */
export const serviceabilityLevel = z.enum([
  'covered',
  'limited',
  'self_service_only',
  'unserviceable',
]);
export type ServiceabilityLevel = z.infer<typeof serviceabilityLevel>;

const step = z.strictObject({
  step_name: key,
  label: text,
  required: z.boolean(),
  /** What to do, for a person on site who knows nothing else about the job. */
  instructions: text,
});

/** Whole minor units for the offer at 100 % in the band at 100 %, one for each currency. */
const basePrices = z.record(currency, count);

const rules = {
  steps: z
    .array(step)
    .min(1, 'must name a step')
    .refine((all) => all.some((one) => one.required), 'must have a required step'),
  base_prices: basePrices,
};

export const fileSchema = z.strictObject({
  /** Prices are rounded to the nearest multiple of the step, in minor units. */
  currencies: z.array(z.strictObject({ code: currency, price_step_minor: count })).min(1),
  offers: z
    .array(
      z.strictObject({
        offer_key: key,
        label: text,
        description: text,
        execution_mode: executionMode,
        turnaround_hours: count,
        /** Share of the base price; 0 is free. */
        price_percent: z.int('must be a whole number').min(0, 'must not be negative'),
        includes: z.array(text),
      }),
    )
    .min(1),
  /** Nearest first. Farther than the last band reaches, a place is unserviceable. */
  distance_bands: z
    .array(
      z.strictObject({
        level: serviceabilityLevel.exclude(['unserviceable']),
        up_to_km: count,
        price_percent: count,
        estimated_hours_min: count,
        estimated_hours_max: count,
        available_offers: z.array(key).min(1, 'must name an offer'),
        recommended_offer: key,
      }),
    )
    .min(1),
  /** Steps and prices where no service is named or it is unknown. */
  default: z.strictObject(rules),
  services: z.array(z.strictObject({ service_key: serviceKey, label: text, ...rules })),
  market_cities: z
    .array(
      z.strictObject({
        key,
        name: text,
        /** ISO 3166-1 alpha-2. */
        country: z.string().regex(/^[A-Z]{2}$/, 'must be an ISO 3166-1 alpha-2 code'),
        currency,
        latitude: z.number().min(-90, 'must be within ±90').max(90, 'must be within ±90'),
        longitude: z.number().min(-180, 'must be within ±180').max(180, 'must be within ±180'),
      }),
    )
    .min(1, 'must name a city'),
});
export type CatalogueFile = z.infer<typeof fileSchema>;
