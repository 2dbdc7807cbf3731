import { dashboardQueries, type ExampleOperation } from './dashboard-queries.js';

/** The initial tabs of GraphiQL; a test runs each of them against the schema. */
export const exampleOperations: readonly ExampleOperation[] = [
  {
    query: `# Enter your API key in the headers below, then run the query.
# List the newest jobs with their status.
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
    query: `# Create a job. The nonce makes retries safe.
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
    query: `# Request a site check; no API key is required. Store the accessToken, it is returned only here.
mutation RequestSiteCheck($input: RequestSiteCheckInput!) {
  requestSiteCheck(input: $input) {
    requestId
    accessToken
    status
    message
    serviceability { level message distanceKm }
    quote { expiresAt offers { offerKey label amountMinor currency turnaroundHours available } }
  }
}
`,
    variables: {
      input: {
        serviceKey: 'storefront_open',
        objective: 'Is the shop open, and is its sign in place?',
        address: 'Alexanderplatz 1, 10178 Berlin',
        latitude: 52.5219,
        longitude: 13.4132,
        notes: 'The entrance is on the square.',
      },
    },
  },
  {
    query: `# Select an offer and create a checkout session. Pay at its checkoutUrl.
mutation Order($id: ID!, $token: String!) {
  selectSiteCheckOffer(
    requestId: $id
    input: { accessToken: $token, offerKey: "standard_72h" }
  ) { status selectedOffer { label amountMinor currency } }
  createCheckoutSession(requestId: $id, input: { accessToken: $token }) {
    status
    checkout { checkoutUrl expiresAt }
  }
}
`,
    variables: { id: '<REQUEST_ID>', token: '<ACCESS_TOKEN>' },
  },
  {
    query: `# Get the status of a site check.
query SiteCheck($id: ID!, $token: String!) {
  siteCheck(requestId: $id, accessToken: $token) {
    status
    message
    paymentStatus
    report { status versionNumber pdfExportUrl }
  }
}
`,
    variables: { id: '<REQUEST_ID>', token: '<ACCESS_TOKEN>' },
  },
  {
    query: `# Get the report. The first view by the requester completes the site check.
query SiteCheckReport($id: ID!, $token: String!) {
  siteCheckReport(requestId: $id, accessToken: $token) {
    versionNumber
    summary
    steps { label status }
    evidenceItems { stepName mediaUrl validationPassed }
    integrity { contentSha256 keyId }
  }
}
`,
    variables: { id: '<REQUEST_ID>', token: '<ACCESS_TOKEN>' },
  },
  {
    query: `# Get the capture link of a self-service site check.
mutation StartSelfServiceCapture($id: ID!, $token: String!) {
  startSelfServiceCapture(requestId: $id, accessToken: $token) { captureUrl expiresAt }
}
`,
    variables: { id: '<REQUEST_ID>', token: '<ACCESS_TOKEN>' },
  },
  {
    query: `# Submit feedback, or cancel the site check.
mutation SiteCheckFeedback($id: ID!, $token: String!) {
  submitSiteCheckFeedback(
    requestId: $id
    accessToken: $token
    input: { rating: 5, verdict: ACCEPTED }
  ) { jobStatus message }
}

mutation CancelSiteCheck($id: ID!, $token: String!) {
  cancelSiteCheck(requestId: $id, accessToken: $token, reason: "The shop was sold.") {
    status
    paymentStatus
  }
}
`,
    variables: { id: '<REQUEST_ID>', token: '<ACCESS_TOKEN>' },
  },
  {
    query: `# For operators: assign a job. Send the captureUrl to the assignee.
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
    query: `# List events in order. Pass endCursor as after to get the next page.
query Events {
  events(first: 20) {
    nodes { seq type timestamp data }
    pageInfo { hasNextPage endCursor }
  }
}
`,
  },
  {
    query: `# Stream the events of your jobs. after: "0" starts with the first event.
subscription FollowEvents($after: String) {
  jobEvents(after: $after) { seq type timestamp data }
}
`,
    variables: { after: '0' },
  },
  ...dashboardQueries,
];
