import { builder } from '../../graphql/builder.js';
import { connection, connectionType } from '../../graphql/connection.js';
import { mutation, query } from '../../graphql/operations.js';
import { languageFor } from '../../messages/match-language.js';
import { changeCustomerPassword } from './change-customer-password.js';
import { confirmCustomerEmail } from './confirm-customer-email.js';
import type { Customer } from './customer.js';
import { getCustomer } from './get-customer.js';
import { getCustomerSession } from './get-customer-session.js';
import { listCustomers } from './list-customers.js';
import { loginCustomer } from './login-customer.js';
import { logoutCustomer } from './logout-customer.js';
import { registerCustomer } from './register-customer.js';
import { type PasswordResetReceipt, requestPasswordReset } from './request-password-reset.js';
import { resendCustomerConfirmation } from './resend-customer-confirmation.js';
import { resetCustomerPassword } from './reset-customer-password.js';
import type { CustomerSessionView } from './sign-in.js';
import { updateCustomer } from './update-customer.js';

export const CustomerAccountRef = builder.objectRef<Customer>('CustomerAccount').implement({
  extensions: { document: 'CustomerAccountOut' },
  description: 'Account of a customer (CustomerAccountOut).',
  fields: (t) => ({
    accountId: t.expose('_id', { type: 'UUID', description: 'Id of the account, a UUIDv7.' }),
    email: t.string({
      description: 'Email address as it was given; empty once the account is erased.',
      resolve: ({ email }) => email ?? '',
    }),
    fullName: t.exposeString('fullName', {
      description: 'Full name; `Erased` once the account is erased.',
    }),
    phone: t.string({
      nullable: true,
      description: 'Phone number; null when it was removed.',
      resolve: ({ phone }) => phone ?? null,
    }),
    language: t.string({
      description:
        'Language of mails to the customer: en, de, fr, es, pt-BR, ja or ar; the nearest to the chosen one, English if none is near.',
      resolve: ({ language }) => languageFor(language),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Creation time.' }),
    lastLoginAt: t.expose('lastLoginAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time of the latest login; null before the first.',
    }),
    emailConfirmedAt: t.expose('emailConfirmedAt', {
      type: 'DateTime',
      nullable: true,
      extensions: { rest: false },
      description: 'Time when the email address was confirmed; null before.',
    }),
    hasPassword: t.boolean({
      extensions: { rest: false },
      description:
        'True if the account has a password; false after a confirmation without a session, until a new password is set.',
      resolve: ({ passwordHash }) => passwordHash !== undefined,
    }),
  }),
});

const CustomerSessionRef = builder.objectRef<CustomerSessionView>('CustomerSession').implement({
  extensions: { document: 'CustomerAuthSessionOut' },
  description: 'Whether the customer is signed in, and the account (CustomerAuthSessionOut).',
  fields: (t) => ({
    authenticated: t.exposeBoolean('authenticated', {
      description: 'Whether the request leaves the customer signed in.',
    }),
    account: t.field({
      type: CustomerAccountRef,
      description: 'Account of the customer.',
      resolve: ({ customer }) => customer,
    }),
  }),
});

const PasswordResetReceiptRef = builder
  .objectRef<PasswordResetReceipt>('PasswordResetReceipt')
  .implement({
    description: 'The answer to a request for a password reset.',
    fields: (t) => ({
      accepted: t.exposeBoolean('accepted', {
        description: 'Always true, whether or not there is an account with the email.',
      }),
    }),
  });

query(getCustomerSession, CustomerSessionRef);
mutation(registerCustomer, CustomerSessionRef);
mutation(loginCustomer, CustomerSessionRef);
mutation(logoutCustomer, CustomerSessionRef);
mutation(confirmCustomerEmail, CustomerAccountRef);
mutation(resendCustomerConfirmation, CustomerAccountRef);
mutation(requestPasswordReset, PasswordResetReceiptRef);
mutation(resetCustomerPassword, CustomerSessionRef);
mutation(changeCustomerPassword, CustomerSessionRef);
mutation(updateCustomer, CustomerAccountRef);
query(getCustomer, CustomerAccountRef);
connection(
  listCustomers,
  connectionType('CustomerAccount', CustomerAccountRef, { counted: false }),
);
