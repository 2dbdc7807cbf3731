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
    query: `# A stranger's site check: no key is needed. Keep the accessToken, it is answered once.
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
    query: `# Choose an offer and open a checkout session; pay at its checkoutUrl.
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
    query: `# Where a site check stands.
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
    query: `# Its report; reading it completes the site check.
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
    query: `# A free self-service site check: the link with which its photos are sent.
mutation StartSelfServiceCapture($id: ID!, $token: String!) {
  startSelfServiceCapture(requestId: $id, accessToken: $token) { captureUrl expiresAt }
}
`,
    variables: { id: '<REQUEST_ID>', token: '<ACCESS_TOKEN>' },
  },
  {
    query: `# What the requester makes of it, or that they want it no more.
mutation SiteCheckFeedback($id: ID!, $token: String!) {
  submitSiteCheckFeedback(
    requestId: $id
    accessToken: $token
    input: { rating: 5, verdict: ACCEPTED }
  ) { jobStatus message }
}

mutation CancelSiteCheck($id: ID!, $token: String!) {
  cancelSiteCheck(requestId: $id, accessToken: $token, reason: "Sold meanwhile.") {
    status
    paymentStatus
  }
}
`,
    variables: { id: '<REQUEST_ID>', token: '<ACCESS_TOKEN>' },
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
  {
    query: `# What happens to your jobs, as it happens; "after" begins with the first event of all.
subscription FollowEvents($after: String) {
  jobEvents(after: $after) { seq type timestamp data }
}
`,
    variables: { after: '0' },
  },
];
