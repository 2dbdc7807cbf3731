/** Words of the page behind the link of an offer. */
export const messages = {
  heading: 'A job for you',
  lead: 'Go to the place and show with your phone how things are there.',
  question: 'Question',
  service: 'Service',
  city: 'City',
  distance: 'Distance',
  holdsUntil: 'The offer holds until',
  others: 'Others may have it too. You see the address once you have accepted.',
  accept: 'Accept the job',
  decline: 'Decline',
  reason: 'Reason (optional)',
  answer: 'Answer',

  yours: 'The job is yours',
  addressFollows: 'The address and the photos to take are on the next page.',
  workUntil: 'The link is for you alone and works until',
  goOn: 'Go to the job',
  yoursAlready: 'You have accepted this job.',
  again: 'Show the link to the job',

  over: {
    declined: 'You have declined this job, or given it back.',
    // The assignment that followed from it ended; the link of an offer that ran out is refused.
    expired: 'This job is no longer available.',
    withdrawn: 'This job is no longer available.',
    queued: 'This job is no longer available.',
  } as Record<string, string>,
  rejected: {
    offer_gone: 'This job is no longer available.',
    token_expired: 'This offer has expired.',
  },
};
