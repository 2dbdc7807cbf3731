/** Words of the page for addresses that lead nowhere. */
export const words = {
  heading: 'There is no page here',
  lead: 'The address may be cut off, or the page may have moved.',
  request: 'Request a check',
  interface: 'Interface',
};
