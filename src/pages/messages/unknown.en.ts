/** Copy of the pages for unknown URLs, and for requests that failed. */
export const messages = {
  heading: 'There is no page here',
  lead: 'The address may be cut off, or the page may have moved.',
  rejected: 'This did not work',
  request: 'Request a check',
  interface: 'API',
};
