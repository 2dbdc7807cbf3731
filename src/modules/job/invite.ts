import { z } from 'zod';
import { type FieldPolicies, kept } from '../../lib/field-policy.js';

export const inviteChannel = z.enum(['email', 'sms', 'link']);
export type InviteChannel = z.infer<typeof inviteChannel>;

export const inviteStatus = z.enum(['active', 'expired', 'invalidated', 'completed']);
export type InviteStatus = z.infer<typeof inviteStatus>;

export const captureSessionState = z.enum(['not_started', 'opened', 'capturing', 'submitted']);
export type CaptureSessionState = z.infer<typeof captureSessionState>;

/** Maximum number of invites per job; the requester's own does not count. */
export const invitesMax = 20;
/** Maximum number of times that the link of an invite is sent, including the first. */
export const sendsMax = 5;

/** One sending of the link. */
export interface InviteSend {
  /** The mail or text message that contains it; null for a link that is passed on by hand. */
  mailId: string | null;
  at: Date;
}

/** An invite to capture the evidence of a self-service job, embedded in the job. */
export interface Invite {
  inviteId: string;
  /** True for the requester's own link: a job has at most one, which can be renewed any number of times. */
  own: boolean;
  /** Token ids of the links, newest last; only the newest for the requester's own. */
  tokenIds: string[];
  inviteeName: string;
  inviteeRole: string | null;
  inviteePhone: string | null;
  inviteeEmail: string | null;
  channel: InviteChannel;
  preferredLanguage: string | null;
  createdAt: Date;
  /** Lifetime of each link. */
  expiresInHours: number;
  /** One for each token. */
  sends: InviteSend[];
  /** When its task was first read; null before that. */
  openedAt: Date | null;
  /** When it was revoked or replaced, or the job ended before its evidence was complete. */
  invalidatedAt: Date | null;
}

export const invitePolicies: FieldPolicies<Invite> = {
  inviteId: { erase: 'keep', export: true },
  own: kept,
  tokenIds: kept,
  inviteeName: { erase: 'text', export: true },
  inviteeRole: { erase: 'null', export: true },
  inviteePhone: { erase: 'null', export: true },
  inviteeEmail: { erase: 'null', export: true },
  channel: { erase: 'keep', export: true },
  preferredLanguage: { erase: 'null', export: false },
  createdAt: { erase: 'keep', export: true },
  expiresInHours: kept,
  sends: { fields: { mailId: kept, at: kept }, export: false },
  openedAt: { erase: 'keep', export: true },
  invalidatedAt: { erase: 'keep', export: true },
};

/** Returns the invites with all of them invalidated; undefined if there are no invites. */
export const invalidated = (invites: Invite[] | undefined, at: Date): Invite[] | undefined =>
  invites?.map((one) => (one.invalidatedAt ? one : { ...one, invalidatedAt: at }));
