/**
 * The error catalogue: every refusal that a client can meet, once. REST answers it as
 * problem+json with `status`, GraphQL carries the code in upper case in `extensions.code`.
 */
export const errorCatalogue = {
  bad_request: [400, 'Bad request', 'Check the request against the interface description.'],
  bad_cursor: [
    400,
    'Bad cursor',
    'Use a cursor as it was answered, with the same filter and order, or start without one.',
  ],
  graphql_parse_failed: [400, 'GraphQL syntax error', 'Mend the document at the place named.'],
  graphql_validation_failed: [
    400,
    'GraphQL validation failed',
    'Compare the document with the schema; GraphiQL at /graphql shows it.',
  ],
  bad_user_input: [400, 'Bad input', 'Mend the arguments that extensions.issues names.'],
  query_too_expensive: [400, 'Query too expensive', 'Ask for smaller pages or fewer fields.'],
  query_too_deep: [400, 'Query too deep', 'Nest the selection less deeply.'],
  api_key_missing: [401, 'API key missing', 'Send your key in the X-API-Key header.'],
  api_key_invalid: [
    401,
    'API key invalid',
    'The key is unknown or revoked; check it for missing characters or ask for a new one.',
  ],
  token_invalid: [
    401,
    'Token invalid',
    'The token is damaged, revoked or meant for another route; ask for a new link.',
  ],
  scope_missing: [403, 'Scope missing', 'Use a key that has the scope named in the detail.'],
  not_found: [404, 'Not found', 'Check the path; /openapi.json lists every one.'],
  job_not_found: [404, 'Job not found', 'Check the id; a key sees the jobs of its own integrator.'],
  site_check_not_found: [
    404,
    'Site check not found',
    'Check the request id and the access token together.',
  ],
  report_not_found: [
    404,
    'Report not found',
    'There is no report yet; ask again when the job is verified.',
  ],
  report_version_not_found: [
    404,
    'Report version not found',
    'Versions count from 1; versions[] lists them.',
  ],
  persisted_query_not_found: [
    404,
    'Persisted query not found',
    'Send the document with its hash once; afterwards the hash is enough.',
  ],
  step_not_found: [404, 'Step not found', "Use a step_name of the job's steps."],
  method_not_allowed: [405, 'Method not allowed', 'Use a method that the Allow header names.'],
  not_acceptable: [406, 'Not acceptable', 'Accept the media type that this route answers with.'],
  request_timeout: [408, 'Request timeout', 'Send the request again, without a pause in it.'],
  nonce_conflict: [
    409,
    'Nonce conflict',
    'This nonce was used with other content; take a fresh nonce for a new request.',
  ],
  intake_conflict: [
    409,
    'Intake conflict',
    'This intake_submission_id was used with other content; take a fresh one.',
  ],
  idempotency_key_reused: [
    409,
    'Idempotency key reused',
    'This Idempotency-Key was used with another request; take a fresh one.',
  ],
  idempotency_in_progress: [
    409,
    'Request in progress',
    'The first request with this Idempotency-Key is still running; try again shortly.',
  ],
  invalid_transition: [409, 'Invalid transition', 'Read the present status and act on it.'],
  report_not_ready: [
    409,
    'Report not ready',
    'The required steps named in the detail need passing evidence first.',
  ],
  offer_not_available: [409, 'Offer not available', 'Choose an offer whose available is true.'],
  offer_not_selected: [409, 'Offer not selected', 'Select an offer first.'],
  quote_expired: [409, 'Quote expired', 'A fresh quote stands in the status; select again.'],
  already_paid: [409, 'Already paid', 'Nothing is left to pay or choose.'],
  payment_not_required: [409, 'Payment not required', 'The selected offer is free.'],
  session_closed: [409, 'Checkout session closed', 'Start a new checkout session.'],
  evidence_limit: [
    409,
    'Evidence limit reached',
    'The limits stand in the documentation of evidence.',
  ],
  feedback_limit: [
    409,
    'Feedback limit reached',
    'Send no more feedback for this job; the limit is in the detail.',
  ],
  media_unavailable: [
    409,
    'Media unavailable',
    'Make the media_url answer 200 with the file, within the size limit, and send again.',
  ],
  token_expired: [410, 'Token expired', 'Ask for a new link.'],
  payload_too_large: [413, 'Payload too large', 'Send less; the limit stands in the detail.'],
  uri_too_long: [414, 'URI too long', 'Shorten the URL; the limit is in the detail.'],
  unsupported_media_type: [
    415,
    'Unsupported media type',
    'Send the media type that the detail names.',
  ],
  range_not_satisfiable: [416, 'Range not satisfiable', 'Ask for a range inside the file.'],
  rate_limited: [429, 'Too many requests', 'Wait as long as Retry-After says.'],
  internal_error: [500, 'Internal error', 'Tell us the request_id; the cause is in our log.'],
  unavailable: [503, 'Unavailable', 'Wait as long as Retry-After says and send the request again.'],
} as const satisfies Record<string, readonly [status: number, title: string, hint: string]>;

export type ErrorCode = keyof typeof errorCatalogue;

interface ApiErrorExtras {
  /** Replaces the catalogue's hint where the circumstances allow a better one. */
  hint?: string;
  /** Further response headers, such as Allow or Retry-After. */
  headers?: Record<string, string>;
  /** Further members of the answer, such as the issues of bad GraphQL input. */
  members?: Record<string, unknown>;
  cause?: unknown;
}

/** A refusal out of the catalogue; its text is meant for the client. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly title: string;
  readonly hint: string;
  readonly headers: Record<string, string>;
  readonly members: Record<string, unknown>;

  /**
   * @param code which refusal
   * @param detail what went wrong here, in one sentence for the client
   */
  constructor(
    readonly code: ErrorCode,
    detail?: string,
    extras: ApiErrorExtras = {},
  ) {
    const [status, title, hint] = errorCatalogue[code];
    super(detail ?? `${title}.`, { cause: extras.cause });
    this.status = status;
    this.title = title;
    this.hint = extras.hint ?? hint;
    this.headers = extras.headers ?? {};
    this.members = extras.members ?? {};
  }
}
