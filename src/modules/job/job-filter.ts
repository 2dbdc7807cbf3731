import { z } from 'zod';
import { filterText, idText, queryText } from '../../lib/bounded-text.js';
import { metadataFilter, metadataFilterMax } from '../../lib/metadata.js';
import {
  choice,
  codePointLength,
  finite,
  flag,
  jsonValue,
  list,
  pattern,
  text,
  timestamp,
} from '../../lib/schema.js';
import { wordsIn } from '../../lib/search-text.js';
import { cannotTell, textLengthMax } from '../question/evaluate.js';
import { questionKeyText } from '../question/question.js';
import { jobStatus } from './job.js';
import { defaultTurnaroundHours } from './job-change.js';
import type { AnswerCondition, JobFilter } from './job-conditions.js';

const conditionsMax = 5;
const servicesMax = 20;

const answerCondition = z
  .object({
    questionKey: questionKeyText().describe('Key of the question.'),
    value: jsonValue(
      {
        anyOf: [
          { type: 'string', maxLength: textLengthMax },
          { type: 'number', format: 'double' },
        ],
      },
      (value) =>
        value === null ||
        value === undefined ||
        typeof value === 'number' ||
        (typeof value === 'string' && codePointLength(value) <= textLengthMax)
          ? undefined
          : 'Input should be a string or a number',
    )
      .nullish()
      .describe('The value; of choices, one of the keys.'),
    cannotTell: flag().nullish().describe('True for an answer that it cannot be told.'),
    flagged: flag().nullish().describe('True for a flagged answer.'),
  })
  .superRefine(({ value, cannotTell, flagged }, issues) => {
    const given = [value != null, cannotTell === true, flagged === true].filter(Boolean).length;
    if (given === 1 && cannotTell !== false && flagged !== false) return;
    const message = 'needs either a value, cannotTell: true or flagged: true';
    issues.addIssue({ code: 'custom', path: ['value'], message });
  })
  .meta({ input: 'AnswerFilter', description: 'The answer to a question.' });

const wordsMax = 10;

export const searchText = () =>
  text(1, 200).refine((given) => {
    const { length } = wordsIn(given);
    return length > 0 && length <= wordsMax;
  }, `a search needs 1 to ${wordsMax} words`);

const latitude = () => finite({ ge: -90, le: 90 });
const longitude = () => finite({ ge: -180, le: 180 });
const radiusMax = 1_000_000;

const box = z
  .object({
    west: longitude().describe('Westernmost longitude in degrees.'),
    south: latitude().describe('Southernmost latitude in degrees.'),
    east: longitude().describe(
      'Easternmost longitude in degrees; less than `west` for a box that crosses the antimeridian.',
    ),
    north: latitude().describe('Northernmost latitude in degrees.'),
  })
  .refine(({ south, north }) => south <= north, 'south should not be above north')
  .meta({ input: 'BoxFilter', description: 'A part of the map, including its edges.' });

const near = z
  .object({
    latitude: latitude().describe('Latitude of the center in degrees.'),
    longitude: longitude().describe('Longitude of the center in degrees.'),
    radiusMetres: finite({ ge: 1, le: radiusMax }).describe('Radius in metres, along the ground.'),
  })
  .meta({ input: 'NearFilter', description: 'A circle on the map.' });

/** Returns the two ends of a range of times. */
function range<Name extends string>(name: Name, event: string) {
  return {
    [`${name}After`]: timestamp().nullish().describe(`Only jobs ${event} at or after this time.`),
    [`${name}Before`]: timestamp().nullish().describe(`Only jobs ${event} before this time.`),
  } as Record<`${Name}After` | `${Name}Before`, z.ZodOptional<z.ZodNullable<z.ZodDate>>>;
}

/** The conditions that REST and GraphQL express in the same form. */
const common = {
  marketCityKey: filterText()
    .nullish()
    .describe(
      'Only jobs nearest to this market city of the catalogue, as of the creation of the job.',
    ),
  ...range('created', 'created'),
  ...range('updated', 'last changed'),
  ...range('completed', 'completed'),
  ...range('expires', 'with a deadline'),
  metadata: metadataFilter()
    .nullish()
    .describe(`Only jobs with these values of metadata, of at most ${metadataFilterMax} keys.`),
  flagged: flag()
    .nullish()
    .describe(
      'Only jobs with a flagged answer; with false only jobs with answers of which none is flagged.',
    ),
  disputed: flag()
    .nullish()
    .describe('Only jobs whose result was ever disputed; with false only the others.'),
  overdue: flag()
    .nullish()
    .describe(
      `Only opened jobs without a verified result after what the selected offer promises, or after ${defaultTurnaroundHours} hours; with false only the others.`,
    ),
  hasReport: flag()
    .nullish()
    .describe('Only jobs with a report that is not withdrawn; with false only the others.'),
  scheduleId: idText().nullish().describe('Only jobs that this job schedule created.'),
  q: searchText()
    .nullish()
    .describe(
      `Only jobs whose objective and address contain all of these words, at most ${wordsMax}. Each matches the start of a word; accents and case do not matter.`,
    ),
};

/** Conditions of lists and counts; all of the given ones must match. */
export const jobFilter = z
  .object({
    status: choice(jobStatus).nullish().describe('Only jobs with this status.'),
    statuses: list(choice(jobStatus), { min: 1, max: jobStatus.options.length })
      .nullish()
      .describe('Only jobs with one of these statuses.'),
    serviceKey: filterText().nullish().describe('Only jobs with this service key.'),
    serviceKeys: list(filterText(), { min: 1, max: servicesMax })
      .nullish()
      .describe('Only jobs with one of these service keys.'),
    answers: list(answerCondition, { max: conditionsMax })
      .nullish()
      .describe('Only jobs with these answers; an index serves the first.'),
    box: box.nullish().describe('Only jobs in this part of the map.'),
    near: near.nullish().describe('Only jobs in this circle.'),
    ...common,
  })
  .meta({ input: 'JobFilter', description: 'Conditions on jobs; a job must meet all of them.' });

/** Maximum length of a value in a query. */
const answerTextMax = 500;

/** Parses numbers that are separated by commas; NaN for any other text. */
const numbersIn = (given: string): number[] =>
  given
    .split(',')
    .map((part) => (/^\s*[-+]?\d+(\.\d*)?\s*$/.test(part) ? Number(part) : Number.NaN));

/** A text of numbers, which must satisfy the schema of an object with these members. */
function numbers<T extends z.ZodObject>(schema: T, names: readonly (keyof z.output<T> & string)[]) {
  const parse = (given: string) => {
    const parts = numbersIn(given);
    return parts.length === names.length
      ? Object.fromEntries(names.map((name, i) => [name, parts[i]]))
      : null;
  };
  const form = queryText().check(({ value, issues }) => {
    const result = schema.safeParse(parse(value));
    if (result.success) return;
    const [issue] = result.error.issues;
    const at = names.map(String).indexOf(String(issue?.path[0]));
    const place = at < 0 ? '' : `number ${at + 1}: `;
    const isIncomplete = parse(value) === null || numbersIn(value).some(Number.isNaN);
    const message = isIncomplete
      ? `needs ${names.length} numbers separated by commas`
      : `${place}${issue?.message}`;
    issues.push({ code: 'custom', message, input: value });
  });
  return { form: () => form, parse: (given: string) => schema.parse(parse(given)) };
}

const boxText = numbers(box, ['west', 'south', 'east', 'north']);
const nearText = numbers(near, ['latitude', 'longitude', 'radiusMetres']);

/** The same conditions as query parameters. */
export const jobFilterQuery = {
  status: queryText()
    .nullish()
    .describe(
      'Only jobs with this status, or one of several separated by commas; an unknown status matches none.',
    ),
  answer: pattern(`^[a-z0-9_]{2,40}:[^\\n]{1,${answerTextMax}}$`)
    .nullish()
    .describe(
      'Only jobs with this answer, such as `objective:no` or `objective:cannot_tell`; of choices, one of the keys.',
    ),
  serviceKey: queryText()
    .refine(
      (given) => given.split(',').length <= servicesMax,
      `needs at most ${servicesMax} service keys`,
    )
    .nullish()
    .describe('Only jobs with this service key, or one of several separated by commas.'),
  box: boxText
    .form()
    .nullish()
    .describe(
      'Only jobs in this part of the map, as `west,south,east,north` in degrees; `west` exceeds `east` if it crosses the antimeridian.',
    ),
  near: nearText
    .form()
    .nullish()
    .describe(
      `Only jobs in this circle, as \`latitude,longitude,radius_m\` in degrees and metres, of at most ${radiusMax} metres.`,
    ),
  ...common,
};
type Query = z.infer<z.ZodObject<typeof jobFilterQuery>>;

/** Parses a condition of a query: the key, a colon, and the value. */
function conditionOf(answer: string): AnswerCondition {
  const [questionKey = '', ...rest] = answer.split(':');
  const value = rest.join(':');
  return value === cannotTell ? { questionKey, cannotTell: true } : { questionKey, value };
}

const listed = (given: string | null | undefined) => given?.split(',') ?? null;

/** Returns the known ones of several statuses; an unknown one, which matches nothing, if none is known. */
function statusesIn(given: string | null | undefined): string[] | null {
  const all = listed(given);
  const known = jobStatus.options.filter((status) => all?.includes(status));
  return all && (known.length > 0 ? known : all.slice(0, 1));
}

/** Returns the filter of query parameters. */
export function filterOfQuery(query: Query): JobFilter {
  const { status, serviceKey, answer, box, near, ...others } = query;
  return {
    ...others,
    statuses: statusesIn(status),
    serviceKeys: listed(serviceKey),
    answers: answer ? [conditionOf(answer)] : null,
    box: box == null ? null : boxText.parse(box),
    near: near == null ? null : nearText.parse(near),
  };
}
