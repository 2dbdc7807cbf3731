import { builder } from '../../graphql/builder.js';
import { enumType } from '../../graphql/enums.js';
import { mutation } from '../../graphql/operations.js';
import { type Customer, customerStatus } from '../customer/customer.js';
import { JobRef } from '../job/job.graphql.js';
import { eraseCustomer, eraseCustomerAccount } from './erase-customer.js';
import { eraseJob } from './erase-job.js';
import { type ErasedSiteCheck, eraseSiteCheck } from './erase-site-check.js';

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

mutation(eraseJob, JobRef);
mutation(eraseSiteCheck, ErasedSiteCheckRef);
mutation(eraseCustomer, ErasureRef);
mutation(eraseCustomerAccount, ErasureRef);
