import type { AnswerValue, Question } from '../../../../modules/question/evaluate.js';
import { type Json, query } from '../../console/api.js';

/** An answer as the graph returns it. */
export interface JobAnswer {
  questionKey: string;
  revision: number;
  value: AnswerValue | null;
  cannotTell: boolean;
  reason: string | null;
  comment: string | null;
  evidenceIds: string[];
  answeredBy: string;
  answeredAt: string;
  flagged: boolean;
  confirmedAt: string | null;
}

interface Check {
  name: string;
  result: 'PASS' | 'WARN' | 'FAIL' | 'NOT_RUN';
  message: string;
}

export interface Evidence {
  evidenceId: string;
  stepName: string;
  /** Signed link to the file. */
  mediaUrl: string;
  mediaType: string;
  distanceM: number | null;
  capturedAt: string;
  notes: string | null;
  validationPassed: boolean;
  checks: Check[];
}

/** A job with the content that a reviewer decides on. */
export interface ReviewedJob {
  jobId: string;
  status: string;
  revision: number;
  objective: string;
  address: string;
  /** Of the place; null if it is unknown. */
  timeZone: string | null;
  notes: string;
  referencePhotos: string[];
  submittedAt: string | null;
  report: { versionNumber: number | null };
  dispute: { disputedAt: string; comments: string[] } | null;
  steps: { stepName: string; label: string; required: boolean }[];
  questions: Question[];
  answers: JobAnswer[];
  evidence: Evidence[];
  /** Replaced answers, newest first. */
  earlier: JobAnswer[];
}

const answerFields = `questionKey revision value cannotTell reason comment evidenceIds answeredBy answeredAt flagged
    confirmedAt`;

const jobQuery = `query($id: ID!) {
  job(id: $id) {
    jobId status revision objective address timeZone notes referencePhotos submittedAt
    report { versionNumber }
    dispute { disputedAt comments }
    steps { stepName label required }
    questions {
      questionKey label help kind options { key label } unit minimum maximum decimals required stepName
      showWhen { questionKey values } evidenceWhen commentWhen flagWhen
    }
    answers { ${answerFields} }
    evidence {
      evidenceId stepName mediaUrl mediaType distanceM capturedAt notes validationPassed
      checks { name result message }
    }
  }
  answerRevisions(jobId: $id, first: 50) { nodes { ${answerFields} } }
}`;

/** Reads a job for its review. @returns null if it cannot be read */
export async function readReviewedJob(key: string, id: string): Promise<ReviewedJob | null> {
  const data: Json = await query(key, jobQuery, { id });
  if (!data?.job) return null;
  const { questions, answers, ...job } = data.job;
  const isCurrent = (one: JobAnswer) =>
    answers.some(
      ({ questionKey, revision }: JobAnswer) =>
        questionKey === one.questionKey && revision === one.revision,
    );
  return {
    ...job,
    answers,
    // The graph writes enum values in capitals.
    status: job.status.toLowerCase(),
    questions: questions.map((question: Json) => ({
      ...question,
      kind: question.kind.toLowerCase(),
    })),
    earlier: (data.answerRevisions?.nodes ?? []).filter((one: JobAnswer) => !isCurrent(one)),
  };
}
