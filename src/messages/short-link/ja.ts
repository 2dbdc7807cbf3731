import type { Translated } from '../create-translator.js';
import type { ShortLinkEnglish } from './en.js';

/** Messages in Japanese of the pages that open a link by a short code, from a QR code or a text message. */
export const ja: Translated<ShortLinkEnglish> = {
  'short_link.photos.heading': '写真の撮影',
  'short_link.photos.open': 'この端末で撮影する',
  'short_link.photos.ended': 'このコードは無効になりました。新しいコードを依頼してください。',

  'short_link.offer.heading': '案件のご案内',
  'short_link.offer.open': '案件を見る',
  'short_link.offer.ended': 'この案件は受付を終了しました。',
};
