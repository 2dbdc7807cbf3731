import { graphql, type ResultOf } from '../parts/graphql.js';

/** Maximum number of rows in a list. */
export const shown = 20;
/** Each list requests one more item than it shows, to detect that there are more. */
export const first = shown + 1;
/** Maximum number of jobs on the map, of each state. */
export const onMap = 100;

export const cadenceQuery = graphql(
  '{ adaptiveCadence { generatedAt objectiveScore alerts { key severity message since } } }',
);

export const jobsQuery = graphql(`query($first: Int!, $status: JobStatus!) {
  jobs(first: $first, filter: { status: $status }) {
    nodes { jobId objective status address latitude longitude createdAt }
  }
}`);

export const reviewQueueQuery = graphql(`query($first: Int!) {
  reviewQueue(first: $first) {
    jobId status objective address submittedAt updatedAt
    questions { questionKey label kind options { key label } unit }
    answers { questionKey value cannotTell flagged confirmedAt }
  }
}`);

/** Reads the ids of the longest queue that the API returns. */
export const queuedQuery = graphql('{ reviewQueue(first: 100) { jobId } }');

export const runsQuery = graphql(`query($first: Int!, $status: DispatchStatus!) {
  dispatchRuns(first: $first, status: $status) {
    nodes {
      id jobId status waveNumber threadCount offeredThreadCount createdAt
      threads { threadId label state deliveryError offerUrl }
    }
  }
}`);

/** Reads the jobs of runs, as `j0`, `j1` and so on. */
export const jobsById = (ids: readonly string[]) =>
  `{ ${ids.map((id, at) => `j${at}: job(id: "${id}") { objective status }`).join(' ')} }`;

const ticketFields = graphql(`fragment tickets on DirectorTicketConnection {
  nodes { id ticketCode objective owningPlane status deadline }
}`);

/** Overdue tickets are read separately, so that newer tickets do not hide them. */
export const ticketsQuery = graphql(
  `query($first: Int!, $status: String!) {
    overdue: directorTickets(first: $first, filter: { status: $status, overdue: true }) { ...tickets }
    others: directorTickets(first: $first, filter: { status: $status, overdue: false }) { ...tickets }
  }`,
  [ticketFields],
);

export const inboxQuery = graphql(`query($first: Int!, $status: EmailProcessingStatus!) {
  emailMessages(first: $first, filter: { processingStatus: $status }) {
    items { id subject founderPrivate fromEmail folder processingStatus receivedAt }
  }
}`);

export const mailQuery = graphql('query($id: ID!) { emailMessage(id: $id) { bodyText } }');

export const figuresQuery = graphql(`query($from: LocalDate!, $to: LocalDate!) {
  kpiSnapshots(from: $from, to: $to) { snapshotDate metricsPayload }
}`);

export type Cadence = NonNullable<ResultOf<typeof cadenceQuery>['adaptiveCadence']>;
export type OpenJob = NonNullable<ResultOf<typeof jobsQuery>['jobs']>['nodes'][number];
export type QueuedJob = NonNullable<ResultOf<typeof reviewQueueQuery>['reviewQueue']>[number];
export type Run = NonNullable<ResultOf<typeof runsQuery>['dispatchRuns']>['nodes'][number];
export type Ticket = ResultOf<typeof ticketFields>['nodes'][number];
export type Mail = NonNullable<ResultOf<typeof inboxQuery>['emailMessages']>['items'][number];
export type Snapshot = NonNullable<ResultOf<typeof figuresQuery>['kpiSnapshots']>[number];
