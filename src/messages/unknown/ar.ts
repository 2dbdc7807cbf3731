import type { Translated } from '../create-translator.js';
import type { UnknownEnglish } from './en.js';

/** Messages in Arabic (Modern Standard) of the pages for unknown URLs, and for requests that failed. */
export const ar: Translated<UnknownEnglish> = {
  'unknown.heading': 'الصفحة غير موجودة',
  'unknown.lead': 'قد يكون العنوان ناقصًا، أو قد تكون الصفحة نُقلت.',
  'unknown.rejected': 'تعذّر تنفيذ ذلك',
  'unknown.request': 'طلب معاينة',
};
