/** Copy of the operations page, in English. */
export const messages = {
  push: {
    on: 'Notify me in this browser',
    off: 'Turn off notifications',
    denied:
      'Your browser blocks notifications of this site. Allow them in its settings and press again.',
    failed: 'This did not work. Try again in a minute.',
  },
  title: 'Operations',
  needsScript: 'This page needs JavaScript.',
  lead: 'Open work, alerts and the figures of recent days. It needs a key with the scope operator.',
  refresh: 'Refresh',
  asOf: 'As of',
  missing: (scope: string) => `This needs the scope ${scope}, which your key does not have.`,
  notRead: 'This could not be read.',
  refreshes: (seconds: number) => `Refreshes every ${seconds} seconds.`,
  loading: 'Loading …',
  alerts: 'Alerts',
  noAlerts: 'No alerts',
  noCadence: 'The adaptive cadence has not been evaluated yet.',
  alertColumns: ['Alert', 'Severity', 'Since'],
  score: 'Objective score',
  scoreOf: (score: number) => `${Math.round(score)} of 100`,
  severities: { WARNING: 'Warning', CRITICAL: 'Critical' } as Record<string, string>,
  jobs: 'Open jobs',
  noJobs: 'No open jobs',
  jobColumns: ['Objective', 'State', 'Place', 'Created'],
  jobMap: 'Job map',
  newestOnMap: (number: number) => `The map shows the newest ${number} jobs of each state.`,
  runs: 'Dispatch runs',
  noRuns: 'No dispatch runs',
  runColumns: ['Job', 'State', 'Wave', 'Asked', 'Started'],
  tickets: 'Tickets',
  noTickets: 'No open tickets',
  ticketColumns: ['Ticket', 'Objective', 'Owned by', 'State', 'Deadline'],
  inbox: 'Inbox waiting',
  noMail: 'No mail waiting',
  inboxColumns: ['Subject', 'From', 'Folder', 'State', 'Received'],
  privateSubject: '(private)',
  noSubject: '(no subject)',
  noText: '(no text)',
  reply: 'Reply',
  offerLink: 'Open the offer',
  notSent: (reason: string) => `Not sent: ${reason}`,
  figures: (days: number) => `Figures of ${days} days`,
  figuresLead: 'Days end at midnight UTC. A gap is a day without data.',
  noFigures: 'No day has been computed yet.',
  chart: (name: string, from: string, to: string, latest: string) =>
    `${name}: from ${from} to ${to}, latest ${latest}`,
  day: 'Day',
  value: 'Value',
  noData: 'no data',
  showTable: (name: string) => `Table of ${name}`,
  atMost: (number: number) => `Only ${number} are shown; there are more.`,
};

/** The charted figures: key in the snapshot, name, and number format. */
export const figures = [
  ['jobs_created', 'Jobs created', 'count'],
  ['jobs_completed', 'Jobs completed', 'count'],
  ['on_time_rate', 'On time', 'share'],
  ['evidence_pass_rate', 'Evidence that passed', 'share'],
  ['dispute_rate', 'Disputes', 'share'],
  ['rating_average', 'Rating', 'number'],
  ['hours_to_submit_p50', 'Hours to submit (median)', 'number'],
  ['offer_acceptance_rate', 'Offers accepted', 'share'],
] as const;
export type FigureForm = (typeof figures)[number][2];

/** State names by GraphQL enum value. */
export const runStateNames: Record<string, string> = {
  OFFERING: 'Offering',
  EXHAUSTED: 'Not accepted by anyone',
};
export const threadStateNames: Record<string, string> = {
  QUEUED: 'Waiting',
  OFFERED: 'Offered',
  ACCEPTED: 'Accepted',
  DECLINED: 'Declined',
  EXPIRED: 'Expired',
  WITHDRAWN: 'Withdrawn',
};
export const ticketStateNames: Record<string, string> = {
  open: 'Open',
  in_progress: 'In progress',
  blocked: 'Blocked',
};
export const mailStates: Record<string, string> = {
  NEW: 'New',
  HUMAN_REVIEW: 'In review',
};
