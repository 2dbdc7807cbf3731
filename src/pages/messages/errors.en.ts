/** Copy of the error pages, for developers. */
export const messages = {
  heading: 'Errors',
  lead: 'Every error response carries one of these codes, a hint and a request id.',
  columns: { code: 'Code', status: 'Status', title: 'What is wrong' },
  table: 'Errors',
  code: 'Code',
  status: 'Status',
  graphql: 'In GraphQL',
  inExtensions: 'in extensions.code',
  todo: 'What to do',
  requestId: 'Include the request_id of the response in support requests.',
  all: 'All errors',
  interface: 'API',
};
