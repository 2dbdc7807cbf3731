import { z } from 'zod';
import { type FieldPolicies, kept } from '../../lib/field-policy.js';

export const inviteChannel = z.enum(['email', 'sms', 'link']);
export type InviteChannel = z.infer<typeof inviteChannel>;

export const inviteStatus = z.enum(['active', 'expired', 'invalidated', 'completed']);
export type InviteStatus = z.infer<typeof inviteStatus>;

export const captureSessionState = z.enum(['not_started', 'opened', 'capturing', 'submitted']);
export type CaptureSessionState = z.infer<typeof captureSessionState>;

/** Invites of one job to somebody; the requester's own does not count. */
export const invitesMax = 20;
/** How often the link of one invite is sent, the first time included. */
export const sendsMax = 5;

/** One time that the link was handed out. */
export interface InviteSend {
  /** The mail that carries it; null where the channel is not email. */
  mailId: string | null;
  at: Date;
}

/** Who captures the evidence of a self-service job, embedded in the job. */
export interface Invite {
  inviteId: string;
  /** The requester's own link: there is one at most, renewed as often as wanted. */
  own: boolean;
  /** Tokens of the links, the newest last; of the requester's own only the newest. */
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
  /** When its task was first read; null before. */
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

/** The invites with all that were not invalidated before invalidated; undefined where there is none. */
export const invalidated = (invites: Invite[] | undefined, at: Date): Invite[] | undefined =>
  invites?.map((one) => (one.invalidatedAt ? one : { ...one, invalidatedAt: at }));
