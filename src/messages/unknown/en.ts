/** Messages in English of the pages for unknown URLs, and for requests that failed. */
export const en = {
  'unknown.heading': 'There is no page here',
  'unknown.lead': 'The address may be cut off, or the page may have moved.',
  'unknown.rejected': 'This did not work',
  'unknown.request': 'Request a check',
} as const;

export type UnknownEnglish = typeof en;
