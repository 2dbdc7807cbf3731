import { allOperations, allProjections } from '../../../src/graphql/operations.js';
import { type Operation, restInput } from '../../../src/operation.js';
import { graphqlRequest, restRequest } from '../../support/apis.js';
import { jobBody } from '../../support/app.js';
import { pageAndFileRoutes } from '../../support/page-routes.js';

/** The callers. */
export const callers = [
  'no credentials',
  'a wrong key',
  'a revoked key',
  'a key for reading',
  'a key for writing',
  'a key for reports',
  'the owner with all but operator',
  'another integrator',
  'an operator',
  'the task token',
  'the capture token',
  'the offer token',
  'the access token',
  'a customer',
] as const;
export type Caller = (typeof callers)[number];

/** Authorization errors; every other response counts as allowed. */
export type Outcome =
  | 'allowed'
  | 'api_key_missing'
  | 'api_key_invalid'
  | 'scope_missing'
  | 'token_invalid'
  | 'session_missing'
  | 'job_not_found'
  | 'site_check_not_found'
  | 'invite_not_found'
  | 'not_found'
  | 'invalid_input';

/** The outcome for each caller; `otherwise` applies to callers that are not listed. */
export interface Profile {
  otherwise: Outcome;
  callers?: Partial<Record<Caller, Outcome>>;
}

const scopesOf: Partial<Record<Caller, readonly string[]>> = {
  'a key for reading': ['jobs:read'],
  'a key for writing': ['jobs:write'],
  'a key for reports': ['reports:write'],
  'the owner with all but operator': ['jobs:read', 'jobs:write', 'reports:write', 'webhooks:write'],
  'another integrator': ['jobs:read', 'jobs:write', 'reports:write', 'webhooks:write'],
  'an operator': ['jobs:read', 'jobs:write', 'reports:write', 'webhooks:write', 'operator'],
};

/** Requires a key with a scope. `ofOwner`: the target belongs to one integrator. */
function keyWith(scope: string, ofOwner: boolean): Profile {
  const granted = Object.entries(scopesOf).map(([caller, scopes]) => {
    if (!scopes.includes(scope)) return [caller, 'scope_missing'];
    const foreign = ofOwner && caller === 'another integrator';
    return [caller, foreign ? 'job_not_found' : 'allowed'];
  });
  return {
    otherwise: 'api_key_missing',
    callers: {
      'a wrong key': 'api_key_invalid',
      'a revoked key': 'api_key_invalid',
      ...Object.fromEntries(granted),
    },
  };
}

/** A session takes precedence over a key without the scope. */
const operatorsOrSession: Profile = {
  otherwise: 'session_missing',
  callers: { ...keyWith('operator', false).callers, 'a customer': 'allowed' },
};

/** None of the callers has a test key. */
const testKeysOnly: Profile = {
  otherwise: 'api_key_missing',
  callers: {
    ...keyWith('operator', false).callers,
    'an operator': 'scope_missing',
  },
};

/** The profile of each kind of access by the label of its record, except scopes. */
const profiles = {
  '–': { otherwise: 'allowed' },
  '– (not from other sites)': { otherwise: 'allowed' },
  'token of the mail (`confirm`)': { otherwise: 'token_invalid' },
  'token of the mail (`reset`)': { otherwise: 'token_invalid' },
  '`jobs:read`, test key': testKeysOnly,
  '`jobs:write`, test key': testKeysOnly,
  '`jobs:write`, or a task or capture token': {
    otherwise: 'api_key_missing',
    callers: {
      ...keyWith('jobs:write', true).callers,
      // Of other jobs.
      'the task token': 'job_not_found',
      'the capture token': 'job_not_found',
      'the offer token': 'token_invalid',
      'the access token': 'token_invalid',
    },
  },
  'task token in the body or as Bearer': {
    otherwise: 'token_invalid',
    callers: { 'the task token': 'allowed' },
  },
  'capture token in the body or as Bearer': {
    otherwise: 'token_invalid',
    callers: { 'the capture token': 'allowed' },
  },
  session: { otherwise: 'session_missing', callers: { 'a customer': 'allowed' } },
  'session, or `operator`': operatorsOrSession,
  'task or capture token': {
    otherwise: 'token_invalid',
    callers: { 'the task token': 'allowed', 'the capture token': 'allowed' },
  },
  'task token': { otherwise: 'token_invalid', callers: { 'the task token': 'allowed' } },
  'offer token': { otherwise: 'token_invalid', callers: { 'the offer token': 'allowed' } },
  'access token': {
    otherwise: 'site_check_not_found',
    callers: { 'the access token': 'allowed' },
  },
  'access token, or `operator`': {
    otherwise: 'site_check_not_found',
    callers: { 'the access token': 'allowed' },
  },
} as const satisfies Record<string, Profile>;

/** Operators and sessions, for a target that does not belong to the customer. */
const anothers = (missing: 'site_check_not_found' | 'invite_not_found'): Profile => ({
  ...operatorsOrSession,
  callers: { ...operatorsOrSession.callers, 'a customer': missing },
});

const nowhere: Profile = { otherwise: 'not_found' };
const anyone: Profile = profiles['–'];

/** A session, for a request that does not belong to its customer. */
const anothersRequest: Profile = {
  otherwise: 'session_missing',
  callers: { 'a customer': 'site_check_not_found' },
};

/** @throws Error for an access without a profile */
function profileOf(op: Operation): Profile {
  const { label } = op.access;
  const scope = /^`(.*)`$/.exec(label)?.[1];
  if (scope) return keyWith(scope, op.target?.missing === 'job_not_found');
  const missing = [op.target?.missing, ...op.errors];
  if (op.target?.missing === 'invite_not_found') return anothers('invite_not_found');
  if (label.startsWith('session, or') && op.target?.missing === 'site_check_not_found')
    return anothers('site_check_not_found');
  if (label === 'session' && missing.includes('site_check_not_found')) return anothersRequest;
  const known: Record<string, Profile> = profiles;
  const profile = known[label];
  if (!profile) throw new Error(`${op.name}: no profile for the access ${label}`);
  return profile;
}

/** The requests of an operation on each API. `door`: the body is the form of that upload. */
export interface Row {
  profile: Profile;
  /** The profile on REST, if it differs. */
  restProfile?: Profile;
  graphql?: { document: string; variables: object };
  rest?: { method: string; path: string; body?: object | undefined };
  door?: 'provider' | 'capture';
  /** True for a page that is requested without data: an unknown target and missing fields count as allowed. */
  isWithoutData?: boolean;
}

/** Input that requests a site check. */
export const place = { ...jobBody(), nonce: undefined };

/** Returns the example of an operation, with placeholders for values that belong to the caller. */
function exampleOf(op: Operation): Record<string, unknown> {
  const own = { access_token: '{token}', nonce: '{nonce}', share_id: '{share}' };
  const given = { ...op.example };
  for (const [name, value] of Object.entries(own)) if (name in given) given[name] = value;
  return given;
}

const targets: Record<string, string> = {
  job_not_found: '{job}',
  site_check_not_found: '{check}',
  email_message_not_found: '{message}',
  customer_not_found: '{customer}',
  mail_not_found: '{mail}',
  invite_not_found: '{invite}',
  not_found: '{spare_key}',
};

const isTokenArgument = (op: Operation) => op.args !== undefined && 'accessToken' in op.args;

function rowOf(op: Operation): Row {
  const takesToken = isTokenArgument(op) || restTakesToken(op);
  const input = { ...exampleOf(op), ...(takesToken && { access_token: '{token}' }) };
  const id = targets[op.target?.missing ?? ''] ?? '{name}';
  const call = { id, input };
  return {
    profile: profileOf(op),
    graphql: graphqlRequest(op, call),
    ...(op.rest && { rest: decoded(restRequest({ ...op, rest: op.rest }, call)) }),
  };
}

const restTakesToken = (op: Operation) =>
  op.rest !== undefined && 'accessToken' in (restInput(op, op.rest)?.shape ?? {});

/** Keeps placeholders unescaped in the URL; they are filled in later. */
function decoded<T extends { path: string }>(request: T): T {
  return { ...request, path: decodeURIComponent(request.path) };
}

/** Each operation of the GraphQL schema, with its path if it has one. */
const operations = Object.fromEntries(
  allOperations()
    .filter((op) => !op.callsFor)
    .map((op) => [op.name, rowOf(op)]),
);

const operatorsKey = keyWith('operator', false);
/** The profile without a token argument; `bearer`: a token in a header is accepted. */
const withoutToken = (otherwise: Profile, bearer: boolean): Profile => ({
  otherwise: otherwise.otherwise,
  callers: {
    ...otherwise.callers,
    ...(bearer && {
      'the task token': 'site_check_not_found',
      'the capture token': 'site_check_not_found',
      'the offer token': 'site_check_not_found',
      'the access token': 'allowed',
    }),
  },
});
/** On REST the token is required, as an argument or as Bearer; task tokens are too long for a Bearer token. */
const bearerOnly: Profile = {
  otherwise: 'invalid_input',
  callers: { 'the access token': 'allowed' },
};

/** The same operations without the token in their arguments. */
function withoutArgument(name: string, id: string, rest: Profile, bearer: boolean): Row {
  const op = allOperations().find((one) => one.name === name) as Operation;
  const call = { id, input: {} };
  return {
    profile: withoutToken(operatorsKey, bearer),
    restProfile: rest,
    graphql: graphqlRequest(op, call),
    ...(op.rest && { rest: decoded(restRequest({ ...op, rest: op.rest }, call)) }),
  };
}

/** Queries for a node by global id, which run the query of its type. */
function nodeRows(type: string, id: string, profile: Profile): Record<string, Row> {
  const selection = `{ __typename id ... on ${type} { jobId } }`;
  const node = { document: `query($id: ID!) { node(id: $id) ${selection} }`, variables: { id } };
  const nodes = {
    document: `query($ids: [ID!]!) { nodes(ids: $ids) ${selection} }`,
    variables: { ids: [id] },
  };
  return {
    [`node of type ${type}`]: { profile, graphql: node },
    [`nodes of type ${type}`]: { profile, graphql: nodes },
  };
}

const get = (path: string) => ({ method: 'GET', path });
const post = (path: string, body?: object) => ({ method: 'POST', path, body });
const check = '/v1/public/site-checks/{check}';

/** A form sent to the page of a report acts as its caller: with a key it requests a job, and no job has this id. */
const reportFormAlone: Profile = {
  otherwise: 'session_missing',
  callers: {
    ...keyWith('jobs:read', true).callers,
    'a key for reading': 'job_not_found',
    'the owner with all but operator': 'job_not_found',
    'an operator': 'job_not_found',
    'a customer': 'site_check_not_found',
  },
};

/** MCP accepts a key or none; it treats every Bearer token as a key. */
const noWrongKey: Profile = {
  otherwise: 'allowed',
  callers: Object.fromEntries(
    (
      [
        'a wrong key',
        'a revoked key',
        'the task token',
        'the capture token',
        'the offer token',
        'the access token',
      ] as const
    ).map((caller) => [caller, 'api_key_invalid']),
  ),
};

const signedReportPaths: { method: string; path: string; alone?: Profile }[] = [
  // Without a code the page asks for one.
  { ...get('/reports/{check}'), alone: anyone },
  { ...post('/reports/{check}'), alone: reportFormAlone },
  get('/reports/{check}/cover.json'),
  get('/reports/{check}/report.pdf'),
  get('/reports/{check}/report.json'),
];

/** The paths of a signed link, with the link and without its signature. */
const signedReports: Record<string, Row> = Object.fromEntries(
  signedReportPaths.flatMap(({ method, path, alone = nowhere }) => [
    [
      `${method} ${path} by its link`,
      { profile: anyone, rest: { method, path: `${path}?{link}` } },
    ],
    [`${method} ${path} alone`, { profile: alone, rest: { method, path } }],
  ]),
);

/** The page of a share link and its files, with its token and with another. */
const sharedReports: Record<string, Row> = Object.fromEntries(
  [
    get('/shared/{token}'),
    post('/shared/{token}'),
    get('/shared/{token}/card.png'),
    get('/shared/{token}/report.pdf'),
    get('/shared/{token}/report.json'),
  ].flatMap(({ method, path }) => {
    const at = (token: string) => ({ method, path: path.replace('{token}', token) });
    return [
      [`${method} ${path} by its link`, { profile: anyone, rest: at('{share_token}') }],
      [`${method} ${path} by another`, { profile: nowhere, rest: at('{no_share_token}') }],
    ];
  }),
);

/** Paths with a separate handler: files, uploads, and public paths. */
const paths: Record<string, Row> = {
  'PDF of a job': {
    profile: keyWith('jobs:read', true),
    rest: get('/v1/jobs/{job}/report.pdf'),
  },
  'PDF of a site check': {
    profile: profiles['access token'],
    rest: get(`${check}/report.pdf?access_token={token}`),
  },
  'PDF of a customer request': {
    profile: anothersRequest,
    rest: get('/v1/customer/requests/{check}/report.pdf'),
  },
  'PDF of a site check without its token': {
    profile: bearerOnly,
    rest: get(`${check}/report.pdf`),
  },
  'upload of a verifier': {
    profile: { otherwise: 'token_invalid', callers: { 'the task token': 'allowed' } },
    rest: post('/v1/provider/evidence'),
    door: 'provider',
  },
  'upload of an invitee': {
    profile: { otherwise: 'token_invalid', callers: { 'the capture token': 'allowed' } },
    rest: post('/v1/capture/evidence'),
    door: 'capture',
  },
  'media by its link': { profile: anyone, rest: get('/media/{held}/{item}?{signed}') },
  'media of a test job without its signature': {
    profile: nowhere,
    rest: get('/sandbox/media/{held}/{item}?{signed}'),
  },
  'media without its signature': { profile: nowhere, rest: get('/media/{held}/{item}') },
  ...signedReports,
  ...sharedReports,
  'checkout page': { profile: anyone, rest: get('/checkout/{session}?{session_key}') },
  'checkout page without its key': { profile: nowhere, rest: get('/checkout/{session}?key=x') },
  'end of a checkout': {
    profile: anyone,
    rest: post('/checkout/{session}?{session_key}', { outcome: 'declined' }),
  },
  'end of a checkout without its key': {
    profile: nowhere,
    rest: post('/checkout/{session}', { outcome: 'paid' }),
  },
  'webhook of a provider that is not in use': {
    profile: nowhere,
    rest: post('/payments/stripe/webhook', {}),
  },
  'webhook of text messages that are not sent': {
    profile: nowhere,
    rest: post('/hooks/sms', {}),
  },
  'GraphQL by GET': { profile: anyone, rest: get('/graphql?query=%7B__typename%7D') },
  'GraphQL by POST': { profile: anyone, rest: post('/graphql', { query: '{ __typename }' }) },
  'list of the tools over MCP': {
    profile: noWrongKey,
    rest: post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  },
  'tile of the log': { profile: anyone, rest: get('/log/tile/{level}/{tile_number}') },
  'tile of the log of the sandbox': {
    profile: anyone,
    rest: get('/sandbox/log/tile/{level}/{tile_number}'),
  },
  'page of an error': { profile: anyone, rest: get('/errors/{error}') },
  'file of the build': { profile: anyone, rest: get('/assets/{asset}') },
  'page of a request': { profile: anyone, rest: get('/site-checks/{check}') },
  'action on the page of a request': { profile: anyone, rest: post('/site-checks/{check}', {}) },
  'page that edits a request': { profile: anyone, rest: get('/site-checks/{check}/edit') },
  'form that edits a request': { profile: anyone, rest: post('/site-checks/{check}/edit', {}) },
  'tiles of the map, which are not configured': {
    profile: nowhere,
    rest: get('/map/tiles.pmtiles'),
  },
  ...Object.fromEntries(
    [
      '/healthz',
      '/readyz',
      '/openapi.json',
      '/.well-known/jwks.json',
      '/.well-known/sandbox-jwks.json',
      '/.well-known/report-signing.pem',
      '/.well-known/sandbox-report-signing.pem',
      '/console/config',
      '/log/checkpoint',
      '/log/key',
      '/sandbox/log/checkpoint',
      '/sandbox/log/key',
    ].map((path) => [path, { profile: anyone, rest: get(path) } satisfies Row]),
  ),
};

/** Returns a route without its query and the names of its parameters. */
export const routeOf = ({ method, path }: { method: string; path: string }) =>
  `${method} ${path.split('?')[0]?.replace(/:\w+(\{[^/]+\})?|\{\w+\}/g, '{}')}`;

const listed = new Set(Object.values(paths).map(({ rest }) => rest && routeOf(rest)));

/** Pages and their files without a row above: everyone can open them and send their forms. */
const otherPages: Record<string, Row> = Object.fromEntries(
  pageAndFileRoutes
    .filter((route) => !listed.has(routeOf(route)))
    .map((route) => {
      const path = route.path.replace(/:(\w+)(\{[^}]*\})?/g, '{$1}');
      const rest = route.method === 'POST' ? post(path, {}) : get(path);
      return [`${route.method} ${path}`, { profile: anyone, rest, isWithoutData: true }];
    }),
);

const projections: Record<string, Row> = Object.fromEntries(
  allProjections().map(({ of, rest }) => [
    `${rest.pick} of ${of.name}`,
    { profile: profileOf(of), rest: get(rest.path.replace(/\{\w+\}/, '{job}')) },
  ]),
);

/** Every operation on REST and GraphQL. */
export const table: Record<string, Row> = {
  ...operations,
  'siteCheck without an argument': withoutArgument('siteCheck', '{check}', bearerOnly, true),
  'siteCheckReport without an argument': withoutArgument(
    'siteCheckReport',
    '{check}',
    bearerOnly,
    true,
  ),
  'cancelSiteCheck without an argument': withoutArgument(
    'cancelSiteCheck',
    '{other_check}',
    operatorsKey,
    false,
  ),
  ...nodeRows('Job', '{job_node}', keyWith('jobs:read', true)),
  ...nodeRows('Report', '{report_node}', keyWith('jobs:read', true)),
  ...nodeRows('SiteCheck', '{check_node}', withoutToken(operatorsKey, true)),
  ...nodeRows('CustomerRequest', '{request_node}', anothersRequest),
  ...projections,
  ...paths,
  ...otherPages,
};
