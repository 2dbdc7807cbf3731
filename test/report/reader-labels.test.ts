import { describe, expect, it } from 'vitest';
import { languages } from '../../src/messages/language.js';
import { loadCatalogue, questionsFor, stepsFor } from '../../src/modules/catalogue/catalogue.js';
import { textsOf } from '../../src/modules/catalogue/service-texts.js';
import type { Answer } from '../../src/modules/job/answer.js';
import type { Question } from '../../src/modules/question/evaluate.js';
import { answerText } from '../../src/modules/report/answer-text.js';
import { changesFor, limitationsFor } from '../../src/modules/report/reader-text.js';
import { english, wordingIn } from '../../src/modules/report/reader-wording.js';
import { sampleQuestion } from '../answer/support/question.js';
import { sampleItem, sampleJob, sampleModel } from './support/sample.js';

const serviceKey = 'storefront_open';
const catalogue = loadCatalogue(undefined);
const service = textsOf(catalogue, serviceKey);
const wording = wordingIn('de', service);

const answer = (questionKey: string, value: Answer['value']): Answer => ({
  questionKey,
  revision: 1,
  value,
  cannotTell: false,
  reason: null,
  comment: null,
  evidenceIds: [],
  answeredBy: 'verifier',
  answeredAt: new Date('2026-03-02T09:15:00Z'),
  receivedAt: new Date('2026-03-02T09:15:01Z'),
  flagged: false,
});

/** Questions that are always shown, so that each has an answer. */
const shown = (questions: readonly Question[]) =>
  questions.map((question) => ({ ...question, showWhen: null }));

const answers = [
  answer('closed_signs', ['door_locked', 'lights_off']),
  answer('customers_inside', 1200),
  answer('name_on_sign', 'Door locked'),
  answer('seats', ['door_locked', 'many']),
];
const own = sampleQuestion({
  questionKey: 'seats',
  label: 'Entrance',
  kind: 'choices',
  options: [
    { key: 'door_locked', label: 'Door locked' },
    { key: 'many', label: 'Many' },
  ],
});
const job = (of: Parameters<typeof sampleJob>[0] = {}) =>
  sampleJob({
    serviceKey,
    steps: stepsFor(catalogue, serviceKey).map((step) => ({
      ...step,
      status: 'pending',
      evidenceIds: [],
      validationErrors: [],
      completedAt: null,
    })),
    evidence: [1, 2].map((number) => sampleItem(number, { stepName: 'entrance_open' })),
    questions: [...shown(questionsFor(catalogue, serviceKey)), own],
    answers,
    ...of,
  });
const first = await sampleModel(job());
const { content } = await sampleModel(
  job({ answers: [...answers.slice(1), answer('closed_signs', ['notice'])] }),
  { previous: { content: first.content, withdrawn: false }, previousSha256: 'a'.repeat(64) },
);

const bare = (text: string | undefined) => text?.replace(/[\u2066-\u2069]/g, '');
const given = (key: string) => {
  const found = first.content.answers?.find((one) => one.question_key === key);
  if (!found) throw new Error(`no answer to ${key}`);
  return bare(answerText(wording, found, found));
};

describe('a report with labels of the catalogue', () => {
  it('names chosen options, numbers and units in the language of the reader', () => {
    expect(given('closed_signs')).toBe('Tür abgeschlossen und Licht aus');
    expect(given('customers_inside')).toBe('1.200 Personen');
  });

  it('keeps texts of a person, and options of a question that is not of the catalogue', () => {
    expect(given('name_on_sign')).toBe('Door locked');
    expect(given('seats')).toBe('Door locked and Many');
  });

  it('keeps a signed text that is not of the current catalogue', () => {
    const found = first.content.answers?.find((one) => one.question_key === 'closed_signs');
    const older = { ...found!, text: 'Locked and Lights off' };
    expect(bare(answerText(wording, older, older))).toBe('Locked and Lights off');
    const [step] = content.steps;
    expect(wording.labels.step(step!.step_name, 'label', 'Street')).toBe('Street');
  });

  it('names steps in its limitations, and questions in its changes', () => {
    const limits = limitationsFor(wording, content);
    expect(limits.filter(({ isEnglish }) => isEnglish)).toEqual([]);
    expect(limits.map(({ text }) => bare(text)).join(' ')).toContain(
      'Straßenansicht bei der Ankunft',
    );
    const changes = changesFor(wording, content);
    expect(changes?.isEnglish).toBe(false);
    expect(bare(changes?.text)).toContain('Was deutet darauf hin, dass geschlossen ist?');
  });

  it.each(languages.filter((language) => language !== 'en'))(
    'has no English label in %s',
    (language) => {
      const reader = wordingIn(language, service);
      const texts = [...limitationsFor(reader, content), changesFor(reader, content)];
      const all = texts.map((one) => bare(one?.text)).join(' ');
      for (const { label } of content.steps) expect(all).not.toContain(label);
      expect(all).not.toContain('What suggests that it is closed?');
    },
  );

  it('is signed in English', () => {
    expect(limitationsFor(english, content).map(({ text }) => text)).toEqual(content.limitations);
    expect(changesFor(english, content)?.text).toBe(content.change_summary?.summary);
  });
});
