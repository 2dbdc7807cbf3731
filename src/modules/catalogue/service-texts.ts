import type { Language } from '../../messages/language.js';
import type { Question } from '../question/evaluate.js';
import { type Catalogue, serviceOf } from './catalogue.js';
import type { CatalogueFile } from './catalogue-schema.js';
import type { Offer as QuotedOffer } from './quote.js';

// Jobs, quotes and reports store the English texts of the catalogue. A reader of another language gets the catalogue's
// translation of a text under the same key, if the stored text is still that of the catalogue. What an integrator or a
// customer wrote, and what an earlier catalogue had, is shown as it is stored.

type Service = CatalogueFile['services'][number];
type Step = Service['steps'][number];
type QuestionEntry = Service['questions'][number];
type Offer = CatalogueFile['offers'][number];

/** The texts of a service with their translations; plain data, which can be sent to a worker. */
export interface ServiceTexts extends Partial<Pick<Service, 'label' | 'translations'>> {
  steps: readonly Step[];
  questions: readonly QuestionEntry[];
}

/** Returns the texts of a service; the default ones for a missing or unknown service. */
export function textsOf(catalogue: Catalogue, serviceKey: string | null | undefined): ServiceTexts {
  const service = serviceOf(catalogue, serviceKey);
  const { steps, questions } = service ?? catalogue.default;
  return {
    steps,
    questions,
    ...(service && { label: service.label, translations: service.translations }),
  };
}

/** Returns whether a service has a step, question or option with a text in a language. */
export function hasTextsIn({ steps, questions }: ServiceTexts, language: Language): boolean {
  if (language === 'en') return true;
  const options = questions.flatMap((question) => question.options ?? []);
  return [...steps, ...questions, ...options].some(
    ({ translations }) => translations?.[language] !== undefined,
  );
}

/** Texts of no service: everything is shown as it is stored. */
export const noTexts: ServiceTexts = { steps: [], questions: [] };

/** An entry of the catalogue with English texts under the given members. */
type Entry<Member extends string> = { [member in Member]?: string | null | undefined } & {
  translations?:
    | Partial<Record<Exclude<Language, 'en'>, { [member in Member]?: string | undefined }>>
    | undefined;
};

/** Returns a stored text in a language, or as it is stored. */
function translated<Member extends string>(
  entry: Entry<Member> | undefined,
  member: Member,
  stored: string,
  language: Language,
): string {
  if (language === 'en' || entry === undefined || entry[member] !== stored) return stored;
  return entry.translations?.[language]?.[member] ?? stored;
}

/** Returns texts that a job of a service stores in English in the language of a reader. */
export interface Labels {
  service(stored: string): string;
  step(stepName: string, member: 'label' | 'instructions', stored: string): string;
  question(questionKey: string, member: 'label' | 'help' | 'unit', stored: string): string;
  option(questionKey: string, optionKey: string, stored: string): string;
  /** Returns the entry of a question; undefined for a question that the catalogue does not have. */
  entry(questionKey: string): QuestionEntry | undefined;
}

/** Returns the labels of a service in a language. */
export function labelsIn(
  { steps, questions, ...service }: ServiceTexts,
  language: Language,
): Labels {
  const entry = (key: string) => questions.find((one) => one.question_key === key);
  return {
    entry,
    service: (stored) => translated(service, 'label', stored, language),
    step(stepName, member, stored) {
      const step = steps.find((one) => one.step_name === stepName);
      return translated(step, member, stored, language);
    },
    question: (questionKey, member, stored) =>
      translated(entry(questionKey), member, stored, language),
    option(questionKey, optionKey, stored) {
      const option = entry(questionKey)?.options?.find(({ key }) => key === optionKey);
      return translated(option, 'label', stored, language);
    },
  };
}

/** Returns a step with its texts in the language of the labels. */
export function stepIn<S extends { stepName: string; label: string; instructions: string }>(
  labels: Labels,
  step: S,
): S {
  const { stepName, label, instructions } = step;
  return {
    ...step,
    label: labels.step(stepName, 'label', label),
    instructions: labels.step(stepName, 'instructions', instructions),
  };
}

/** Returns a question with its texts in the language of the labels. */
export function questionIn(labels: Labels, question: Question): Question {
  const { questionKey, label, help, unit, options } = question;
  return {
    ...question,
    label: labels.question(questionKey, 'label', label),
    help: help && labels.question(questionKey, 'help', help),
    unit: unit && labels.question(questionKey, 'unit', unit),
    options: options.map(({ key, label: stored }) => ({
      key,
      label: labels.option(questionKey, key, stored),
    })),
  };
}

const offerOf = (catalogue: Catalogue, offerKey: string): Offer | undefined =>
  catalogue.offers.find((one) => one.offer_key === offerKey);

/** Returns the label of a stored offer in a language. */
export const offerLabel = (
  catalogue: Catalogue,
  { offerKey, label }: Pick<QuotedOffer, 'offerKey' | 'label'>,
  language: Language,
): string => translated(offerOf(catalogue, offerKey), 'label', label, language);

/** Returns an offer of a quote with its texts in a language. */
export function offerIn(catalogue: Catalogue, offer: QuotedOffer, language: Language): QuotedOffer {
  const entry = offerOf(catalogue, offer.offerKey);
  const includes = language === 'en' ? undefined : entry?.translations?.[language]?.includes;
  return {
    ...offer,
    label: translated(entry, 'label', offer.label, language),
    description: translated(entry, 'description', offer.description, language),
    includes: offer.includes.map((stored, i) =>
      entry?.includes[i] === stored ? (includes?.[i] ?? stored) : stored,
    ),
  };
}
