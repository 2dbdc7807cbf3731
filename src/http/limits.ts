import { kibibyte } from '../lib/units.js';

/** Longest address of a request, in bytes. */
export const urlBytesMax = 8 * kibibyte;
/** Longest header of a request, its request line included, in bytes. */
export const headerBytesMax = 16 * kibibyte;

export const urlTooLong = `The address is longer than ${urlBytesMax / kibibyte} KiB.`;
