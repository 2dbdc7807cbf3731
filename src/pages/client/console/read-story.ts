import { graphql, type ResultOf } from '../parts/graphql.js';
import { query } from './api.js';

const eventFields = graphql(`fragment events on EventConnection {
  nodes { id type timestamp data }
  pageInfo { hasNextPage endCursor }
}`);

const storyQuery = graphql(
  `query($id: ID!, $about: String!, $after: String) {
    job(id: $id) {
      objective address status statusReason notes latitude longitude requestId createdAt
      assignment { assigneeName }
      report { status versionNumber versionCount generatedAt }
      steps { stepName label status required }
      evidence {
        evidenceId stepName mediaUrl mediaType distanceM receivedAt validationPassed
        checks { name result measured threshold }
      }
    }
    events(jobId: $about, first: 200, after: $after) { ...events }
  }`,
  [eventFields],
);

const moreEventsQuery = graphql(
  `query($about: String!, $after: String) {
    events(jobId: $about, first: 200, after: $after) { ...events }
  }`,
  [eventFields],
);

type ReadJob = NonNullable<ResultOf<typeof storyQuery>['job']>;
export type JobEvidence = ReadJob['evidence'][number];
export type JobEvent = ResultOf<typeof eventFields>['nodes'][number];

/** A job with all its events, oldest first. */
export interface LoadedStory {
  job: Omit<ReadJob, 'status'> & { status: Lowercase<ReadJob['status']> };
  events: JobEvent[];
}

/** Reads all data of a job's story. @returns null if it cannot be read */
export async function readStory(key: string, id: string): Promise<LoadedStory | null> {
  const story = await query(key, storyQuery, { id, about: id });
  if (!story?.job) return null;
  const status = story.job.status.toLowerCase() as LoadedStory['job']['status'];
  const loaded: LoadedStory = { job: { ...story.job, status }, events: [] };
  for (let page = story.events; page; ) {
    loaded.events.push(...page.nodes);
    const { hasNextPage, endCursor } = page.pageInfo;
    if (!hasNextPage) return loaded;
    page = (await query(key, moreEventsQuery, { about: id, after: endCursor }))?.events ?? null;
  }
  return null;
}
