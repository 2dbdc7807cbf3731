import { requireScope } from '../../access.js';
import { ApiError, englishText } from '../../errors.js';
import { checkFetchUrl, GuardedFetchError } from '../../lib/guarded-fetch.js';
import { choice, flag, list, text } from '../../lib/schema.js';
import type { KeyHolder } from '../../viewer.js';
import { eventType } from '../event/event.js';
import type { WebhookEndpoint } from './endpoint.js';
import type { Webhooks } from './webhooks.js';

/** The fields of a new endpoint; all are optional in an update. */
export const endpointFields = {
  url: text(8, 2000).describe(
    'URL that events are posted to: https, on a public host, at port 443 unless the operator allows others.',
  ),
  description: text(0, 200).nullish().describe('What the endpoint is for.'),
  eventTypes: list(choice(eventType()), { max: 100 }).describe(
    'Types of the events to deliver; empty for all types.',
  ),
  allIntegrators: flag().describe(
    'Whether the events of every integrator are delivered; requires the scope `operator`.',
  ),
};

/** Characters that the URL parser drops: the stored URL would differ from the one that is posted to. */
const dropped = /^ |\p{Cc}| $/u;

type AllowedUrls = Pick<Webhooks, 'allowedHosts' | 'ports'>;

/** Returns the error of a URL; null if it is valid. */
function problemOf(url: string, { allowedHosts, ports }: AllowedUrls): string | null {
  try {
    checkFetchUrl(url, allowedHosts, ports);
  } catch (error) {
    if (error instanceof GuardedFetchError) return error.message;
    throw error;
  }
  return dropped.test(url) ? 'must not contain control characters, or spaces at its ends' : null;
}

/**
 * Validates what the schema cannot.
 * @throws ApiError `bad_user_input` for a url that is never allowed, `scope_missing`
 */
export function checkEndpointInput(
  viewer: KeyHolder,
  allowed: AllowedUrls,
  input: { url?: string | null | undefined; allIntegrators?: boolean | null | undefined },
): void {
  if (input.allIntegrators) requireScope(viewer, 'operator');
  if (input.url == null) return;
  const message = problemOf(input.url, allowed);
  if (message === null) return;
  // A URL with credentials is not echoed.
  const shown = input.url.includes('@') ? '[redacted]' : input.url;
  throw new ApiError('bad_user_input', englishText(`url ${message}.`), {
    members: { issues: [{ path: ['input', 'url'], message, input: shown }] },
  });
}

/**
 * Requires an operator for changes of an endpoint with the events of every integrator.
 * @throws ApiError `scope_missing`
 */
export function checkMayChange(viewer: KeyHolder, { allIntegrators }: WebhookEndpoint): void {
  if (allIntegrators) requireScope(viewer, 'operator');
}
