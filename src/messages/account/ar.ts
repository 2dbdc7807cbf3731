import type { Translated } from '../create-translator.js';
import type { AccountEnglish } from './en.js';

/** Messages in Arabic (Modern Standard) of the account pages: sign-in, registration, the links of account mails, and the account with its requests. */
export const ar: Translated<AccountEnglish> = {
  'account.full_name': 'الاسم الكامل',
  'account.email': 'البريد الإلكتروني',
  'account.phone': 'الهاتف',
  'account.phone_hint':
    'للاتصال بكم أثناء الزيارة، عند بوابة مغلقة مثلًا. لا نستخدمه للإعلانات أبدًا.',
  'account.language': 'لغة رسائل البريد الإلكتروني',
  'account.language_hint': 'يمكن تغيير لغة الصفحات في أسفل أي صفحة.',
  'account.language_of_request': 'اللغة المختارة لكل طلب',
  'account.password': 'كلمة المرور',
  'account.current_password': 'كلمة المرور الحالية',
  'account.new_password': 'كلمة المرور الجديدة',
  'account.password_hint': 'بضع كلمات عشوائية خيار جيد.',
  'account.password_is_email': 'لا يمكن استخدام بريدكم الإلكتروني كلمةَ مرور.',

  'account.sign_in.lead': 'طلباتكم وتقاريرها في مكان واحد.',
  'account.sign_in.forgotten': 'هل نسيتم كلمة المرور؟',
  'account.sign_in.wrong': 'البريد الإلكتروني أو كلمة المرور غير صحيحة.',

  'account.register.heading': 'إنشاء حساب',
  'account.register.lead':
    'تجدون طلباتكم وتقاريركم في مكان واحد، ويمكنكم إرسال روابط التصوير إلى آخرين.',
  'account.register.button': 'إنشاء الحساب',
  'account.register.taken': 'يوجد حساب بهذا البريد الإلكتروني. سجّلوا الدخول.',
  'account.register.already': 'هل لديكم حساب؟ سجّلوا الدخول.',

  'account.request': 'طلب معاينة',
  'account.none': 'لا توجد طلبات بعد. اطلبوا معاينة لتظهر هنا.',
  'account.older': 'طلبات أقدم',
  'account.search': 'البحث في طلباتكم',
  'account.find': 'بحث',
  'account.all_states': 'الكل',
  'account.show_all': 'عرض الكل',
  'account.found':
    '{found, plural, zero {لا توجد طلبات مطابقة.} one {طلب واحد مطابق.} two {طلبان مطابقان.} few {# طلبات مطابقة.} many {# طلبًا مطابقًا.} other {# طلب مطابق.}}',
  'account.found_none': 'لا توجد طلبات مطابقة.',
  'account.found_first': 'المعروض هنا أول {shown, number} منها، ويتضمنها ملف CSV كلها.',
  'account.file': 'تنزيل CSV',
  'account.column.question': 'السؤال',
  'account.column.address': 'عنوان المكان',
  'account.column.state': 'الحالة',
  'account.column.requested': 'وقت الطلب',
  'account.column.request_id': 'معرّف الطلب',

  'account.state.received': 'تم استلامه',
  'account.state.quoted': 'بانتظار اختيار عرض',
  'account.state.unserviceable': 'تتعذّر المعاينة',
  'account.state.offer_selected': 'بانتظار الدفع',
  'account.state.awaiting_payment': 'بدأ الدفع',
  'account.state.confirmed': 'مؤكَّد',
  'account.state.in_progress': 'بدأت الصور تصل',
  'account.state.report_ready': 'التقرير جاهز',
  'account.state.completed': 'مكتمل',
  'account.state.disputed': 'معترَض عليه',
  'account.state.cancelled': 'ملغى',
  'account.state.expired': 'منتهي الصلاحية',

  'account.unconfirmed':
    'أكّدوا بريدكم الإلكتروني: أرسلنا رابطًا إلى {email}. لن نرسل روابط تصوير نيابةً عنكم قبل تأكيده.',
  'account.unconfirmable':
    'لا ترسل هذه الخدمة بريدًا إلكترونيًا، لذلك يتعذّر تأكيد بريدكم. انسخوا كل رابط تصوير وأرسلوه بأنفسكم.',
  'account.send_new': 'إرسال رابط جديد',
  'account.sent': 'أُرسل رابط جديد.',

  'account.your_account': 'حسابكم',
  'account.details': 'معلوماتكم',
  'account.save': 'حفظ المعلومات',
  'account.saved': 'حُفظت معلوماتكم.',
  'account.change_password': 'تغيير كلمة المرور',
  'account.password_changed': 'تم تغيير كلمة مروركم، وتم تسجيل خروجكم من الأجهزة الأخرى.',
  'account.wrong_password': 'كلمة المرور غير صحيحة.',
  'account.data': 'بياناتكم',
  'account.data_lead': 'كل البيانات المخزّنة عنكم وعن طلباتكم، في ملف واحد.',
  'account.download': 'تنزيل بياناتي',
  'account.delete': 'حذف حسابي',
  'account.delete_lead': 'سيُحذف حسابكم وطلباتكم وتقاريرها. لا يمكن التراجع عن ذلك.',
  'account.delete_now': 'حذف نهائي',
  'account.busy':
    'انتظروا صدور التقارير أو استرداد المبالغ قبل حذف حسابكم. ما زالت الطلبات التالية قيد التنفيذ:',
  'account.deleted': 'حُذف حسابكم',
  'account.deleted_lead': 'ستُحذف البيانات المتبقية خلال ساعة. تم تسجيل خروجكم.',

  'account.confirm.heading': 'تأكيد بريدكم الإلكتروني',
  'account.confirm.lead':
    'اضغطوا على الزر لتأكيد أن هذا البريد الإلكتروني بريدكم. إذا لم تكونوا قد سجّلتم الدخول إلى حسابكم في هذا المتصفح، فستختارون بعد ذلك كلمة مرور جديدة.',
  'account.confirm.button': 'تأكيد',
  'account.confirm.done': 'تم تأكيد بريدكم الإلكتروني.',
  'account.confirm.choose_password':
    'تم تأكيد بريدكم الإلكتروني. لم تكونوا قد سجّلتم الدخول إلى الحساب في هذا المتصفح، لذلك لم تعد كلمة المرور التي اختيرت عند إنشاء الحساب صالحة، وأُنهيت جميع الجلسات. اختاروا كلمة مرور جديدة.',
  'account.confirm.sign_in': 'سجّلوا الدخول للحصول على رابط جديد.',

  'account.reset.heading': 'إعادة تعيين كلمة المرور',
  'account.reset.lead': 'نرسل إليكم رابطًا لتعيين كلمة مرور جديدة.',
  'account.reset.no_mail':
    'لا ترسل هذه الخدمة بريدًا إلكترونيًا، لذلك لا يمكنها أن ترسل إليكم رابطًا. تواصلوا مع الجهة المشغّلة.',
  'account.reset.button': 'إرسال الرابط',
  'account.reset.sent': 'إذا كان هناك حساب بهذا البريد الإلكتروني، فالرابط في طريقه إليكم.',
  'account.reset.sent_again':
    'إذا كان هناك حساب بهذا البريد الإلكتروني، فثمة رابط آخر في طريقه إليكم.',
  'account.reset.wait':
    'يصل الرابط عادةً خلال دقيقة، ومدة صلاحيته {hours, plural, zero {# ساعة} one {ساعة واحدة} two {ساعتان} few {# ساعات} many {# ساعة} other {# ساعة}}. إذا لم يصل، فابحثوا في مجلد الرسائل غير المرغوب فيها وتأكدوا من صحة عنوان البريد الإلكتروني: {email}.',
  'account.reset.again': 'إعادة الإرسال',
  'account.reset.other_email': 'استخدام بريد إلكتروني آخر',
  'account.reset.have_link': 'هل لديكم الرابط؟',
  'account.reset.set': 'تعيين كلمة المرور',
  'account.reset.done': 'تم تعيين كلمة مروركم، وتم تسجيل دخولكم.',

  'account.link.expired': 'انتهت صلاحية هذا الرابط.',
  'account.link.invalid': 'لم يعد هذا الرابط يعمل.',
};
