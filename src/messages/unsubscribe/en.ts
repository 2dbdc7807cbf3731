/** Messages in English of the page behind the unsubscribe link of optional mails. */
export const en = {
  'unsubscribe.heading': 'Optional mails',
  'unsubscribe.lead':
    'Reminders about prices, and mails about the verifier and the photos. Your link, receipts, refunds and reports always arrive.',
  'unsubscribe.unsubscribe': 'Stop optional mails',
  'unsubscribe.unsubscribed': 'You are unsubscribed from optional mails.',
  'unsubscribe.subscribe': 'Subscribe again',
  'unsubscribe.subscribed': 'You will get optional mails again.',
  'unsubscribe.invalid': 'This link is not valid. Open the link in the mail again.',
} as const;

export type UnsubscribeEnglish = typeof en;
