import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { z } from 'zod';
import { brokenRules } from './catalogue-rules.js';
import { type CatalogueFile, fileSchema } from './catalogue-schema.js';

/** Services, offers, market cities, distance bands and prices; checked, never changed after. */
export type Catalogue = Readonly<CatalogueFile>;

/** What the verifier has to show, as a service asks for it. */
export interface StepTemplate {
  stepName: string;
  label: string;
  required: boolean;
  instructions: string;
}

/** A catalogue that cannot be used; its message is one line that names what is wrong. */
export class CatalogueError extends Error {
  override readonly name = 'CatalogueError';
}

/**
 * Reads a catalogue out of JSON text.
 * @throws CatalogueError one line naming the first member that is wrong, and how many more are
 */
export function parseCatalogue(text: string): Catalogue {
  let json: unknown;
  try {
    // Some editors begin a file with a byte order mark.
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

/** `services[2].label must not be empty`. */
function textOf(issue: z.core.$ZodIssue): string {
  const path = issue.path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '');
  // zod reports the key of a record as an issue of its own inside this one.
  const inner = issue.code === 'invalid_key' ? issue.issues[0]?.message : undefined;
  return oneLine(`${path || 'the file'}: ${inner ?? issue.message}`);
}

const shippedFile = new URL('./catalogue.json', import.meta.url);

/**
 * The catalogue in this file, or the shipped one.
 * @param path value of CATALOGUE_FILE; undefined: the shipped catalogue
 * @throws CatalogueError one line naming the variable, the file and what is wrong
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

const serviceOf = (catalogue: Catalogue, serviceKey: string | null | undefined) =>
  catalogue.services.find((service) => service.service_key === serviceKey);

/** The steps of a service; the default ones where it is not named or unknown. */
export function stepsFor(
  catalogue: Catalogue,
  serviceKey: string | null | undefined,
): StepTemplate[] {
  const { steps } = serviceOf(catalogue, serviceKey) ?? catalogue.default;
  return steps.map(({ step_name: stepName, label, required, instructions }) => {
    return { stepName, label, required, instructions };
  });
}

/** What customers call a service; null where it is not named or unknown. */
export function labelFor(
  catalogue: Catalogue,
  serviceKey: string | null | undefined,
): string | null {
  return serviceOf(catalogue, serviceKey)?.label ?? null;
}

/**
 * Price in whole minor units before distance and turnaround; the default one where the service is
 * not named or unknown.
 * @throws Error when the catalogue lacks the currency
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
