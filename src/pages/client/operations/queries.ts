/** Maximum number of rows in a list. */
export const shown = 20;
const read = shown + 1;
/** Maximum number of jobs on the map, of each state. */
export const onMap = 100;

/**
 * The queries of the page, one for each part, so that a failing part does not hide others. Each list requests one more
 * item than it shows, to detect that there are more.
 */
export const queries = {
  cadence:
    '{ adaptiveCadence { generatedAt objectiveScore alerts { key severity message since } } }',
  /** Reads as many jobs as the API returns, for the map. */
  jobs: `query($status: JobStatus!) {
    jobs(first: ${onMap}, filter: { status: $status }) {
      nodes { jobId objective status address latitude longitude createdAt }
    }
  }`,
  queue: `{ reviewQueue(first: ${read}) {
    jobId status objective address submittedAt updatedAt
    questions { questionKey label kind options { key label } unit }
    answers { questionKey value cannotTell flagged confirmedAt }
  } }`,
  /** Reads the ids of the longest queue that the API returns. */
  queued: '{ reviewQueue(first: 100) { jobId } }',
  runs: `query($status: DispatchStatus!) {
    dispatchRuns(first: ${read}, status: $status) {
      nodes { id jobId status waveNumber threadCount offeredThreadCount createdAt }
    }
  }`,
  /** Reads the jobs of runs, as `j0`, `j1` and so on. */
  jobsOf: (ids: readonly string[]) =>
    `{ ${ids.map((id, at) => `j${at}: job(id: "${id}") { objective status }`).join(' ')} }`,
  /** Overdue tickets are read separately, so that newer tickets do not hide them. */
  tickets: `query($status: String!) {
    overdue: directorTickets(first: ${read}, filter: { status: $status, overdue: true }) { ...tickets }
    others: directorTickets(first: ${read}, filter: { status: $status, overdue: false }) { ...tickets }
  }
  fragment tickets on DirectorTicketConnection {
    nodes { id ticketCode objective owningPlane status deadline }
  }`,
  inbox: `query($status: EmailProcessingStatus!) {
    emailMessages(first: ${read}, filter: { processingStatus: $status }) {
      items { id subject founderPrivate fromEmail folder processingStatus receivedAt }
    }
  }`,
  figures: `query($from: LocalDate!, $to: LocalDate!) {
    kpiSnapshots(from: $from, to: $to) { snapshotDate metricsPayload }
  }`,
};
