import { mebibyte } from '../../lib/units.js';

/** The kinds of file that evidence may be, and what follows from the kind that was declared. */
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

/** Whether it is one of the known kinds of picture. */
export const isPictureType = (type: string): boolean =>
  mediaTypes.includes(type as MediaType) && type.startsWith('image/');

/** What unknown bytes are called. */
export const unknownMediaType = 'application/octet-stream';

/** Largest picture, PDF or file of an undeclared type. */
export const fileBytesMax = 20 * mebibyte;
/** Largest video. */
export const videoBytesMax = 100 * mebibyte;

/** A size limit as text, such as `20 MiB`. */
export const mebibytes = (bytes: number) => `${bytes / mebibyte} MiB`;

/** Other names under which the known types travel. */
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

/** Types that say no more than "some bytes". */
const undeclared = new Set(['', unknownMediaType, 'binary/octet-stream']);

/** A declared type that is none of the known ones; of its name only the family is kept. */
export const unlistedTypes = ['image/*', 'video/*', 'unlisted'] as const;
export type DeclaredType = MediaType | (typeof unlistedTypes)[number];

const isUnlisted = (type: DeclaredType): type is (typeof unlistedTypes)[number] =>
  unlistedTypes.includes(type as (typeof unlistedTypes)[number]);

/** Returns whether two types are both pictures or both videos. */
export const isSameKind = (declared: DeclaredType, type: MediaType): boolean =>
  /^(image|video)\//.test(type) && declared.split('/', 1)[0] === type.split('/', 1)[0];

/** Content types are looked at up to here. */
const contentTypeCharactersMax = 200;

/**
 * The declared type, aliases resolved. Of a type that is none of ours nothing is kept: it is the
 * sender's text, and what is judged ends in signed reports.
 *
 * @returns null when nothing was declared (octet-stream counts as nothing)
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

/** The known type that a plain type names; null when it is none of them. */
export function knownMediaType(type: string | null | undefined): MediaType | null {
  const declared = declaredMediaType(type);
  return declared === null || isUnlisted(declared) ? null : declared;
}

/** Bytes that a file of this declared type may have; an unknown type may have `fileBytesMax`. */
export function sizeLimit(declaredType: string | null | undefined): number {
  return knownMediaType(declaredType)?.startsWith('video/') ? videoBytesMax : fileBytesMax;
}
