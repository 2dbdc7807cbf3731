import { ApiError, englishText } from '../../errors.js';
import { emailKeyOf } from './customer.js';

/**
 * @param field name of the input's password field
 * @throws ApiError `bad_user_input` for a password that equals the email of its account
 */
export function requireOtherThanEmail(
  field: string,
  password: string,
  emailKey: string | undefined,
): void {
  if (emailKey === undefined || emailKeyOf(password) !== emailKeyOf(emailKey)) return;
  const message = 'the password must not be the email';
  throw new ApiError('bad_user_input', englishText('The password must not be the email.'), {
    members: { issues: [{ path: ['input', field], message, input: '[redacted]' }] },
  });
}
