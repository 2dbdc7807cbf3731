import type { Translated } from '../create-translator.js';
import type { UnsubscribeEnglish } from './en.js';

/** Messages in Arabic (Modern Standard) of the page behind the unsubscribe link of optional mails. */
export const ar: Translated<UnsubscribeEnglish> = {
  'unsubscribe.heading': 'الرسائل الاختيارية',
  'unsubscribe.lead':
    'تذكيرات بالأسعار، ورسائل عن المُعاين والصور. أما رابطكم والإيصالات وإشعارات رد المبالغ والتقارير فتصلكم دائمًا.',
  'unsubscribe.unsubscribe': 'إيقاف الرسائل الاختيارية',
  'unsubscribe.unsubscribed': 'لن تصلكم الرسائل الاختيارية بعد الآن.',
  'unsubscribe.subscribe': 'الاشتراك من جديد',
  'unsubscribe.subscribed': 'ستصلكم الرسائل الاختيارية من جديد.',
  'unsubscribe.invalid': 'هذا الرابط غير صالح. افتحوا الرابط الوارد في الرسالة من جديد.',
};
