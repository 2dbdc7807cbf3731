/** Copy of the page about the service, and of the facts on the order form. */
export const messages = {
  heading: 'About this service',
  lead: 'Someone visits a place with a phone. You get a signed report with photos, positions and times.',
  how: 'How it works',
  steps: [
    'You enter the place and your question, and see the offers with their prices.',
    'You choose an offer and pay. You can also take the photos yourself, or ask someone who is there.',
    'The person on site takes the photos step by step. Place, time and file of each photo are checked.',
    'You get the report as a page, PDF and JSON. Anyone can verify that it is unchanged.',
  ],
  cost: 'What it costs',
  from: (prices: string) => `From ${prices}`,
  costText:
    'The price depends on what is checked, on the place, and on how soon you need the report. You see it before you pay. If you take the photos yourself, it is free where an offer says so.',
  duration: (hours: readonly number[]) => `Report within ${hours.join(' or ')} hours`,
  sample: 'See a sample report (PDF)',
  sampleText: 'The sample is generated: no one visited the place, and its photos are drawn.',
  about: 'Price, time and sample',
  runs: 'Who runs it',
  runBy: (name: string) => `This service is run by ${name}.`,
  privacy: 'Privacy',
  privacyPolicy: 'Read the privacy policy of the operator.',
  stored: [
    'The service stores what you enter, your payments without card numbers, and the photos with their positions and times.',
    'Anyone who has the private link of a request can view it.',
    'Your account page has your data as a file, and deletes your account with its requests.',
    'A request without an account can be erased over the API, with its access code.',
  ],
  retained: (days: number) => `A finished request is erased ${days} days after its last change.`,
  help: 'Help',
  helpMore: 'Get help from the operator.',
  questions: [
    [
      'Where is my request?',
      'Open its private link. If the request is in your account, sign in: it is in the list.',
    ],
    [
      'Can I cancel?',
      'Yes, on the page of the request, until work begins. What you paid is refunded in full.',
    ],
    [
      'What if the report does not answer my question?',
      'At the end of the report, ask for more photos or dispute the result.',
    ],
    [
      'How do I know that a report is genuine?',
      'Open it and press “Verify this report”. The page compares it with its signature.',
    ],
  ],
} as const;
