export interface ExampleOperation {
  query: string;
  variables?: Record<string, unknown>;
}

/** The queries of docs/dashboards.md; a test compares the document and runs each of them. */
export const dashboardQueries: readonly ExampleOperation[] = [
  {
    query: `# The jobs of one shop.
query JobsOfShop($filter: JobFilter!) {
  jobs(first: 20, filter: $filter) {
    nodes { jobId status objective address metadata createdAt completedAt }
    pageInfo { hasNextPage endCursor }
  }
}
`,
    variables: { filter: { metadata: { shop: '0042' } } },
  },
  {
    query: `# The jobs in the part of the map that is shown.
query JobsInViewport($filter: JobFilter!) {
  jobs(first: 200, filter: $filter) {
    nodes { jobId status objective latitude longitude }
    pageInfo { hasNextPage endCursor }
  }
}
`,
    variables: {
      filter: {
        statuses: ['OPEN', 'ASSIGNED', 'IN_PROGRESS'],
        box: { west: 13.08, south: 52.33, east: 13.77, north: 52.68 },
      },
    },
  },
  {
    query: `# Jobs that are late.
query OverdueJobs {
  jobs(first: 50, filter: { overdue: true }) {
    totalCount
    nodes { jobId status objective address openedAt assignment { assigneeName } }
    pageInfo { hasNextPage endCursor }
  }
}
`,
  },
  {
    query: `# The next page of a list: $after is endCursor of the page before, null for the first page.
query NextJobs($filter: JobFilter, $after: String) {
  jobs(first: 100, after: $after, filter: $filter) {
    nodes { jobId status updatedAt }
    pageInfo { hasNextPage endCursor }
  }
}
`,
    variables: { filter: { createdAfter: '2026-01-01T00:00:00Z' }, after: null },
  },
  {
    query: `# Jobs by words of their objective and address.
query SearchJobs($text: String!) {
  jobs(first: 20, filter: { q: $text }) {
    nodes { jobId status objective address }
    pageInfo { hasNextPage endCursor }
  }
}
`,
    variables: { text: 'shop alexanderpl' },
  },
  {
    query: `# Number of jobs in each status.
query JobsByStatus {
  jobStats(groupBy: [STATUS]) { total groups { key count } }
}
`,
  },
  {
    query: `# Number, punctuality and duration of jobs in each city and week. Weeks begin on Monday in the time zone.
query JobsByCityAndWeek($filter: JobFilter) {
  jobStats(groupBy: [MARKET_CITY], bucket: WEEK, timeZone: "Europe/Berlin", filter: $filter) {
    total
    groups { bucket key count completedCount onTimeRate medianTurnaroundSeconds p90TurnaroundSeconds }
  }
}
`,
    variables: { filter: { createdAfter: '2026-01-01T00:00:00Z' } },
  },
  {
    query: `# Number of answers to each question, by answer.
query AnswersPerQuestion($filter: JobFilter) {
  jobStats(groupBy: [QUESTION], filter: $filter) {
    total
    groups { questionKey key count flaggedCount }
  }
}
`,
    variables: { filter: { metadata: { region: 'brandenburg' } } },
  },
  {
    query: `# Jobs with an answer that needs attention.
query FlaggedJobs($filter: JobFilter!) {
  jobs(first: 20, filter: $filter) {
    nodes {
      jobId
      address
      metadata
      answers { questionKey value cannotTell comment flagged }
    }
    pageInfo { hasNextPage endCursor }
  }
}
`,
    variables: { filter: { answers: [{ questionKey: 'objective', value: 'no' }] } },
  },
  {
    query: `# Reports of the jobs that were completed since a time.
query CompletedReports($since: DateTime!) {
  jobs(first: 50, filter: { status: COMPLETED, hasReport: true, completedAfter: $since }) {
    nodes {
      jobId
      completedAt
      metadata
      report { status versionNumber generatedAt reportUrl pdfExportUrl }
    }
    pageInfo { hasNextPage endCursor }
  }
}
`,
    variables: { since: '2026-01-01T00:00:00Z' },
  },
  {
    query: `# Keep a list up to date. $after is the seq of an event, or the cursor of the last change.
subscription Changes($filter: JobFilter, $after: String) {
  jobsChanged(filter: $filter, after: $after) {
    move
    cursor
    job { jobId status objective updatedAt }
  }
}
`,
    variables: { filter: { statuses: ['OPEN', 'ASSIGNED', 'IN_PROGRESS'] }, after: '0' },
  },
  {
    query: `# Post what changes to a server instead. Store the secret, it is returned only here.
mutation PostChanges($input: CreateWebhookEndpointInput!) {
  createWebhookEndpoint(input: $input) {
    secret
    endpoint { endpointId url eventTypes status }
  }
}
`,
    variables: {
      input: {
        url: 'https://example.com/hooks/jobs',
        description: 'Dashboard',
        eventTypes: ['JOB_COMPLETED', 'JOB_DISPUTED'],
      },
    },
  },
];
