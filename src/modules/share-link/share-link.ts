import { createHmac, hash } from 'node:crypto';
import { z } from 'zod';
import { ApiError, errorText } from '../../errors.js';
import { type FieldPolicies, kept } from '../../lib/field-policy.js';
import { quoted } from '../../lib/quoted.js';
import { whole } from '../../lib/schema.js';
import { day } from '../../lib/units.js';
import type { ServerKeys } from '../integrator/server-keys.js';

/** Lifetime of a link in days. */
export const shareDays = { min: 1, max: 365, default: 30 };

/** Maximum number of links of a site check, including those that have ended. */
export const shareLinksMax = 50;

/** A read-only link to the report of a site check, for anyone who has it. */
export interface ShareLink {
  _id: string;
  requestId: string;
  /** From 1 in the order of creation, unique in the site check, so that concurrent requests cannot exceed the limit. */
  number: number;
  /** Lower-case hex SHA-256 of the token; the token itself is not stored. */
  tokenHash: string;
  createdAt: Date;
  expiresAt: Date;
  revokedAt: Date | null;
  /** Number of times that the page was opened. */
  views: number;
}

/** Ids, times and a count remain after the erasure of the site check: the page of the link then states the erasure. */
export const shareLinkPolicies: FieldPolicies<ShareLink> = {
  _id: { erase: 'keep', export: 'share_id' },
  requestId: kept,
  number: kept,
  tokenHash: kept,
  createdAt: { erase: 'keep', export: true },
  expiresAt: { erase: 'keep', export: true },
  revokedAt: { erase: 'keep', export: true },
  views: { erase: 'keep', export: true },
};

/** The arguments of a new link. */
export const shareLinkArgs = {
  expiresInDays: whole({ ge: shareDays.min, le: shareDays.max })
    .default(shareDays.default)
    .describe('Days after which the link ends.'),
};

export const shareIdArgument = z.string().describe('Id of the share link.');

const tokenOf = (key: Buffer, shareId: string): string =>
  createHmac('sha256', key).update(`share-link\n${shareId}`).digest('base64url');

/** Returns the stored form of a token: lower-case hex SHA-256. */
export const hashShareToken = (token: string): string => hash('sha256', token, 'hex');

/** Path of the page of a link. */
export const sharedPath = (token: string): string => `/shared/${token}`;

interface LinkServices {
  baseUrl: string;
  serverKeys: Pick<ServerKeys, 'accessTokens'>;
}

/**
 * Returns the URL of a link. Its token has 43 characters base64url: HMAC-SHA256 of the link's id with a key of the
 * server, so that lists contain the URL again.
 */
export const shareUrl = ({ baseUrl, serverKeys }: LinkServices, { _id }: Pick<ShareLink, '_id'>) =>
  baseUrl + sharedPath(tokenOf(serverKeys.accessTokens, _id));

/** Returns a link as it is created. */
export function newShareLink(
  { serverKeys }: Pick<LinkServices, 'serverKeys'>,
  made: { id: string; requestId: string; number: number; days: number; now: Date },
): ShareLink {
  const { id, requestId, number, days, now } = made;
  return {
    _id: id,
    requestId,
    number,
    tokenHash: hashShareToken(tokenOf(serverKeys.accessTokens, id)),
    createdAt: now,
    expiresAt: new Date(now.getTime() + days * day),
    revokedAt: null,
    views: 0,
  };
}

/** Returns whether a link still opens the report. */
export const isOpen = ({ revokedAt, expiresAt }: ShareLink, now: Date): boolean =>
  revokedAt === null && expiresAt > now;

export const shareLinkNotFound = (id: string) =>
  new ApiError('share_link_not_found', errorText('error.share_link_id', { id: quoted(id) }));
