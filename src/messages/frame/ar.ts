import type { Translated } from '../create-translator.js';
import type { FrameEnglish } from './en.js';

/** Messages in Arabic (Modern Standard) that every page can show. */
export const ar: Translated<FrameEnglish> = {
  'frame.service': 'خدمة المعاينة',
  'frame.description':
    'يزور شخص المكان ويصوّره بهاتفه، ويصلكم تقرير موقّع يتضمن الصور والمواقع والأوقات.',
  'frame.title': '{heading} – خدمة المعاينة',
  'frame.title_with_error': 'خطأ: {heading} – خدمة المعاينة',
  'frame.skip': 'الانتقال إلى المحتوى',
  'frame.navigation': 'القائمة الرئيسية',
  'frame.your_requests': 'طلباتكم',
  'frame.signed_in_as': 'تم تسجيل الدخول باسم',
  'frame.sign_out': 'تسجيل الخروج',
  'frame.sign_in': 'تسجيل الدخول',
  'frame.interface': 'API',
  'frame.about': 'عن الخدمة',
  'frame.help': 'المساعدة',
  'frame.privacy': 'الخصوصية',
  'frame.imprint': 'إشعار قانوني',
  'frame.run_by': 'الجهة المشغّلة: {name}.',
  'frame.language': 'اللغة',
  'frame.change_language': 'تغيير',

  'frame.zones.utc': 'الأوقات بتوقيت UTC.',
  'frame.zones.place': 'الأوقات بتوقيت المكان ({zone}).',
  'frame.zones.apart': 'أوقات ما جرى في المكان بتوقيته ({zone})، وما عداها بتوقيتكم.',

  'frame.did_you_mean': 'هل تقصدون {email}؟',

  'frame.name_hint': 'حرفان على الأقل. إذا كان الاسم حرفًا واحدًا مثل 李 فأضيفوا الاسم الأول.',
  'frame.problem': 'يُرجى مراجعة البيانات',
  'frame.field_problem': '{label}: {message}',
  'frame.fill_in': 'هذا الحقل مطلوب.',
  'frame.too_short': 'الحد الأدنى لعدد الأحرف هو {least}.',
  'frame.too_long': 'الحد الأقصى لعدد الأحرف هو {most}، والعدد الحالي {have}.',
  'frame.number': 'أدخلوا رقمًا مثل 52.5219.',
  'frame.range': 'أدخلوا رقمًا من {least} إلى {most}.',
  'frame.email': 'أدخلوا عنوان بريد إلكتروني مثل name@example.com.',
  'frame.invalid': 'هذه القيمة غير صالحة.',

  'frame.no_connection': 'لا يوجد اتصال. ما كتبتموه محفوظ.',
  'frame.try_again': 'إعادة المحاولة',
  'frame.too_many': 'محاولات كثيرة جدًا. مدة الانتظار قبل إعادة المحاولة: {time}.',
  'frame.our_fault': 'حدث خطأ لدينا. عند التواصل معنا، يُرجى ذكر الرقم {number}.',
  'frame.our_fault_unnumbered': 'حدث خطأ لدينا. أعيدوا المحاولة بعد دقيقة.',
  'frame.no_pdf': 'لا يزال ملف PDF قيد الإنشاء. أعيدوا المحاولة بعد دقيقة.',
  'frame.signed_out': 'تم تسجيل خروجكم. سجّلوا الدخول من جديد.',
  'frame.other_site': 'أُرسل هذا من صفحة في موقع آخر. أعيدوا تحميل هذه الصفحة وحاولوا من جديد.',
  'frame.not_now': 'لم يعد هذا ممكنًا. إليكم الحالة الراهنة.',
  'frame.rejected': 'تعذّر تنفيذ ذلك. أعيدوا تحميل الصفحة وحاولوا من جديد.',

  'frame.access_code': 'رمز الوصول',
  'frame.open': 'فتح',
  'frame.enter_code': 'أدخلوا رمز الوصول',
  'frame.code_hint': 'الرمز هو الجزء الأخير من رابطكم الخاص، بعد العلامة #.',
  'frame.sign_in_instead': 'هل الطلب في حسابكم؟ سجّلوا الدخول.',
  'frame.opens_nothing': 'هذا الرابط غير صالح',
  'frame.check_link': 'تأكدوا من اكتماله، أو أدخلوا رمز الوصول.',

  'frame.show_password': 'إظهار',
  'frame.copied': 'تم النسخ.',
  'frame.not_copied': 'تعذّر على المتصفح النسخ. حدّدوا النص وانسخوه.',
  'frame.free': 'مجاني',
};
