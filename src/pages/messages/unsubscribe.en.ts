/** Copy of the page behind the unsubscribe link of optional mails. */
export const messages = {
  heading: 'Optional mails',
  lead: 'Reminders about prices, and mails about the verifier and the photos. Your link, receipts, refunds and reports always arrive.',
  unsubscribe: 'Stop optional mails',
  unsubscribed: 'You are unsubscribed from optional mails.',
  subscribe: 'Subscribe again',
  subscribed: 'You will get optional mails again.',
  invalid: 'This link is not valid. Open the link in the mail again.',
};
