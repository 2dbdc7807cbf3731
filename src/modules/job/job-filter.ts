import { z } from 'zod';
import { filterText } from '../../lib/bounded-text.js';
import { choice, codePointLength, flag, jsonValue, list, timestamp } from '../../lib/schema.js';
import { textLengthMax } from '../question/evaluate.js';
import { questionKeyText } from '../question/question.js';
import { jobStatus } from './job.js';

const conditionsMax = 5;

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

/** Conditions of lists and counts; all of the given ones must match. */
export const jobFilter = z
  .object({
    status: choice(jobStatus).nullish().describe('Only jobs with this status.'),
    serviceKey: filterText().nullish().describe('Only jobs with this service key.'),
    createdAfter: timestamp().nullish().describe('Only jobs created after this time.'),
    createdBefore: timestamp().nullish().describe('Only jobs created before this time.'),
    answers: list(answerCondition, { max: conditionsMax })
      .nullish()
      .describe('Only jobs with these answers; an index serves the first.'),
    flagged: flag()
      .nullish()
      .describe(
        'Only jobs with a flagged answer; with false only jobs with answers of which none is flagged.',
      ),
  })
  .meta({ input: 'JobFilter', description: 'Conditions on jobs; a job must meet all of them.' });
