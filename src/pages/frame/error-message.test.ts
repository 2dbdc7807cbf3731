import { expect, it } from 'vitest';
import type { ErrorCode } from '../../errors.js';
import { messages } from '../messages/frame.en.js';
import { errorMessage } from './error-message.js';

const rejection = (status: number, code: ErrorCode) =>
  errorMessage({ status, code, retryAfter: null, requestId: '' });

it.each([
  [401, 'session_missing', messages.signedOut],
  [401, 'session_invalid', messages.signedOut],
  // A checkout session is not a customer's session.
  [409, 'session_closed', messages.notNow],
  [409, 'already_paid', messages.notNow],
  [403, 'origin_refused', messages.otherSite],
  [404, 'site_check_not_found', messages.rejected],
] as const)('a %d %s is said as %j', (status, code, text) => {
  expect(rejection(status, code)).toBe(text);
});
