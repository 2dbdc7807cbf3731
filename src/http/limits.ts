import { errorText } from '../errors.js';
import { kibibyte } from '../lib/units.js';

/** Maximum length of a request's URL, in bytes. */
export const urlBytesMax = 8 * kibibyte;
/** Maximum length of a request's header, including the request line, in bytes. */
export const headerBytesMax = 16 * kibibyte;

export const urlTooLong = errorText('error.url_length', { max: urlBytesMax / kibibyte });
