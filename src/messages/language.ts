/** Languages of the texts that the service writes. */
export const languages = ['en', 'de', 'fr', 'es', 'pt-BR', 'ja', 'ar'] as const;
export type Language = (typeof languages)[number];

/** Locales of numbers and dates. English dates have the day first; Arabic text has the digits of names and addresses. */
export const locales: Readonly<Record<Language, string>> = {
  en: 'en-GB',
  de: 'de',
  fr: 'fr',
  es: 'es',
  'pt-BR': 'pt-BR',
  ja: 'ja',
  ar: 'ar-u-nu-latn',
};

/** The languages by their own names. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  'pt-BR': 'Português (Brasil)',
  ja: '日本語',
  ar: 'العربية',
};

/** Returns the direction of a language's script, as in the HTML attribute `dir`. */
export const directionOf = (language: Language): 'ltr' | 'rtl' =>
  language === 'ar' ? 'rtl' : 'ltr';
