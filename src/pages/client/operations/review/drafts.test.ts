import { describe, expect, it } from 'vitest';
import { sampleQuestion } from '../../../../../test/answer/support/question.js';
import type { Question } from '../../../../modules/question/evaluate.js';
import {
  type Answering,
  countsOf,
  type Draft,
  keptDrafts,
  sentAnswers,
  shownQuestions,
  wasReviewed,
} from './drafts.js';
import type { JobAnswer } from './reviewed-job.js';

const question = (questionKey: string, more: Partial<Question> = {}) =>
  sampleQuestion({ questionKey, ...more });
const answer = (questionKey: string, more: Partial<JobAnswer> = {}): JobAnswer => ({
  questionKey,
  revision: 1,
  value: 'no',
  cannotTell: false,
  reason: null,
  comment: null,
  evidenceIds: [],
  answeredBy: 'VERIFIER',
  answeredAt: '2026-11-20T10:00:00.000Z',
  flagged: false,
  confirmedAt: null,
  ...more,
});
const draft = (more: Partial<Draft>): Draft => ({ choice: null, value: null, reason: '', ...more });
const confirmedAt = '2026-11-20T11:00:00.000Z';

const job: Answering = {
  questions: [
    question('open'),
    question('since', { kind: 'text', showWhen: { questionKey: 'open', values: ['no'] } }),
    question('seen'),
    question('sign'),
    question('empty'),
  ],
  answers: [
    answer('open'),
    answer('since', { value: 'May' }),
    answer('seen', { value: null, cannotTell: true, reason: 'It is dark.' }),
    answer('sign', { confirmedAt }),
  ],
};
const since = { question_key: 'since', value: 'May' };
const seen = { question_key: 'seen', cannot_tell: true, reason: 'It is dark.' };
const no = { question_key: 'open', value: 'no' };

describe('sentAnswers', () => {
  it('confirms the answers that are not confirmed yet when the job is accepted', () => {
    expect(sentAnswers(job, {}, 'accept')).toEqual([no, since, seen]);
  });

  it.each(['more', 'fail'] as const)('confirms only accepted answers with %s', (decision) => {
    expect(sentAnswers(job, {}, decision)).toEqual([]);
    const drafts = { open: draft({ choice: 'accept' }), empty: draft({ choice: 'accept' }) };
    expect(sentAnswers(job, drafts, decision)).toEqual([no]);
  });

  it('leaves out an answer that a correction hides', () => {
    const drafts = { open: draft({ choice: 'correct', value: 'yes', reason: ' It is. ' }) };
    const corrected = { question_key: 'open', value: 'yes', reason: 'It is.' };
    expect(sentAnswers(job, drafts, 'accept')).toEqual([corrected, seen]);
    expect(shownQuestions(job, drafts).map(({ questionKey }) => questionKey)).not.toContain(
      'since',
    );
  });

  it('sends the reason of "cannot tell", also for an answer that is confirmed', () => {
    const drafts = { sign: draft({ choice: 'cannot_tell', reason: 'Blurred.' }) };
    expect(sentAnswers(job, drafts, 'more')).toEqual([
      { question_key: 'sign', cannot_tell: true, reason: 'Blurred.' },
    ]);
  });
});

describe('countsOf', () => {
  it('counts confirmations, corrections and answers to open questions', () => {
    const drafts = {
      open: draft({ choice: 'correct', value: 'no', reason: 'Seen.' }),
      seen: draft({ choice: 'correct', value: 'yes', reason: 'Seen.' }),
      sign: draft({ choice: 'cannot_tell', reason: 'Blurred.' }),
      empty: draft({ choice: 'correct', value: 'yes' }),
    };
    expect(countsOf(job, sentAnswers(job, drafts, 'accept'))).toEqual({
      confirmed: 2,
      corrected: 2,
      added: 1,
    });
  });

  it('compares values as they are stored', () => {
    const value = ['b', 'a'];
    const options = ['a', 'b'].map((key) => ({ key, label: key }));
    const chosen: Answering = {
      questions: [question('choices', { kind: 'choices', options })],
      answers: [answer('choices', { value: ['a', 'b'] })],
    };
    const sent = [{ question_key: 'choices', value, reason: 'Seen.' }];
    expect(countsOf(chosen, sent)).toMatchObject({ confirmed: 1, corrected: 0 });
  });
});

describe('after a conflict', () => {
  it('keeps the drafts of answers that have not changed', () => {
    const after: Answering = {
      ...job,
      answers: job.answers.map((one) =>
        one.questionKey === 'open'
          ? { ...one, revision: 2 }
          : one.questionKey === 'since'
            ? { ...one, confirmedAt }
            : one,
      ),
    };
    const typed = draft({ choice: 'correct', value: 'yes', reason: 'Seen.' });
    const drafts = { open: typed, since: typed, seen: typed, empty: typed };
    expect(Object.keys(keptDrafts(job, after, drafts))).toEqual(['seen', 'empty']);
  });

  const submitted = { status: 'submitted', answers: job.answers };
  it.each([
    ['nothing changed', submitted, submitted, false],
    ['the job was accepted', submitted, { ...submitted, status: 'completed' }, true],
    ['the job was set back', submitted, { ...submitted, status: 'in_progress' }, true],
    ['the job was cancelled', submitted, { ...submitted, status: 'cancelled' }, false],
    [
      'the requester disputed it',
      { ...submitted, status: 'completed' },
      { ...submitted, status: 'disputed' },
      false,
    ],
    [
      'an answer was confirmed',
      submitted,
      { ...submitted, answers: [answer('open', { confirmedAt })] },
      true,
    ],
    [
      'an answer was given again',
      submitted,
      { ...submitted, answers: [answer('open', { revision: 2 })] },
      false,
    ],
  ])('reports another review: %s', (_name, before, after, expected) => {
    expect(wasReviewed(before, after)).toBe(expected);
  });
});
