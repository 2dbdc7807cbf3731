/** Words of the pages for addresses that lead nowhere, and for what could not be answered. */
export const messages = {
  heading: 'There is no page here',
  lead: 'The address may be cut off, or the page may have moved.',
  rejected: 'This did not work',
  request: 'Request a check',
  interface: 'Interface',
};
