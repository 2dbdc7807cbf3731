/** What the page reads, each part by itself, so that one that fails hides no other. */
export const queries = {
  cadence:
    '{ adaptiveCadence { generatedAt objectiveScore alerts { key severity message since } } }',
  jobs: `query($status: JobStatus!) {
    jobs(first: 20, filter: { status: $status }) { nodes { jobId objective status address createdAt } }
  }`,
  runs: `query($status: DispatchStatus!) {
    dispatchRuns(first: 20, status: $status) {
      nodes { id jobId status waveNumber threadCount offeredThreadCount createdAt }
    }
  }`,
  /** What the jobs of runs are about, as `j0`, `j1` and so on. */
  jobsOf: (ids: readonly string[]) =>
    `{ ${ids.map((id, at) => `j${at}: job(id: "${id}") { objective status }`).join(' ')} }`,
  tickets: `query($status: String!) {
    directorTickets(first: 20, filter: { status: $status }) {
      nodes { id ticketCode objective owningPlane status deadline }
    }
  }`,
  inbox: `query($status: EmailProcessingStatus!) {
    emailMessages(first: 20, filter: { processingStatus: $status }) {
      items { id subject fromEmail folder processingStatus receivedAt }
    }
  }`,
  figures: `query($from: LocalDate!, $to: LocalDate!) {
    kpiSnapshots(from: $from, to: $to) { snapshotDate metricsPayload }
  }`,
};
