import { pattern } from './schema.js';

/** A BCP 47 language tag, such as `fr` or `pt-BR`, of at most 35 characters. */
export const languageTag = () =>
  pattern('^(?=.{2,35}$)[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$').meta({ examples: ['pt-BR'] });

/** Rule by which a language is chosen, for descriptions of fields. */
export const languageRule =
  'A BCP 47 tag; the nearest of en, de, fr, es, pt-BR, ja and ar is used, English if none is near.';
