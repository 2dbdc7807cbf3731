interface ExampleOperation {
  query: string;
  variables?: Record<string, unknown>;
}

/** The tabs with which GraphiQL opens; a test runs each of them against the schema. */
export const exampleOperations: readonly ExampleOperation[] = [
  {
    query: `# Put your key into the headers below, then press the play button.
# Newest jobs, with where each stands.
query Jobs {
  jobs(first: 10) {
    totalCount
    nodes { jobId objective address status steps { stepName status } report { status } }
    pageInfo { hasNextPage endCursor }
  }
}
`,
  },
  {
    query: `# A new job. The nonce makes it safe to send twice.
mutation CreateJob($input: CreateJobInput!) {
  createJob(input: $input) { jobId status expiresAt steps { stepName label instructions } }
}
`,
    variables: {
      input: {
        objective: 'Is the shop open, and is its sign in place?',
        address: 'Alexanderplatz 1, 10178 Berlin',
        latitude: 52.5219,
        longitude: 13.4132,
        notes: 'The entrance is on the square.',
        nonce: 'example-0001',
      },
    },
  },
  {
    query: `# For operators: hand a job to somebody. The captureUrl is for them.
mutation AssignJob($id: ID!) {
  assignJob(id: $id, input: { assigneeName: "Kim Verifier" }) {
    job { status }
    taskToken
    captureUrl
    expiresAt
  }
}
`,
    variables: { id: '<JOB_ID>' },
  },
  {
    query: `# What happened, in order; hand endCursor to after to go on.
query Events {
  events(first: 20) {
    nodes { seq type timestamp data }
    pageInfo { hasNextPage endCursor }
  }
}
`,
  },
];
