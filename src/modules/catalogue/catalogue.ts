import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { z } from 'zod';
import type { Question } from '../question/evaluate.js';
import { questionsOf } from './catalogue-questions.js';
import { brokenRules } from './catalogue-rules.js';
import { type CatalogueFile, fileSchema, translatedLanguage } from './catalogue-schema.js';

/** Services, offers, market cities, distance bands and prices; validated and immutable. */
export type Catalogue = Readonly<CatalogueFile>;

/** A step of a service. */
export interface StepTemplate {
  stepName: string;
  label: string;
  required: boolean;
  instructions: string;
}

/** A catalogue that cannot be used; the message is one line with the reason. */
export class CatalogueError extends Error {
  override readonly name = 'CatalogueError';
}

/**
 * Parses a catalogue from JSON text.
 * @throws CatalogueError one line naming the first invalid member, and the number of further ones
 */
export function parseCatalogue(text: string): Catalogue {
  let json: unknown;
  try {
    // Some editors start a file with a byte order mark.
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new CatalogueError(`is not valid JSON: ${oneLine((error as Error).message)}`);
  }
  const parsed = fileSchema.safeParse(json);
  const problems = parsed.success ? brokenRules(parsed.data) : parsed.error.issues.map(textOf);
  const [first, ...others] = problems;
  if (parsed.success && first === undefined) return parsed.data;
  throw new CatalogueError(`${first}${others.length > 0 ? ` (and ${others.length} more)` : ''}`);
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ');

/** Formats an issue, for example `services[2].label must not be empty`. */
function textOf(issue: z.core.$ZodIssue): string {
  const path = issue.path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '');
  return oneLine(`${path || 'the file'}: ${reasonOf(issue)}`);
}

function reasonOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys' && issue.path.at(-1) === 'translations') {
    const known = translatedLanguage.options.join(', ');
    return `unknown language ${issue.keys.join(', ')}; must be one of ${known}`;
  }
  // zod reports the key of a record as a nested issue.
  const inner = issue.code === 'invalid_key' ? issue.issues[0]?.message : undefined;
  return inner ?? issue.message;
}

const shippedFile = new URL('./catalogue.json', import.meta.url);

/**
 * Loads the catalogue from a file, or the shipped one.
 * @param path value of CATALOGUE_FILE; undefined: the shipped catalogue
 * @throws CatalogueError one line with the variable, the file and the reason
 */
export function loadCatalogue(path: string | undefined): Catalogue {
  const file = path ?? fileURLToPath(shippedFile);
  try {
    return parseCatalogue(readFileSync(file, 'utf8'));
  } catch (error) {
    const source = path === undefined ? `catalogue ${file}` : `CATALOGUE_FILE ${file}`;
    throw new CatalogueError(`${source}: ${oneLine((error as Error).message)}`, { cause: error });
  }
}

/** Returns a service; undefined for a missing or unknown one. */
export const serviceOf = (catalogue: Catalogue, serviceKey: string | null | undefined) =>
  catalogue.services.find((service) => service.service_key === serviceKey);

/** Returns the steps of a service; the default ones for a missing or unknown service. */
export function stepsFor(
  catalogue: Catalogue,
  serviceKey: string | null | undefined,
): StepTemplate[] {
  const { steps } = serviceOf(catalogue, serviceKey) ?? catalogue.default;
  return steps.map(({ step_name: stepName, label, required, instructions }) => {
    return { stepName, label, required, instructions };
  });
}

/** Returns the questions of a service besides the objective; the default ones for a missing or unknown service. */
export const questionsFor = (
  catalogue: Catalogue,
  serviceKey: string | null | undefined,
): Question[] => questionsOf(serviceOf(catalogue, serviceKey) ?? catalogue.default);

/** Returns the customer-facing label of a service, in English; null for a missing or unknown service. */
export const labelFor = (
  catalogue: Catalogue,
  serviceKey: string | null | undefined,
): string | null => serviceOf(catalogue, serviceKey)?.label ?? null;

/**
 * Returns the price in whole minor units before distance and turnaround; the default one for a missing or unknown
 * service.
 * @throws Error if the catalogue lacks the currency
 */
export function basePriceMinor(
  catalogue: Catalogue,
  serviceKey: string | null | undefined,
  currency: string,
): number {
  const { base_prices } = serviceOf(catalogue, serviceKey) ?? catalogue.default;
  const price = base_prices[currency];
  if (price === undefined) throw new Error(`the catalogue has no prices in ${currency}`);
  return price;
}
