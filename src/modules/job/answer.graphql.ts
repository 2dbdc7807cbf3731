import { builder } from '../../graphql/builder.js';
import { enumType } from '../../graphql/enums.js';
import { type Answer, type AnsweredBy, answeredBy } from './answer.js';

export const AnsweredByRef = enumType('AnsweredBy', answeredBy, 'Author of an answer.', {
  verifier: 'The verifier to whom the job was assigned.',
  requester: 'The requester, who captured the evidence.',
  invitee: 'A person invited by the requester.',
  integrator: 'The integrator that owns the job.',
  reviewer: 'The reviewer of the job, by a correction.',
});

const time = { type: 'DateTime' as const };

export const AnswerRef = builder.objectRef<Answer>('Answer').implement({
  description: 'One revision of the answer to one question.',
  fields: (t) => ({
    questionKey: t.exposeString('questionKey', { description: 'Key of the question.' }),
    revision: t.exposeInt('revision', {
      description: 'Number of the revision, from 1 for each question.',
    }),
    value: t.field({
      type: 'JSON',
      nullable: true,
      description:
        'The value, as the kind of the question says; null where it cannot be told or was erased.',
      resolve: ({ value }) => value,
    }),
    cannotTell: t.exposeBoolean('cannotTell', {
      description: 'Whether the answer is that it cannot be told.',
    }),
    reason: t.exposeString('reason', {
      nullable: true,
      description: 'Why it cannot be told, or why a reviewer corrected it; else null.',
    }),
    comment: t.exposeString('comment', {
      nullable: true,
      description: 'Comment on the answer; null without one.',
    }),
    evidenceIds: t.exposeStringList('evidenceIds', {
      description: 'Ids of the evidence that shows the answer.',
    }),
    answeredBy: t.expose('answeredBy', { type: AnsweredByRef, description: 'Who gave it.' }),
    answeredAt: t.expose('answeredAt', {
      ...time,
      description: 'Time of the answer by the clock of the device.',
    }),
    receivedAt: t.expose('receivedAt', { ...time, description: 'Time of receipt.' }),
    flagged: t.exposeBoolean('flagged', {
      description: 'Whether the requester wants to be alerted to it.',
    }),
    confirmedBy: t.field({
      type: AnsweredByRef,
      nullable: true,
      description: 'Who confirmed it; null while it is unconfirmed.',
      resolve: ({ confirmed }): AnsweredBy | null => (confirmed ? 'reviewer' : null),
    }),
    confirmedAt: t.field({
      ...time,
      nullable: true,
      description: 'Time of the confirmation; null while it is unconfirmed.',
      resolve: ({ confirmed }) => confirmed?.at ?? null,
    }),
    confirmationReason: t.string({
      nullable: true,
      description: 'Reason that the reviewer gave for the confirmation; null without one.',
      resolve: ({ confirmed }) => confirmed?.reason ?? null,
    }),
  }),
});
