/** Messages in English of the page about the service, and of the facts on the order form. */
export const en = {
  'about.heading': 'About this service',
  'about.lead':
    'Someone visits a place with a phone. You get a signed report with photos, positions and times.',
  'about.how': 'How it works',
  'about.step_enter':
    'You enter the place and your question, and see the offers with their prices.',
  'about.step_choose':
    'You choose an offer and pay. You can also take the photos yourself, or ask someone who is there.',
  'about.step_visit':
    'The person on site takes the photos step by step. Place, time and file of each photo are checked.',
  'about.step_report':
    'You get the report as a page, PDF and JSON. Anyone can verify that it is unchanged.',
  'about.cost': 'What it costs',
  'about.from': 'From {prices}',
  'about.cost_text':
    'The price depends on what is checked, on the place, and on how soon you need the report. You see it before you pay. If you take the photos yourself, it is free where an offer says so.',
  'about.duration':
    '{last, plural, one {Report within {hours} hour} other {Report within {hours} hours}}',
  'about.sample': 'See a sample report (PDF)',
  'about.sample_text':
    'The sample is generated: no one visited the place, and its photos are drawn.',
  'about.facts': 'Price, time and sample',
  'about.runs': 'Who runs it',
  'about.run_by': 'This service is run by {name}.',
  'about.privacy': 'Privacy',
  'about.privacy_policy': 'Read the privacy policy of the operator.',
  'about.stored_content':
    'The service stores what you enter, your payments without card numbers, and the photos with their positions and times.',
  'about.stored_link': 'Anyone who has the private link of a request can view it.',
  'about.stored_account':
    'Your account page has your data as a file, and deletes your account with its requests.',
  'about.stored_guest':
    'A request without an account can be erased over the API, with its access code.',
  'about.retained':
    '{days, plural, one {A finished request is erased # day after its last change.} other {A finished request is erased # days after its last change.}}',
  'about.help': 'Help',
  'about.help_more': 'Get help from the operator.',
  'about.where': 'Where is my request?',
  'about.where_answer':
    'Open its private link. If the request is in your account, sign in: it is in the list.',
  'about.cancel': 'Can I cancel?',
  'about.cancel_answer':
    'Yes, on the page of the request, until work begins. What you paid is refunded in full.',
  'about.unanswered': 'What if the report does not answer my question?',
  'about.unanswered_answer': 'At the end of the report, ask for more photos or dispute the result.',
  'about.genuine': 'How do I know that a report is genuine?',
  'about.genuine_answer': 'Open it and verify it there: the page compares it with its signature.',
} as const;

export type AboutEnglish = typeof en;
