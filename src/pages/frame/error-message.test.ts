import { expect, it } from 'vitest';
import type { ErrorCode } from '../../errors.js';
import { errorMessage } from './error-message.js';
import { frameText } from './frame-text.js';

const t = frameText('en');

const rejection = (status: number, code: ErrorCode) =>
  errorMessage({ status, code, retryAfter: null, requestId: '' }, {}, 'en');

it.each([
  [401, 'session_missing', t('frame.signed_out')],
  [401, 'session_invalid', t('frame.signed_out')],
  // A checkout session is not a customer's session.
  [409, 'session_closed', t('frame.not_now')],
  [409, 'already_paid', t('frame.not_now')],
  [403, 'origin_refused', t('frame.other_site')],
  [404, 'site_check_not_found', t('frame.rejected')],
] as const)('a %d %s is said as %j', (status, code, text) => {
  expect(rejection(status, code)).toBe(text);
});
