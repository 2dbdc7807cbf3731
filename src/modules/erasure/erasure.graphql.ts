import { builder } from '../../graphql/builder.js';
import { enumType } from '../../graphql/enums.js';
import { mutation, query } from '../../graphql/operations.js';
import { CustomerAccountRef } from '../customer/customer.graphql.js';
import { type Customer, customerStatus } from '../customer/customer.js';
import { JobRef } from '../job/job.graphql.js';
import { eraseCustomer, eraseCustomerAccount } from './erase-customer.js';
import { eraseJob } from './erase-job.js';
import { type ErasedSiteCheck, eraseSiteCheck } from './erase-site-check.js';
import { type CustomerExport, exportCustomer } from './export-customer.js';

const ErasedSiteCheckRef = builder.objectRef<ErasedSiteCheck>('ErasedSiteCheck').implement({
  description: 'A site check whose content was erased.',
  fields: (t) => ({
    requestId: t.expose('requestId', { type: 'UUID', description: 'Id of the site check.' }),
    erasedAt: t.expose('erasedAt', { type: 'DateTime', description: 'Time of the erasure.' }),
  }),
});

const CustomerStatusRef = enumType('CustomerStatus', customerStatus, 'Status of an account.', {
  active: 'The customer can sign in.',
  erasing: 'The account is closed; its requests are being erased.',
  erased: 'Nothing of the person is left.',
});

const ErasureRef = builder.objectRef<Customer>('Erasure').implement({
  description: 'The erasure of an account.',
  fields: (t) => ({
    accountId: t.expose('_id', { type: 'UUID', description: 'Id of the account.' }),
    status: t.field({
      type: CustomerStatusRef,
      description: 'Whether the requests are still being erased.',
      resolve: ({ status }) => status,
    }),
    erasedAt: t.expose('erasedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time when nothing of the person was left; null before.',
    }),
  }),
});

const CustomerExportRef = builder.objectRef<CustomerExport>('CustomerExport').implement({
  description: 'What is stored about a customer.',
  fields: (t) => ({
    account: t.expose('account', { type: CustomerAccountRef, description: 'The account.' }),
    sessions: t.expose('sessions', {
      type: ['JSONObject'],
      description: 'Sessions: when each began, was last used and expires.',
    }),
    requests: t.expose('requests', {
      type: ['JSONObject'],
      description:
        'Requests, newest first, in the names of REST: content, contact, payments, feedback, invites, mails, events and reports.',
    }),
    endCursor: t.exposeString('endCursor', {
      nullable: true,
      extensions: { rest: false },
      description: 'Cursor of the last request; null without any.',
    }),
    hasNextPage: t.exposeBoolean('hasNextPage', {
      extensions: { rest: false },
      description: 'Whether more requests follow.',
    }),
  }),
});

query(exportCustomer, CustomerExportRef);
mutation(eraseJob, JobRef);
mutation(eraseSiteCheck, ErasedSiteCheckRef);
mutation(eraseCustomer, ErasureRef);
mutation(eraseCustomerAccount, ErasureRef);
