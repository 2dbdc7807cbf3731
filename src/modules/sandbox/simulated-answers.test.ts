import { describe, expect, it } from 'vitest';
import type { EvidenceItem } from '../job/evidence-item.js';
import type { Job } from '../job/job.js';
import { toQuestion } from '../question/question.js';
import { resolveQuestions } from '../question/resolve-questions.js';
import { simulatedAnswers } from './simulated-answers.js';

const now = new Date('2026-01-31T12:00:00Z');
const stated = [
  toQuestion({
    questionKey: 'lit',
    label: 'Is it lit?',
    kind: 'yes_no',
    required: true,
    flagWhen: ['no'],
    evidenceWhen: ['yes'],
    commentWhen: ['no'],
  }),
  toQuestion({
    questionKey: 'since',
    label: 'Since when?',
    kind: 'date_time',
    required: true,
    showWhen: { questionKey: 'lit', values: ['no'] },
  }),
  toQuestion({
    questionKey: 'height',
    label: 'How high?',
    kind: 'number',
    required: true,
    minimum: 3,
    maximum: 10,
    decimals: 0,
    flagWhen: { above: 9 },
  }),
];

const job = (objective: string, passed = true) =>
  ({
    objective,
    questions: resolveQuestions([], [], { objective, questions: stated }),
    evidence: [{ evidenceId: 'photo-1', validationPassed: passed } as EvidenceItem],
  }) as Job;
const valuesOf = (objective: string) =>
  simulatedAnswers(job(objective), now).map(({ questionKey, value, cannotTell }) => [
    questionKey,
    cannotTell ? 'cannot_tell' : value,
  ]);

describe('the simulated verifier', () => {
  it.each<[string, unknown[]]>([
    [
      'Is it open?',
      [
        ['objective', 'yes'],
        ['lit', 'yes'],
        ['height', 7],
      ],
    ],
    [
      'Is it open? [sim:no]',
      [
        ['objective', 'no'],
        ['lit', 'yes'],
        ['height', 7],
      ],
    ],
    [
      'Is it open? [sim:cannot_tell]',
      [
        ['objective', 'cannot_tell'],
        ['lit', 'yes'],
        ['height', 7],
      ],
    ],
    [
      'Is it open? [sim:flag]',
      [
        ['objective', 'yes'],
        ['lit', 'no'],
        ['since', now.toISOString()],
        ['height', 10],
      ],
    ],
    ['Is it open? [sim:none]', []],
  ])('answers %s', (objective, answers) => {
    expect(valuesOf(objective)).toEqual(answers);
  });

  it('names its photo where an answer needs one, and comments where that is needed', () => {
    const answers = simulatedAnswers(job('Is it open?'), now);
    expect(answers.find(({ questionKey }) => questionKey === 'lit')?.evidenceIds).toEqual([
      'photo-1',
    ]);
    const flagged = simulatedAnswers(job('Is it open? [sim:flag]'), now);
    expect(flagged.find(({ questionKey }) => questionKey === 'lit')?.comment).toBeTruthy();
  });

  it('answers nothing before a photo has passed', () => {
    expect(simulatedAnswers(job('Is it open?', false), now)).toEqual([]);
  });
});
