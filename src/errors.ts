import type { ArgumentsOf } from './messages/arguments.js';
import { formatText } from './messages/create-translator.js';
import { type ErrorDetails, en } from './messages/error-detail/en.js';
import type { Language } from './messages/language.js';

/**
 * The error catalogue: every error a client can receive, once. REST returns it as
 * problem+json with `status`, GraphQL carries the code in upper case in `extensions.code`.
 */
export const errorCatalogue = {
  bad_request: [
    400,
    'Bad request',
    'Compare the request with the OpenAPI document at /openapi.json.',
  ],
  bad_cursor: [
    400,
    'Invalid cursor',
    'Send a cursor exactly as it was returned, with the same filter and order, or omit it to start from the first item.',
  ],
  graphql_parse_failed: [
    400,
    'GraphQL syntax error',
    'Correct the syntax at the location in locations.',
  ],
  graphql_validation_failed: [
    400,
    'GraphQL validation failed',
    'Compare the document with the schema, for example in GraphiQL at /graphql.',
  ],
  bad_user_input: [400, 'Invalid input', 'Correct the arguments listed in extensions.issues.'],
  query_too_expensive: [400, 'Query too expensive', 'Request smaller pages or fewer fields.'],
  query_too_deep: [400, 'Query too deep', 'Reduce the nesting of the selection.'],
  api_key_missing: [401, 'API key missing', 'Send an API key in the X-API-Key header.'],
  api_key_invalid: [
    401,
    'API key invalid',
    'Check the key for missing characters, or request a new key; this one is unknown or revoked.',
  ],
  token_invalid: [
    401,
    'Token invalid',
    'Request a new link; the token is malformed, revoked or issued for another route.',
  ],
  session_missing: [401, 'Session missing', 'Sign in; the session is kept in a cookie.'],
  session_invalid: [401, 'Session invalid', 'Sign in again; the session has expired or was ended.'],
  login_failed: [
    401,
    'Login failed',
    'Check the email and the password, or request a password reset.',
  ],
  scope_missing: [403, 'Scope missing', 'Use an API key with the scope named in the detail.'],
  actor_not_allowed: [
    403,
    'Actor not allowed',
    'Send an actor of the API key, or use a key with this actor; createApiKey takes actors.',
  ],
  test_mode: [403, 'Test key', 'Use a live key; test keys serve jobs of the sandbox only.'],
  origin_refused: [
    403,
    'Origin not allowed',
    'Send requests with a session cookie from the pages of this service only.',
  ],
  not_found: [
    404,
    'Not found',
    'Check the path and the ids in it; /openapi.json lists every path.',
  ],
  job_not_found: [
    404,
    'Job not found',
    'Check the job id; an API key can access only the jobs of its integrator.',
  ],
  job_schedule_not_found: [
    404,
    'Job schedule not found',
    'Check the schedule id; an API key can access only the schedules of its integrator.',
  ],
  site_check_not_found: [
    404,
    'Site check not found',
    'Check that the request id and the access token belong together.',
  ],
  report_not_found: [
    404,
    'Report not found',
    'Retry once the job is submitted or completed and its first report version exists.',
  ],
  report_version_not_found: [
    404,
    'Report version not found',
    'Use a version number listed in versions.',
  ],
  customer_not_found: [404, 'Customer not found', 'Check the account id.'],
  invite_not_found: [404, 'Invite not found', 'Check the invite id.'],
  share_link_not_found: [404, 'Share link not found', 'Check the share id.'],
  email_message_not_found: [404, 'Email message not found', 'Check the message id.'],
  mail_not_found: [404, 'Mail not found', 'Check the mail id.'],
  agent_state_not_found: [
    404,
    'Agent state not found',
    'Check agent name and scope; a state exists once it was stored.',
  ],
  belief_not_found: [404, 'Belief not found', 'Check the belief id.'],
  decision_not_found: [404, 'Decision not found', 'Check the decision id.'],
  provider_not_found: [404, 'Provider not found', 'Check the provider id.'],
  dispatch_run_not_found: [404, 'Dispatch run not found', 'Check the run id.'],
  ticket_not_found: [404, 'Ticket not found', 'Check the ticket id or code.'],
  experiment_not_found: [404, 'Experiment not found', 'Check the experiment id.'],
  event_not_found: [404, 'Event not found', 'Check the event id.'],
  webhook_endpoint_not_found: [404, 'Webhook endpoint not found', 'Check the endpoint id.'],
  webhook_delivery_not_found: [404, 'Webhook delivery not found', 'Check the delivery id.'],
  log_entry_not_found: [
    404,
    'Log entry not found',
    'Check report id and version; a new version is appended within seconds.',
  ],
  persisted_query_not_found: [
    404,
    'Persisted query not found',
    'Send the document together with its hash once; after that, the hash is sufficient.',
  ],
  step_not_found: [404, 'Step not found', "Use the step_name of one of the job's steps."],
  method_not_allowed: [405, 'Method not allowed', 'Use a method listed in the Allow header.'],
  not_acceptable: [406, 'Not acceptable', 'Accept the media type named in the detail.'],
  request_timeout: [408, 'Request timed out', 'Send the request again without interruption.'],
  nonce_conflict: [
    409,
    'Nonce conflict',
    'Use a new nonce; this one was used with different content.',
  ],
  intake_conflict: [
    409,
    'Intake conflict',
    'Use a new intake_submission_id; this one was used with different content.',
  ],
  idempotency_key_reused: [
    409,
    'Idempotency key reused',
    'Use a new Idempotency-Key; this one was used with a different request.',
  ],
  idempotency_in_progress: [
    409,
    'Request in progress',
    'Retry after the seconds in Retry-After; the first request with this Idempotency-Key is still running.',
  ],
  invalid_transition: [409, 'Invalid transition', 'Fetch the current status before retrying.'],
  report_not_ready: [
    409,
    'Report not ready',
    'Submit passing evidence for the required steps named in the detail.',
  ],
  offer_not_available: [409, 'Offer not available', 'Select an offer whose available is true.'],
  offer_not_selected: [409, 'Offer not selected', 'Select an offer first.'],
  quote_expired: [409, 'Quote expired', 'Select an offer again; the site check has a new quote.'],
  already_paid: [
    409,
    'Already paid',
    'Continue with the site check; no further payment or selection is possible.',
  ],
  payment_not_required: [
    409,
    'Payment not required',
    'Continue without a checkout session; the selected offer is free.',
  ],
  session_closed: [409, 'Checkout session closed', 'Create a new checkout session.'],
  evidence_limit: [
    409,
    'Evidence limit reached',
    'Send no more evidence unless the job is returned to work; the limit is in the detail.',
  ],
  answer_limit: [
    409,
    'Answer limit reached',
    'Change this answer no further; the limit is in the detail.',
  ],
  feedback_limit: [
    409,
    'Feedback limit reached',
    'Send no more feedback for this job; the limit is in the detail.',
  ],
  email_taken: [409, 'Email taken', 'Sign in, or use another email.'],
  already_claimed: [
    409,
    'Already claimed',
    'Sign in with the account that claimed this site check.',
  ],
  account_busy: [
    409,
    'Account busy',
    'Wait until the site checks in request_ids are finished, or cancel them.',
  ],
  invite_active: [409, 'Invite active', 'Resend, reassign or revoke the active invite.'],
  invite_limit: [
    409,
    'Invite limit reached',
    'Use the invites that exist; the limit is in the detail.',
  ],
  share_link_limit: [
    409,
    'Share link limit reached',
    'Use a link that exists; the limit is in the detail.',
  ],
  delivery_not_possible: [
    409,
    'Delivery not possible',
    'Read the report over the API; only the report of a site check is delivered.',
  ],
  delivery_limit: [
    409,
    'Delivery limit reached',
    'Send no more deliveries of this version; the limit is in the detail.',
  ],
  report_withdrawn: [409, 'Report withdrawn', 'Create a new report version first.'],
  alias_not_allowed: [
    409,
    'Alias not allowed',
    'Use an alias that send_aliases_by_actor of the email policy lists for the actor.',
  ],
  agent_not_allowed: [
    409,
    'Agent not allowed',
    'Assign an agent listed in allowed_agents of the message.',
  ],
  human_review_required: [
    409,
    'Human review required',
    'Have a person move the message out of human_review first.',
  ],
  mail_not_configured: [409, 'Mail not configured', 'Set SMTP_URL and MAIL_FROM of the service.'],
  revision_conflict: [
    409,
    'Revision conflict',
    'Fetch the current state and send its updated_at as expected_updated_at.',
  ],
  already_superseded: [409, 'Already superseded', 'Supersede the newest belief of the chain.'],
  belief_exists: [409, 'Belief exists', 'Supersede the belief named in the hint.'],
  market_city_unknown: [409, 'Market city unknown', 'Use the keys of the catalogue.'],
  provider_busy: [409, 'Provider busy', 'Erase the provider after its jobs have ended.'],
  dispatch_running: [
    409,
    'Dispatch running',
    'Wait for the current run of the job, or cancel it first.',
  ],
  no_candidates: [
    409,
    'No candidates',
    'Name providers or candidates, or register a provider that serves the place.',
  ],
  offer_gone: [
    409,
    'Offer gone',
    'Wait for another offer; this one was answered, withdrawn or taken by another verifier.',
  ],
  scope_unknown: [
    409,
    'Scope unknown',
    'Use global/default, a market city or a service of the catalogue.',
  ],
  ticket_code_taken: [409, 'Ticket code taken', 'Send another ticket_code, or omit it.'],
  lease_held: [409, 'Lease held', 'Wait until the lease ends, or send the worker that holds it.'],
  verification_incomplete: [
    409,
    'Verification incomplete',
    'Add the evidence or the gate that the detail names.',
  ],
  experiment_exists: [409, 'Experiment exists', 'Send another experiment_id.'],
  experiment_running: [
    409,
    'Experiment running',
    'End the running experiment on the same surface, city and lane first.',
  ],
  forbidden_axis: [
    409,
    'Forbidden axis',
    'Leave out the axis named in the detail; it is not open to experiments.',
  ],
  axis_not_supported: [409, 'Axis not supported', 'Use the axes and bounds named in the detail.'],
  acknowledgement_missing: [
    409,
    'Acknowledgement missing',
    'Send forbidden_mutation_acknowledged as true.',
  ],
  baseline_missing: [409, 'Baseline missing', 'Compute the KPI snapshots of the past week first.'],
  push_off: [
    409,
    'Notifications are off',
    'Read the status instead; the operator has not turned them on.',
  ],
  push_limit: [
    409,
    'Notification limit reached',
    'Turn notifications off in another browser first.',
  ],
  job_schedule_limit: [
    409,
    'Job schedule limit reached',
    'Cancel a job schedule first; the limit is in the detail.',
  ],
  webhook_limit: [409, 'Webhook limit reached', 'Delete an endpoint first.'],
  clock_limit: [409, 'Clock limit reached', 'Use a new integrator; its clock starts at real time.'],
  sandbox_limit: [409, 'Sandbox limit reached', 'Wait until older test jobs are deleted.'],
  log_size: [409, 'Log size not reached', 'Use a tree size up to that of the newest checkpoint.'],
  media_unavailable: [
    409,
    'Media unavailable',
    'Make the media_url return the file with status 200 and within the size limit, then retry.',
  ],
  token_expired: [410, 'Token expired', 'Request a new link.'],
  erased: [410, 'Erased', 'Ask the owner; the content was erased for privacy.'],
  payload_too_large: [413, 'Payload too large', 'Send fewer bytes; the limit is in the detail.'],
  uri_too_long: [414, 'URI too long', 'Shorten the URL; the limit is in the detail.'],
  unsupported_media_type: [
    415,
    'Unsupported media type',
    'Send the media type named in the detail, without a Content-Encoding.',
  ],
  range_not_satisfiable: [
    416,
    'Range not satisfiable',
    'Request a range within the file; Content-Range states its length.',
  ],
  rate_limited: [429, 'Too many requests', 'Retry after the seconds in Retry-After.'],
  internal_error: [500, 'Internal error', 'Contact support with the request_id.'],
  unavailable: [503, 'Service unavailable', 'Retry after the seconds in Retry-After.'],
} as const satisfies Record<string, readonly [status: number, title: string, hint: string]>;

export type ErrorCode = keyof typeof errorCatalogue;

/** A sentence of an error, to be written in the language of its reader. */
export interface ErrorText {
  /** Null for a text that exists only in English. */
  readonly key: keyof ErrorDetails | null;
  readonly values: Readonly<Record<string, ErrorValue>>;
  readonly english: string;
}

/** A value of a sentence; a function writes one that depends on the language, such as a duration. */
type ErrorValue = string | number | ((language: Language) => string);

type ValuesOf<Text extends string> = {
  readonly [Key in keyof ArgumentsOf<Text>]: ArgumentsOf<Text>[Key] extends number
    ? number
    : string | ((language: Language) => string);
};

type TextValues<Key extends keyof ErrorDetails> = keyof ArgumentsOf<ErrorDetails[Key]> extends never
  ? []
  : [ValuesOf<ErrorDetails[Key]>];

/** Returns the values as a message takes them. */
export const valuesIn = (
  language: Language,
  values: ErrorText['values'],
): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'function' ? value(language) : value,
    ]),
  );

/** Returns a sentence of an error by its key in `messages/error-detail`. */
export function errorText<Key extends keyof ErrorDetails>(
  key: Key,
  ...[given]: TextValues<Key>
): ErrorText {
  const values: ErrorText['values'] = { ...given };
  return { key, values, english: formatText(en, 'en', key, valuesIn('en', values)) };
}

/** Returns a sentence that stays in English, such as the message of a 422. */
export const englishText = (english: string): ErrorText => ({ key: null, values: {}, english });

interface ApiErrorExtras {
  /** Replaces the catalogue's hint if a more specific one is possible. */
  hint?: ErrorText;
  /** Additional response headers, such as Allow or Retry-After. */
  headers?: Record<string, string>;
  /** Additional members of the response, such as the issues of invalid GraphQL input. */
  members?: Record<string, unknown>;
  cause?: unknown;
}

/** An error of the catalogue. Its text is meant for the client; `message` has the detail in English. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly title: string;
  readonly hint: string;
  /** Detail and hint of this occurrence; undefined if the catalogue's apply. */
  readonly texts: { readonly detail: ErrorText | undefined; readonly hint: ErrorText | undefined };
  readonly headers: Record<string, string>;
  readonly members: Record<string, unknown>;

  /**
   * @param code the error's code in the catalogue
   * @param detail one sentence for the client about this occurrence
   */
  constructor(
    readonly code: ErrorCode,
    detail?: ErrorText,
    extras: ApiErrorExtras = {},
  ) {
    const [status, title, hint] = errorCatalogue[code];
    super(detail?.english ?? `${title}.`, { cause: extras.cause });
    this.status = status;
    this.title = title;
    this.hint = extras.hint?.english ?? hint;
    this.texts = { detail, hint: extras.hint };
    this.headers = extras.headers ?? {};
    this.members = extras.members ?? {};
  }
}
