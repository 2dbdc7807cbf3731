import { z } from 'zod';
import { isCurrency } from '../../lib/money.js';
import { languages } from '../../messages/language.js';
import {
  optionsMax,
  questionFields,
  questionOptionFields,
  questionsMax,
  questionTextLength,
} from '../question/question.js';

/** The schemas of the catalogue file, one per entry; unknown members are rejected. */

const key = z
  .string()
  .regex(/^[a-z][a-z0-9_]{1,39}$/, 'must be 2 to 40 of a-z, 0-9 and _, a letter first');
/** Length of a service_key in the catalogue and in requests. */
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
/** Languages of translations. */
export const translatedLanguage = z.enum(languages).exclude(['en']);
/**
 * The texts of an entry in other languages, by the names of their members. A language or text that is missing is shown in
 * English.
 */
const translations = <Texts extends z.ZodType>(texts: Texts) =>
  z.partialRecord(translatedLanguage, texts).optional();
const count = z.int('must be a whole number').positive('must be greater than 0');
const currency = z.string().refine(isCurrency, 'must be an ISO 4217 currency code');

export const executionMode = z.enum(['operator', 'self_service']);
export type ExecutionMode = z.infer<typeof executionMode>;

/** Service level of a place, from best to worst. */
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
  /** Instructions for a person on site who knows nothing else about the job. */
  instructions: text,
  translations: translations(z.strictObject({ label: text, instructions: text }).partial()),
});

const translatedText = (max: number) =>
  z.string().trim().min(1, 'must not be empty').max(max, atMost(max));

/** A question of the service, with the same members as in a request. */
const question = z.strictObject({
  question_key: questionFields.questionKey,
  label: questionFields.label,
  help: questionFields.help,
  translations: translations(
    z
      .strictObject({
        label: translatedText(questionTextLength.label),
        help: translatedText(questionTextLength.help),
        unit: translatedText(questionTextLength.unit),
      })
      .partial(),
  ),
  kind: questionFields.kind,
  options: z
    .array(
      z.strictObject({
        ...questionOptionFields,
        translations: translations(
          z.strictObject({ label: translatedText(questionTextLength.option) }).partial(),
        ),
      }),
    )
    .max(optionsMax, `must be at most ${optionsMax}`)
    .nullish(),
  unit: questionFields.unit,
  minimum: questionFields.minimum,
  maximum: questionFields.maximum,
  decimals: questionFields.decimals,
  required: questionFields.required,
  step_name: questionFields.stepName,
  show_when: z
    .strictObject({
      question_key: questionFields.questionKey,
      values: z.array(z.union([z.string(), z.number()])).min(1),
    })
    .nullish(),
  evidence_when: questionFields.evidenceWhen,
  comment_when: questionFields.commentWhen,
  flag_when: questionFields.flagWhen,
});

/** Whole minor units for the offer at 100 % in the band at 100 %, one for each currency. */
const basePrices = z.record(currency, count);

const rules = {
  steps: z
    .array(step)
    .min(1, 'must name a step')
    .refine((all) => all.some((one) => one.required), 'must have a required step'),
  /** Questions besides the objective, in the order of a visit. */
  questions: z.array(question).max(questionsMax, `must be at most ${questionsMax}`).default([]),
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
        /** Percentage of the base price; 0 is free. */
        price_percent: z.int('must be a whole number').min(0, 'must not be negative'),
        includes: z.array(text),
        translations: translations(
          z.strictObject({ label: text, description: text, includes: z.array(text) }).partial(),
        ),
      }),
    )
    .min(1),
  /** Nearest first. A place beyond the last band is unserviceable. */
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
  /** Steps and prices for a missing or unknown service. */
  default: z.strictObject(rules),
  services: z.array(
    z.strictObject({
      service_key: serviceKey,
      label: text,
      translations: translations(z.strictObject({ label: text }).partial()),
      ...rules,
    }),
  ),
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
