import { z } from 'zod';
import { emailText } from '../../lib/email-text.js';
import { languageRule } from '../../lib/language-tag.js';
import { pattern, text, whole } from '../../lib/schema.js';
import type { InviteChannel } from '../job/invite.js';
import type { Invitee } from '../job/invite-change.js';
import { nameText } from '../job/text-lengths.js';

const defaultHours = 24;

/** CustomerSelfServiceInviteIn of the API. */
export const selfServiceInviteInput = z
  .object({
    inviteeName: nameText().describe('Name of the invitee.'),
    inviteeRole: text(0, 120).nullish().describe('Role of the invitee on site.'),
    inviteePhone: text(7, 40)
      .nullish()
      .describe(
        'Phone number; required for the channel sms. Without a country code, it is one of the country of the place.',
      ),
    inviteeEmail: emailText().nullish().describe('Email address; required for the channel email.'),
    preferredChannel: pattern('^(sms|email)$')
      .nullish()
      .describe(
        'sms or email. Omitted or null: email with an email of the invitee, else sms with a phone, else you pass the link on.',
      ),
    preferredLanguage: text(0, 20)
      .nullish()
      .describe(
        `Language of the message to the invitee. ${languageRule} Omitted or null: the language of the requester.`,
      ),
    expiresInHours: whole({ ge: 1, le: 168 })
      .nullable()
      .default(defaultHours)
      .describe(`Lifetime of each link in hours; null for ${defaultHours}.`),
  })
  .refine((given) => given.preferredChannel !== 'email' || given.inviteeEmail != null, {
    message: 'invitee_email is required for the channel email',
  })
  .refine((given) => given.preferredChannel !== 'sms' || given.inviteePhone != null, {
    message: 'invitee_phone is required for the channel sms',
  })
  .meta({
    input: 'SelfServiceInviteInput',
    document: 'CustomerSelfServiceInviteIn',
    description: 'The person on site who is to capture the evidence.',
  });
export type SelfServiceInviteInput = z.infer<typeof selfServiceInviteInput>;

function channelOf(input: SelfServiceInviteInput): InviteChannel {
  if (input.preferredChannel != null) return input.preferredChannel as 'sms' | 'email';
  if (input.inviteeEmail != null) return 'email';
  return input.inviteePhone != null ? 'sms' : 'link';
}

export const inviteeOf = (input: SelfServiceInviteInput): Invitee => ({
  inviteeName: input.inviteeName,
  inviteeRole: input.inviteeRole ?? null,
  inviteePhone: input.inviteePhone ?? null,
  inviteeEmail: input.inviteeEmail ?? null,
  channel: channelOf(input),
  preferredLanguage: input.preferredLanguage ?? null,
  expiresInHours: input.expiresInHours ?? defaultHours,
});

export const inviteExample = {
  invitee_name: 'Grace Hopper',
  invitee_role: 'Shop manager',
  invitee_email: 'grace@example.org',
  expires_in_hours: 48,
};
