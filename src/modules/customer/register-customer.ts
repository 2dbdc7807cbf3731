import { z } from 'zod';
import type { RequestContext } from '../../context.js';
import { ApiError, errorText } from '../../errors.js';
import { newId } from '../../lib/ids.js';
import { languageRule, languageTag } from '../../lib/language-tag.js';
import { ratePolicies } from '../../limits.js';
import { acceptedLanguage } from '../../messages/accept-language.js';
import { operation, post } from '../../operation.js';
import { nameText } from '../job/text-lengths.js';
import { bucketKey, countAttempt } from '../rate-limit/count-attempt.js';
import { type Customer, emailKeyOf } from './customer.js';
import { signingIn } from './customer-access.js';
import { CustomerChange } from './customer-change.js';
import { requireOtherThanEmail } from './password-rule.js';
import { type CustomerSessionView, planSession } from './sign-in.js';
import { accountEmail, passwordText, phoneText } from './text-fields.js';

/** CustomerAuthRegisterIn of the API. */
const registerCustomerInput = z
  .object({
    fullName: nameText().describe('Full name of the customer.'),
    email: accountEmail(),
    phone: phoneText().describe('Phone number of the customer.'),
    language: languageTag()
      .nullish()
      .describe(
        `Language of mails to the customer. ${languageRule} Omitted or null: that of Accept-Language.`,
      ),
    password: passwordText().describe('Password of the account; not the email.'),
  })
  .meta({ document: 'CustomerAuthRegisterIn', description: 'Who the customer is.' });

/** Stores an account with its first session. Its event triggers the confirmation mail. */
async function register(
  ctx: RequestContext,
  input: z.infer<typeof registerCustomerInput>,
): Promise<CustomerSessionView> {
  const { customers, passwords, publicIntegratorId, clock, rateLimiter } = ctx.services;
  const emailKey = emailKeyOf(input.email);
  requireOtherThanEmail('password', input.password, emailKey);
  countAttempt(rateLimiter, [{ policy: ratePolicies.registrations, key: ctx.address }]);
  const passwordHash = await passwords.hash(input.password);
  const now = clock.now();
  const language = input.language ?? acceptedLanguage(ctx.acceptLanguage);
  const draft: Customer = {
    _id: newId(),
    integratorId: publicIntegratorId,
    status: 'active',
    fullName: input.fullName,
    email: input.email,
    emailKey,
    phone: input.phone,
    ...(language !== null && { language }),
    passwordHash,
    emailConfirmedAt: null,
    lastLoginAt: now,
    revision: 0,
    createdAt: now,
    updatedAt: now,
    erasedAt: null,
    outbox: [],
  };
  const change = new CustomerChange(draft, now).allowConfirmation();
  change.emitEvent('customer.registered', null);
  const signIn = planSession(ctx, change);
  const stored = { ...change.after, revision: 1, outbox: change.events };
  if (!(await customers.insert(stored))) {
    throw new ApiError('email_taken', errorText('error.email_taken'));
  }
  // The first mail also counts; a new account cannot have reached the limit.
  rateLimiter?.count(ratePolicies.confirmations, bucketKey(emailKey), 1);
  return signIn();
}

export const registerCustomer = operation({
  name: 'registerCustomer',
  kind: 'mutation',
  description:
    'Create an account and sign the customer in. The session is set as a cookie; a mail asks to confirm the email address.',
  access: signingIn,
  input: registerCustomerInput,
  errors: ['email_taken'],
  example: {
    full_name: 'Ada Lovelace',
    email: 'ada@example.com',
    phone: '+49 30 1234567',
    password: 'a long enough password',
  },
  rest: post('/v1/customer/auth/register', {
    tag: 'Customers',
    summary: 'Create an account',
    status: 201,
  }),
  run: (ctx, { input }) => register(ctx, input),
});
