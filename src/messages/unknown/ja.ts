import type { Translated } from '../create-translator.js';
import type { UnknownEnglish } from './en.js';

/** Messages in Japanese of the pages for unknown URLs, and for requests that failed. */
export const ja: Translated<UnknownEnglish> = {
  'unknown.heading': 'ページが見つかりません',
  'unknown.lead': 'アドレスが途中で切れているか、ページが移動した可能性があります。',
  'unknown.rejected': '処理できませんでした',
  'unknown.request': '現地確認を依頼する',
};
