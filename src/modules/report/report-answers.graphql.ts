import { builder } from '../../graphql/builder.js';
import { AnsweredByRef } from '../job/answer.graphql.js';
import { QuestionKindRef } from '../question/question.graphql.js';
import type { ContentAnswer, ContentHeadline, CorrectedAnswer } from './report-schema.js';

const maybeTime = { type: 'DateTime' as const, nullable: true as const };
const maybeAuthor = { type: AnsweredByRef, nullable: true as const };

export const ReportHeadlineRef = builder.objectRef<ContentHeadline>('ReportHeadline').implement({
  description: 'The objective with its answer in one line.',
  fields: (t) => ({
    question: t.exposeString('question', { description: 'The objective as a question.' }),
    answer: t.exposeString('answer', {
      nullable: true,
      description: 'The answer in one line; null without an answer.',
    }),
    answeredBy: t.expose('answered_by', {
      ...maybeAuthor,
      description: 'The role that answered; null without an answer.',
    }),
    answeredAt: t.expose('answered_at', {
      ...maybeTime,
      description: 'Time of the answer; null without one.',
    }),
    confirmedBy: t.expose('confirmed_by', {
      ...maybeAuthor,
      description: 'Who confirmed the answer; null while it is unconfirmed.',
    }),
    evidenceId: t.expose('evidence_id', {
      type: 'UUID',
      nullable: true,
      description: 'Id of the photo that shows the answer; null where the answer names none.',
    }),
  }),
});

const value = {
  type: 'JSON' as const,
  nullable: true as const,
  description: 'The value, as the kind of the question says; null where it cannot be told.',
  resolve: (answer: CorrectedAnswer) => answer.value,
};
const texts = {
  cannotTell: 'Whether the answer is that it cannot be told.',
  text: 'The value as people read it.',
  reason: 'Why it cannot be told, or why a reviewer corrected it; else null.',
  comment: 'Comment on the answer; null without one.',
  answeredBy: 'Who gave it.',
  answeredAt: 'Time of the answer by the clock of the device.',
};

const CorrectedAnswerRef = builder.objectRef<CorrectedAnswer>('CorrectedAnswer').implement({
  description: 'An answer that a reviewer corrected.',
  fields: (t) => ({
    value: t.field(value),
    cannotTell: t.exposeBoolean('cannot_tell', { description: texts.cannotTell }),
    text: t.exposeString('text', { description: texts.text }),
    reason: t.exposeString('reason', { nullable: true, description: texts.reason }),
    comment: t.exposeString('comment', { nullable: true, description: texts.comment }),
    answeredBy: t.expose('answered_by', { type: AnsweredByRef, description: texts.answeredBy }),
    answeredAt: t.expose('answered_at', { type: 'DateTime', description: texts.answeredAt }),
  }),
});

export const ReportAnswerRef = builder.objectRef<ContentAnswer>('ReportAnswer').implement({
  description: 'The answer to a question, as it was signed.',
  fields: (t) => ({
    questionKey: t.exposeString('question_key', { description: 'Key of the question.' }),
    question: t.exposeString('question', { description: 'The question.' }),
    kind: t.expose('kind', { type: QuestionKindRef, description: 'Kind of the answer.' }),
    value: t.field(value),
    cannotTell: t.exposeBoolean('cannot_tell', { description: texts.cannotTell }),
    text: t.exposeString('text', { description: texts.text }),
    reason: t.exposeString('reason', { nullable: true, description: texts.reason }),
    comment: t.exposeString('comment', { nullable: true, description: texts.comment }),
    evidenceIds: t.exposeStringList('evidence_ids', {
      description: 'Ids of the evidence that shows the answer.',
    }),
    answeredBy: t.expose('answered_by', { type: AnsweredByRef, description: texts.answeredBy }),
    answeredAt: t.expose('answered_at', { type: 'DateTime', description: texts.answeredAt }),
    receivedAt: t.expose('received_at', { type: 'DateTime', description: 'Time of receipt.' }),
    flagged: t.exposeBoolean('flagged', {
      description: 'Whether the requester wanted to be alerted to it.',
    }),
    revision: t.exposeInt('revision', { description: 'Number of the revision, from 1.' }),
    confirmedBy: t.expose('confirmed_by', {
      ...maybeAuthor,
      description: 'Who confirmed it; null while it is unconfirmed.',
    }),
    confirmedAt: t.expose('confirmed_at', {
      ...maybeTime,
      description: 'Time of the confirmation; null while it is unconfirmed.',
    }),
    confirmationReason: t.exposeString('confirmation_reason', {
      nullable: true,
      description: 'Reason that the reviewer gave for the confirmation; null without one.',
    }),
    corrected: t.expose('corrected', {
      type: CorrectedAnswerRef,
      nullable: true,
      description: 'The answer before the correction of a reviewer; null without a correction.',
    }),
  }),
});
