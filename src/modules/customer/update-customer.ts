import { z } from 'zod';
import { languageRule, languageTag } from '../../lib/language-tag.js';
import { operation, post } from '../../operation.js';
import { nameText } from '../job/text-lengths.js';
import { changeOwn } from './change-own.js';
import type { Customer } from './customer.js';
import { customer } from './customer-access.js';
import { phoneText } from './text-fields.js';

const updateCustomerInput = z
  .object({
    fullName: nameText().nullish().describe('Full name; omitted or null: unchanged.'),
    phone: phoneText().nullish().describe('Phone number; omitted: unchanged, null: removed.'),
    language: languageTag()
      .nullish()
      .describe(`Language of mails. ${languageRule} Omitted: unchanged, null: removed.`),
  })
  .meta({ description: 'What to change in the account.' });

export const updateCustomer = operation({
  name: 'updateCustomer',
  kind: 'mutation',
  description: 'Update the name, the phone number or the language of the account.',
  access: customer,
  input: updateCustomerInput,
  errors: [],
  example: { full_name: 'Ada King', phone: '+49 30 7654321' },
  rest: post('/v1/customer/account', { tag: 'Customers', summary: 'Update the account' }),
  run: (ctx, { input: { fullName, phone, language } }): Promise<Customer> =>
    changeOwn(ctx, (change) => {
      const name = fullName ?? change.before.fullName;
      const number = phone === undefined ? change.before.phone : (phone ?? undefined);
      const tag = language === undefined ? change.before.language : (language ?? undefined);
      const { before } = change;
      if (name === before.fullName && number === before.phone && tag === before.language) {
        return false;
      }
      change.set({ fullName: name }).setPhone(number).setLanguage(tag);
      return true;
    }),
});
