import type { Translated } from '../create-translator.js';
import type { CheckoutEnglish } from './en.js';

/** Messages in Arabic (Modern Standard) of the sandbox checkout, and of the page for a session paid at another provider. */
export const ar: Translated<CheckoutEnglish> = {
  'checkout.sandbox': 'هذه بيئة تجريبية، ولا يُخصم أي مبلغ.',
  'checkout.offer': 'العرض',
  'checkout.address': 'العنوان',
  'checkout.pay_until': 'آخر موعد للدفع',
  'checkout.opened': 'وقت بدء الدفع',
  'checkout.pay': 'دفع {amount}',
  'checkout.decline': 'رفض البطاقة',
  'checkout.cancel': 'إلغاء',

  'checkout.outcome.paid': 'تم الدفع، والمعاينة مؤكدة.',
  'checkout.outcome.failed': 'رُفض الدفع، ولم يُخصم أي مبلغ.',
  'checkout.outcome.cancelled': 'أُلغيت عملية الدفع، ولم يُخصم أي مبلغ.',
  'checkout.outcome.expired': 'انتهت مهلة الدفع، ولم يُخصم أي مبلغ.',

  'checkout.refunded': 'رُدّ إليكم المبلغ المدفوع.',
  'checkout.back': 'العودة إلى طلبكم',
  'checkout.not_paid': 'لم يُدفع المبلغ بعد. قد يستغرق ظهور الدفعة هنا لحظات.',
  'checkout.to_checkout': 'الانتقال إلى الدفع',
  'checkout.unknown': 'هذا الرابط غير صالح',
  'checkout.check_link': 'تأكدوا من اكتمال العنوان.',
  'checkout.ended': 'انتهت عملية الدفع هذه',
  'checkout.ended_hint': 'عودوا إلى طلبكم لمعرفة حالته.',
};
