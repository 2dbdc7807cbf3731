import type { Translated } from '../create-translator.js';
import type { ShortLinkEnglish } from './en.js';

/** Messages in Arabic (Modern Standard) of the pages that open a link by a short code, from a QR code or a text message. */
export const ar: Translated<ShortLinkEnglish> = {
  'short_link.photos.heading': 'التقاط الصور',
  'short_link.photos.open': 'التقاط الصور بهذا الجهاز',
  'short_link.photos.ended': 'لم يعد هذا الرمز صالحًا. اطلبوا رمزًا جديدًا.',

  'short_link.offer.heading': 'مهمة لكم',
  'short_link.offer.open': 'عرض المهمة',
  'short_link.offer.ended': 'لم يعد هذا العرض متاحًا.',
};
