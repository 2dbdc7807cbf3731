/** Messages in English of the page behind the link of an offer. */
export const en = {
  'offer.heading': 'A job for you',
  'offer.lead': 'Go to the place and take photos of it with your phone.',
  'offer.service': 'Service',
  'offer.questions': 'Also asked on site',
  'offer.others':
    'The first to accept gets the job. You see the address once you have accepted, and have {hours, plural, one {# hour} other {# hours}} to finish.',
  'offer.accept': 'Accept the job',
  'offer.decline': 'Decline',
  'offer.decline_now': 'Decline the job',
  'offer.reason': 'Reason (optional)',
  'offer.yours': 'The job is yours',
  'offer.address_follows': 'The address and the photos to take are on the next page.',
  'offer.work_until': 'This link is only for you and works until {time}.',
  'offer.go_on': 'Go to the job',
  'offer.yours_already': 'You have accepted this job.',
  'offer.again': 'Show the link to the job',
  'offer.released': 'You released this job.',
  'offer.declined': 'You declined this job.',
  'offer.gone': 'This job is no longer available.',
  'offer.expired': 'This offer has expired.',
} as const;

export type OfferEnglish = typeof en;
