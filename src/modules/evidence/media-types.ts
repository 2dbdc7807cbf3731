import { fileBytesMax, videoBytesMax } from '../../limits.js';
/** The allowed types of evidence files, and limits derived from the declared type. */
export const mediaTypes = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/heic',
  'video/mp4',
  'video/quicktime',
  'application/pdf',
] as const;
export type MediaType = (typeof mediaTypes)[number];

/** Returns whether a type is one of the known picture types. */
export const isPictureType = (type: string): boolean =>
  mediaTypes.includes(type as MediaType) && type.startsWith('image/');

/** Type of unknown bytes. */
export const unknownMediaType = 'application/octet-stream';

/** Other names of the known types. */
const aliases: Readonly<Record<string, MediaType>> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/x-png': 'image/png',
  'image/apng': 'image/png',
  'image/heif': 'image/heic',
  'image/heic-sequence': 'image/heic',
  'image/heif-sequence': 'image/heic',
  'video/x-m4v': 'video/mp4',
  // The containers of older phones (3GPP TS 26.244): MP4 with other brands.
  'video/3gpp': 'video/mp4',
  'video/3gpp2': 'video/mp4',
  'application/x-pdf': 'application/pdf',
};

/** Types that mean unspecified bytes. */
const undeclared = new Set(['', unknownMediaType, 'binary/octet-stream']);

/** Replacements of a declared type that is not a known one; only its family is kept. */
export const unlistedTypes = ['image/*', 'video/*', 'unlisted'] as const;
export type DeclaredType = MediaType | (typeof unlistedTypes)[number];

const isUnlisted = (type: DeclaredType): type is (typeof unlistedTypes)[number] =>
  unlistedTypes.includes(type as (typeof unlistedTypes)[number]);

/** Returns whether two types are both pictures or both videos. */
export const isSameKind = (declared: DeclaredType, type: MediaType): boolean =>
  /^(image|video)\//.test(type) && declared.split('/', 1)[0] === type.split('/', 1)[0];

/** Content types are read up to this length. */
const contentTypeCharactersMax = 200;

/**
 * Returns the declared type, with aliases resolved. No part of an unknown type is kept: the sender wrote it, and check
 * results appear in signed reports.
 *
 * @returns null if nothing was declared (octet-stream counts as nothing)
 */
export function declaredMediaType(contentType: string | null | undefined): DeclaredType | null {
  const start = (contentType ?? '').slice(0, contentTypeCharactersMax);
  const plain = start.split(';', 1)[0]!.trim().toLowerCase();
  if (undeclared.has(plain)) return null;
  const known = Object.hasOwn(aliases, plain) ? aliases[plain]! : (plain as MediaType);
  if (mediaTypes.includes(known)) return known;
  return plain.startsWith('image/')
    ? 'image/*'
    : plain.startsWith('video/')
      ? 'video/*'
      : 'unlisted';
}

/** Returns the known type of a plain type; null if unknown. */
export function knownMediaType(type: string | null | undefined): MediaType | null {
  const declared = declaredMediaType(type);
  return declared === null || isUnlisted(declared) ? null : declared;
}

/** Returns the maximum size of a file of this declared type; `fileBytesMax` for an unknown type. */
export function sizeLimit(declaredType: string | null | undefined): number {
  return knownMediaType(declaredType)?.startsWith('video/') ? videoBytesMax : fileBytesMax;
}
