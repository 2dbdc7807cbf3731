import { z } from 'zod';
import { list, text, timestamp } from '../../lib/schema.js';
import { tokenLength } from '../evidence/evidence-input.js';
import { answerReasonText, checkValues, valueFields } from '../job/answer-fields.js';
import { questionsMax } from '../question/question.js';

/** Files that one answer names. */
const evidenceIdsMax = 20;

const answerInput = z
  .object({
    ...valueFields,
    reason: answerReasonText().nullish().describe('With cannot_tell: why it cannot be told.'),
    comment: text(0, 500).nullish().describe('Comment on the answer; null for none.'),
    evidenceIds: list(text(1, 36), { max: evidenceIdsMax })
      .default([])
      .describe('Ids of evidence of the job that shows the answer.'),
    answeredAt: timestamp()
      .nullish()
      .describe('Time of the answer by the clock of the device; null for the time of receipt.'),
  })
  .meta({ input: 'AnswerInput', description: 'The answer to one question.' });

export const answersField = list(answerInput, { min: 1, max: questionsMax + 1 })
  .superRefine((answers, issues) => {
    checkValues(answers, issues);
    for (const [i, { cannotTell, reason }] of answers.entries()) {
      if (cannotTell || reason == null) continue;
      const message = 'goes with cannot_tell only';
      issues.addIssue({ code: 'custom', path: [i, 'reason'], message });
    }
  })
  .describe('Answers to questions of the job, as many as there are yet.');

export const submitAnswersInput = z
  .object({ answers: answersField })
  .meta({ description: 'Answers to questions of the job.' });

const token = (name: string) =>
  text(tokenLength.min, tokenLength.max)
    .nullish()
    .meta({ description: `${name}; null where it is sent as Bearer.`, secret: true });

export const providerAnswersInput = z
  .object({ answers: answersField, providerTaskToken: token('Task token of the assignment') })
  .meta({ description: 'Answers of a verifier.' });

export const captureAnswersInput = z
  .object({ answers: answersField, captureToken: token('Capture token of the invitation') })
  .meta({ description: 'Answers of the requester or an invitee.' });
