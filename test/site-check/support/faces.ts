import { snakeCase } from '../../../src/rest/validation/names.js';
import type { TestApp } from '../../support/app.js';

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape they assert
type Json = any;

/** An answer in the terms that both faces share. */
export interface FaceAnswer {
  body: Json;
  /** Lower-case error code; `invalid_input` for what REST says by 422. */
  code: string | undefined;
  replayed: boolean;
}

export interface Call {
  id?: string;
  token?: string | null;
  input?: Record<string, unknown>;
  key?: string | null;
}

const shared = `requestId jobId executionMode intakeSource serviceKey status paymentStatus quoteStatus
  message submittedAt
  quote { quoteId status currency message createdAt expiresAt
    offers { offerKey label description executionMode amountMinor currency turnaroundHours includes
      recommended available } }
  serviceability { serviceable level message reasons marketCity marketCityKey distanceKm
    estimatedHoursMin estimatedHoursMax suggestedExecutionMode }
  selectedOffer { offerKey label amountMinor currency executionMode turnaroundHours quoteId selectedAt }
  checkout { status sessionId checkoutUrl amountMinor currency provider createdAt expiresAt paidAt
    failureReason }
  report { status reportId versionNumber versionCount generatedAt deliveredAt reportUrl pdfExportUrl }
  selfService { inviteId captureSessionId status channel inviteeName inviteeRole preferredLanguage
    operatorName sessionState deliveryStatus deliveryError requestId jobId expiresAt sentAt openedAt
    completedAt invalidatedAt canResend canReassign }`;
export const statusFields = `${shared} objective address updatedAt`;

const base = '/v1/public/site-checks';

interface Operation {
  rest: (id: string) => ['GET' | 'POST', string];
  graphql: string;
}

const operations = {
  requestSiteCheck: {
    rest: () => ['POST', base],
    graphql: `mutation($input: RequestSiteCheckInput!) {
      requestSiteCheck(input: $input) { ${shared} accessToken } }`,
  },
  siteCheck: {
    rest: (id) => ['GET', `${base}/${id}`],
    graphql: `query($id: ID!, $token: String) {
      siteCheck(requestId: $id, accessToken: $token) { ${statusFields} } }`,
  },
  selectSiteCheckOffer: {
    rest: (id) => ['POST', `${base}/${id}/select-offer`],
    graphql: `mutation($id: ID!, $input: SelectSiteCheckOfferInput!) {
      selectSiteCheckOffer(requestId: $id, input: $input) { ${statusFields} } }`,
  },
  createCheckoutSession: {
    rest: (id) => ['POST', `${base}/${id}/checkout-session`],
    graphql: `mutation($id: ID!, $input: CreateCheckoutSessionInput!) {
      createCheckoutSession(requestId: $id, input: $input) { ${statusFields} } }`,
  },
  startSelfServiceCapture: {
    rest: (id) => ['POST', `${base}/${id}/self-service-capture`],
    graphql: `mutation($id: ID!, $token: String!) {
      startSelfServiceCapture(requestId: $id, accessToken: $token) {
        captureUrl captureToken expiresAt } }`,
  },
  submitSiteCheckFeedback: {
    rest: (id) => ['POST', `${base}/${id}/requester-feedback`],
    graphql: `mutation($id: ID!, $token: String!, $input: RequesterFeedbackInput!) {
      submitSiteCheckFeedback(requestId: $id, accessToken: $token, input: $input) {
        feedbackId jobId jobStatus accepted rating verdict comment stepNames reportVersion message
        createdAt } }`,
  },
  cancelSiteCheck: {
    rest: (id) => ['POST', `${base}/${id}/cancel`],
    graphql: `mutation($id: ID!, $token: String, $reason: String) {
      cancelSiteCheck(requestId: $id, accessToken: $token, reason: $reason) { ${statusFields} } }`,
  },
  siteCheckReport: {
    rest: (id) => ['GET', `${base}/${id}/report`],
    graphql: `query($id: ID!, $token: String, $version: Int) {
      siteCheckReport(requestId: $id, accessToken: $token, version: $version) {
        reportId versionNumber isCurrent requestId jobId status reportUrl pdfExportUrl summary
        changeSummary { reason } versions { versionNumber isCurrent reportUrl } viewCount } }`,
  },
} satisfies Record<string, Operation>;
export type SiteCheckOperation = keyof typeof operations;

/** GraphQL takes the token inside the input where REST's body is the input. */
const tokenInInput: SiteCheckOperation[] = ['selectSiteCheckOffer', 'createCheckoutSession'];

const enumNames = new Set([
  'status',
  'job_status',
  'payment_status',
  'quote_status',
  'execution_mode',
  'suggested_execution_mode',
  'intake_source',
  'level',
  'provider',
  'verdict',
  'reason',
]);

function toRestNames(value: Json, name = ''): Json {
  if (Array.isArray(value)) return value.map((each) => toRestNames(each));
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [
        snakeCase(key),
        toRestNames(each, snakeCase(key)),
      ]),
    );
  }
  return typeof value === 'string' && enumNames.has(name) ? value.toLowerCase() : value;
}

const toGraphNames = (input: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(input).map(([key, value]) => [
      key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      key === 'verdict' && typeof value === 'string' ? value.toUpperCase() : value,
    ]),
  );

export interface Face {
  name: 'REST' | 'GraphQL';
  call(app: TestApp, operation: SiteCheckOperation, call: Call): Promise<FaceAnswer>;
}

const rest: Face = {
  name: 'REST',
  async call(app, operation, { id = '', token, input = {}, key = null }) {
    const [method, path] = operations[operation].rest(encodeURIComponent(id));
    const fields = { ...(token != null && { access_token: token }), ...input };
    const query = new URLSearchParams(fields as Record<string, string>);
    const answer = await app.rest(method, method === 'GET' ? `${path}?${query}` : path, {
      key,
      ...(method === 'POST' && { body: fields }),
    });
    const ok = answer.status < 300;
    return {
      body: ok ? answer.body : undefined,
      code: ok ? undefined : answer.status === 422 ? 'invalid_input' : answer.body.code,
      replayed: answer.headers.get('idempotent-replayed') === 'true',
    };
  },
};

const graphql: Face = {
  name: 'GraphQL',
  async call(app, operation, { id, token, input = {}, key = null }) {
    const graph = toGraphNames(input);
    const variables = {
      id,
      token,
      ...graph,
      input: tokenInInput.includes(operation) ? { accessToken: token, ...graph } : graph,
    };
    const declared = new Set(
      [...operations[operation].graphql.matchAll(/\$(\w+):/g)].map(([, name]) => name),
    );
    const used = Object.fromEntries(
      Object.entries(variables).filter(([name]) => declared.has(name)),
    );
    const answer = await app.graphql(operations[operation].graphql, used, { key });
    const code = answer.errors?.[0]?.extensions['code'].toLowerCase();
    return {
      body: code ? undefined : toRestNames(answer.data[operation]),
      code: code === 'bad_user_input' ? 'invalid_input' : code,
      replayed: answer.extensions?.idempotentReplayed === true,
    };
  },
};

/** The two doors of every operation. */
export const faces: readonly Face[] = [rest, graphql];
export const restFace = rest;
