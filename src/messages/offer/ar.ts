import type { Translated } from '../create-translator.js';
import type { OfferEnglish } from './en.js';

/** Messages in Arabic (Modern Standard) of the page behind the link of an offer. */
export const ar: Translated<OfferEnglish> = {
  'offer.heading': 'مهمة لكم',
  'offer.lead': 'اذهبوا إلى المكان والتقطوا صورًا له بهاتفكم.',
  'offer.service': 'الخدمة',
  'offer.questions': 'أسئلة أخرى في المكان',
  'offer.others':
    'المهمة لأول من يقبلها. بعد القبول يظهر لكم العنوان، ومهلة إنجازها {hours, plural, zero {# ساعة} one {ساعة واحدة} two {ساعتان} few {# ساعات} many {# ساعة} other {# ساعة}}.',
  'offer.accept': 'قبول المهمة',
  'offer.decline': 'رفض',
  'offer.decline_now': 'رفض المهمة',
  'offer.reason': 'السبب (اختياري)',
  'offer.yours': 'المهمة لكم',
  'offer.address_follows': 'العنوان والصور المطلوبة في الصفحة التالية.',
  'offer.work_until': 'هذا الرابط لكم وحدكم، وهو صالح حتى {time}.',
  'offer.go_on': 'الانتقال إلى المهمة',
  'offer.yours_already': 'لقد قبلتم هذه المهمة.',
  'offer.again': 'إظهار رابط المهمة',
  'offer.released': 'لقد تخلّيتم عن هذه المهمة.',
  'offer.declined': 'لقد رفضتم هذه المهمة.',
  'offer.gone': 'لم تعد هذه المهمة متاحة.',
  'offer.expired': 'انتهت صلاحية هذا العرض.',
};
