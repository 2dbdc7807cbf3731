/** Copy of the page behind the link of an offer. */
export const messages = {
  heading: 'A job for you',
  lead: 'Go to the place and take photos of it with your phone.',
  question: 'Question',
  service: 'Service',
  city: 'City',
  distance: 'Distance',
  work: 'Work',
  pay: 'Pay',
  acceptBy: 'Accept by',
  questions: 'Also asked on site',
  others: (hours: number) =>
    `The first to accept gets the job. You see the address once you have accepted, and have ${hours} hours to finish.`,
  accept: 'Accept the job',
  decline: 'Decline',
  declineNow: 'Decline the job',
  reason: 'Reason (optional)',
  answer: 'Answer',

  yours: 'The job is yours',
  addressFollows: 'The address and the photos to take are on the next page.',
  workUntil: 'This link is only for you and works until',
  goOn: 'Go to the job',
  yoursAlready: 'You have accepted this job.',
  again: 'Show the link to the job',

  released: 'You released this job.',
  over: {
    declined: 'You declined this job.',
    // The resulting assignment ended; the link of an expired offer is rejected instead.
    expired: 'This job is no longer available.',
    withdrawn: 'This job is no longer available.',
    queued: 'This job is no longer available.',
  } as Record<string, string>,
  rejected: {
    offer_gone: 'This job is no longer available.',
    token_expired: 'This offer has expired.',
  },
};
