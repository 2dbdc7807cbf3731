import { builder } from '../../graphql/builder.js';
import { connection, connectionType } from '../../graphql/connection.js';
import { mutation } from '../../graphql/operations.js';
import { AnswerRef } from '../job/answer.graphql.js';
import type { Job } from '../job/job.js';
import { answersOf, missingAnswers } from '../job/job-answers.js';
import { JobStatusRef } from '../job/job-enums.graphql.js';
import { listAnswers } from './list-answers.js';
import { submitAnswers, submitCaptureAnswers, submitProviderAnswers } from './submit-answers.js';

const AnswerSubmissionRef = builder.objectRef<Job>('AnswerSubmission').implement({
  description: 'The answers of a job after a submission.',
  fields: (t) => ({
    jobId: t.expose('_id', { type: 'UUID', description: 'Id of the job.' }),
    jobStatus: t.field({
      type: JobStatusRef,
      description: 'Status of the job after the submission.',
      resolve: (job) => job.status,
    }),
    answers: t.field({
      type: [AnswerRef],
      description: 'Current answers, in the order of the questions.',
      resolve: answersOf,
    }),
    missingKeys: t.stringList({
      description: 'Keys of the questions that are asked, required and not answered.',
      resolve: missingAnswers,
    }),
  }),
});

mutation(submitAnswers, AnswerSubmissionRef);
mutation(submitProviderAnswers, AnswerSubmissionRef);
mutation(submitCaptureAnswers, AnswerSubmissionRef);
connection(listAnswers, connectionType('Answer', AnswerRef, { counted: false }));
