import type {
  AnswerValue,
  Condition,
  FlagCondition,
  Question,
} from '../../../../modules/question/evaluate.js';
import { query } from '../../console/api.js';
import { graphql, type ResultOf } from '../../parts/graphql.js';

const answerFields = graphql(`fragment answer on Answer {
  questionKey revision value cannotTell reason comment evidenceIds answeredBy answeredAt flagged
  confirmedAt
}`);

const jobQuery = graphql(
  `query($id: ID!) {
    job(id: $id) {
      jobId status revision objective address timeZone notes referencePhotos submittedAt
      report { versionNumber }
      dispute { disputedAt comments }
      steps { stepName label required }
      questions {
        questionKey label help kind options { key label } unit minimum maximum decimals required stepName
        showWhen { questionKey values } evidenceWhen commentWhen flagWhen
      }
      answers { ...answer }
      evidence {
        evidenceId stepName mediaUrl mediaType distanceM capturedAt notes validationPassed
        checks { name result message }
      }
    }
    answerRevisions(jobId: $id, first: 50) { nodes { ...answer } }
  }`,
  [answerFields],
);

type Read = NonNullable<ResultOf<typeof jobQuery>['job']>;
type ReadQuestion = Read['questions'][number];

export type Evidence = Read['evidence'][number];
export type JobAnswer = Omit<Read['answers'][number], 'value'> & { value: AnswerValue | null };

/** A job with the content that a reviewer decides on. */
export interface ReviewedJob extends Omit<Read, 'status' | 'questions' | 'answers'> {
  status: Lowercase<Read['status']>;
  questions: Question[];
  answers: JobAnswer[];
  /** Replaced answers, newest first. */
  earlier: JobAnswer[];
}

const kinds = {
  YES_NO: 'yes_no',
  CHOICE: 'choice',
  CHOICES: 'choices',
  NUMBER: 'number',
  TEXT: 'text',
  DATE_TIME: 'date_time',
} as const satisfies Record<ReadQuestion['kind'], Question['kind']>;

export const questionKind = ({ kind }: Pick<ReadQuestion, 'kind'>): Question['kind'] => kinds[kind];

// The schema leaves the following members open, because their form depends on the question; the service stores only
// what fits it.
export const answerValue = ({ value }: { value: unknown }) => value as AnswerValue | null;
const withConditions = (question: ReadQuestion): Question => ({
  ...question,
  kind: questionKind(question),
  showWhen: question.showWhen as Question['showWhen'],
  evidenceWhen: question.evidenceWhen as Condition | null,
  commentWhen: question.commentWhen as Condition | null,
  flagWhen: question.flagWhen as FlagCondition | null,
});

/** Reads a job for its review. @returns null if it cannot be read */
export async function readReviewedJob(key: string, id: string): Promise<ReviewedJob | null> {
  const data = await query(key, jobQuery, { id });
  if (!data?.job) return null;
  const answerOf = (answer: Read['answers'][number]): JobAnswer => ({
    ...answer,
    value: answerValue(answer),
  });
  const answers = data.job.answers.map(answerOf);
  const isCurrent = (one: JobAnswer) =>
    answers.some(
      ({ questionKey, revision }) => questionKey === one.questionKey && revision === one.revision,
    );
  return {
    ...data.job,
    status: data.job.status.toLowerCase() as ReviewedJob['status'],
    answers,
    questions: data.job.questions.map(withConditions),
    earlier: (data.answerRevisions?.nodes ?? []).map(answerOf).filter((one) => !isCurrent(one)),
  };
}
