import type { Context } from 'hono';
import { getCookie } from 'hono/cookie';
import type { Env } from '../../http/request.js';
import { type Language, languages } from '../../messages/language.js';

/** Name of the cookie with the language that the reader chose. */
export const languageCookie = 'language';

export const languageNamed = (name: string | undefined): Language | null =>
  languages.find((language) => language === name) ?? null;

/** Returns the language that the reader chose on a page; null for none. */
export const chosenLanguage = (c: Context<Env>): Language | null =>
  languageNamed(getCookie(c, languageCookie));
