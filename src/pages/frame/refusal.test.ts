import { expect, it } from 'vitest';
import type { ErrorCode } from '../../errors.js';
import { words } from '../words/frame.en.js';
import { refusalWords } from './refusal.js';

const refusal = (status: number, code: ErrorCode) =>
  refusalWords({ status, code, retryAfter: null, requestId: '' });

it.each([
  [401, 'session_missing', words.signedOut],
  [401, 'session_invalid', words.signedOut],
  // A checkout session is no session of a customer.
  [409, 'session_closed', words.notNow],
  [409, 'already_paid', words.notNow],
  [403, 'origin_refused', words.otherSite],
  [404, 'site_check_not_found', words.refused],
] as const)('a %d %s is said as %j', (status, code, text) => {
  expect(refusal(status, code)).toBe(text);
});
