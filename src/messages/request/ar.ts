import type { Translated } from '../create-translator.js';
import type { RequestEnglish } from './en.js';

/** Messages in Arabic (Modern Standard) of the page for requesting a check. */
export const ar: Translated<RequestEnglish> = {
  'request.heading': 'اطلبوا معاينة مكان',
  'request.lead': 'يزور شخص المكان ويصوّره بهاتفه، ويصلكم تقرير موقّع يتضمن الصور والمواقع والأوقات.',
  'request.edit_heading': 'تعديل طلبكم',
  'request.edit_lead': 'ينتج عن التعديل طلب جديد بأسعار جديدة، ويُلغى الطلب السابق.',
  'request.keep_as_is': 'إبقاء الطلب كما هو',
  'request.not_editable': 'لم يعد تعديل هذا الطلب ممكنًا.',
  'request.earlier_stays': 'طلبكم السابق مؤكد، ولذلك يبقى قائمًا. هذا طلب جديد.',
  'request.kept': 'استُعيد ما كتبتموه سابقًا.',
  'request.kept_sent':
    'عند الضغط على «{button}» يحلّ الطلب الجديد محل {link}، ما لم تكونوا قد دفعتم قيمته.',
  'request.kept_link': 'الطلب الذي أرسلتموه',
  'request.clear': 'مسح النموذج',
  'request.form': 'طلب معاينة',

  'request.service': 'ما الذي تريدون معاينته؟',
  'request.other': 'شيء آخر',
  'request.objective': 'ماذا تريدون أن تعرفوا؟',
  'request.objective_hint': 'سؤال يمكن الإجابة عنه بالصور، مثل «هل المتجر مفتوح؟»',
  'request.address': 'أين؟',
  'request.address_hint': 'عنوان أو اسم مكان أو رمز Plus Code أو إحداثيات أو رابط من تطبيق خرائط.',
  'request.latitude': 'خط العرض',
  'request.longitude': 'خط الطول',
  'request.position_hint':
    'يُملأ الحقلان عند اختيار مكان أو الضغط على الخريطة أو تحريك الدبوس. أو أدخلوا رقمين مثل 52.5219 و13.4132.',
  'request.notes': 'ملاحظات للشخص الموجود في المكان (اختياري)',
  'request.notes_hint': 'موقع المدخل، ومن يمكن سؤاله، وما لا يجوز ظهوره في الصور.',

  'request.answered': 'ما يجيب عنه الشخص الموجود في المكان',
  'request.besides': 'سؤالكم أعلاه، وما يلي:',
  'request.only_yours': 'سؤالكم أعلاه.',
  'request.of_services': 'أسئلة كل خدمة',
  'request.own.summary': 'إضافة أسئلتكم الخاصة',
  'request.own.hint':
    'خمسة أسئلة على الأكثر. يجيب الشخص الموجود في المكان عن كل منها أو يوضح سبب تعذّر الإجابة.',
  'request.own.label': 'السؤال {number}',
  'request.own.kind': 'نوع الإجابة عن السؤال {number}',
  'request.own.kind.guessed': 'حسب الصياغة',
  'request.own.kind.yes_no': 'نعم أو لا',
  'request.own.kind.text': 'نص',
  'request.own.kind.number': 'رقم',
  'request.own.kind.date_time': 'تاريخ ووقت',
  'request.own.add': 'إضافة سؤال آخر',

  'request.contact': 'كيفية التواصل معكم (اختياري)',
  'request.name': 'الاسم',
  'request.email': 'البريد الإلكتروني',
  'request.email_hint': 'نرسل إليه رابطكم الخاص ومستجدات المعاينة.',
  'request.no_mail':
    'لا ترسل هذه الخدمة بريدًا إلكترونيًا. احفظوا الرابط الذي يظهر في الصفحة التالية.',
  'request.phone': 'الهاتف',
  'request.phone_hint': 'للاتصال بكم أثناء الزيارة، عند بوابة مغلقة مثلًا.',
  'request.signed_in_as': 'سجّلتم الدخول باسم {email}. سيُضاف هذا الطلب إلى حسابكم.',
  'request.see_offers': 'الاطلاع على العروض',
  'request.conflict': 'أُرسل هذا الطلب من قبل ببيانات أخرى. أعيدوا تحميل الصفحة لإرسال طلب جديد.',
  'request.signed_out':
    'تم تسجيل خروجكم. سجّلوا الدخول، أو اضغطوا على «{button}» للمتابعة من دون حساب.',

  'request.how_to': 'كيفية الحصول على الرقمين',
  'request.google_phone': 'خرائط Google على الهاتف',
  'request.google_phone_way':
    'اضغطوا مطوّلًا على المكان حتى يظهر دبوس. يظهر الرقمان في حقل البحث أو في تفاصيل الدبوس. انسخوهما.',
  'request.apple': 'خرائط Apple',
  'request.apple_way':
    'اضغطوا مطوّلًا على المكان حتى يظهر دبوس. مرّروا بطاقته حتى «الإحداثيات»، ثم اضغطوا عليها مطوّلًا وانسخوها.',
  'request.google_computer': 'خرائط Google على الكمبيوتر',
  'request.google_computer_way':
    'انقروا على المكان بزر الماوس الأيمن. يظهر الرقمان في السطر الأول من القائمة، والنقر عليه ينسخهما.',
  'request.osm_way': 'حرّكوا الخريطة حتى يصبح المكان في وسطها، وكبّروها، ثم انسخوا عنوان الصفحة.',

  'request.use_position': 'استخدام موقعي',
  'request.looking': 'جارٍ تحديد موقعكم…',
  'request.found': 'تم تحديد الموقع بدقة {distance}.',
  'request.denied':
    'لم يُتِح المتصفح موقعكم. أدخلوه بأنفسكم، أو اسمحوا بتحديده في إعدادات هذه الصفحة واضغطوا من جديد.',
  'request.not_encrypted': 'هذا العنوان غير مشفّر، ولذلك لا يتيح المتصفح موقعكم. أدخلوه بأنفسكم.',
  'request.taken': 'مُلئ الحقلان. تحققوا من الموقع على الخريطة.',
  'request.taken_from_middle':
    'أُخذ الموقع من وسط تلك الخريطة. إذا لم يكن المكان في الوسط فحرّكوا الخريطة وانسخوا الرابط من جديد.',
  'request.no_position':
    'لا يحتوي هذا الرابط على موقع. افتحوه في متصفح وانسخوا العنوان منه، أو انسخوا الرقمين.',
  'request.map': 'الخريطة: {position}',
  'request.no_map': 'الخريطة: لا يوجد موقع بعد',
  'request.place': 'المكان',
  'request.place_hint': 'أدخلوا المكان، فيظهر موقعه على الخريطة.',
  'request.suggestions': 'الأماكن',
  'request.none_suggested': 'لم يُعثر على أي مكان.',
  'request.suggested': 'عدد الأماكن: {count}',
  'request.apart': 'يبعد الدبوس {distance} عن {place}.',
  'request.apart_entered': 'يبعد الدبوس {distance} عن الموقع الذي أدخلتموه.',
  'request.followed': 'أصبح العنوان «{place}». غيّروه إذا كنتم تعرفون العنوان الدقيق.',
  'request.move_pin': 'حرّكوا الدبوس على الخريطة إلى المبنى.',

  'request.level.covered':
    'يمكننا إرسال مُعاين إلى هذا المكان الذي يبعد {distance} عن {city}. جميع العروض متاحة.',
  'request.level.limited':
    'يمكننا إرسال مُعاين إلى هذا المكان الذي يبعد {distance} عن {city}. بعض العروض غير متاحة.',
  'request.level.self_service_only':
    'يبعد هذا المكان {distance} عن {city}، وهي أقرب مدننا إليه، فيتعذّر إرسال مُعاين. يمكنكم أنتم أو شخص تثقون به هناك التقاط الصور عبر رابط منّا.',
  'request.level.unserviceable':
    'لا يمكننا معاينة هذا المكان، فهو يبعد {distance} عن {city}، وهي أقرب مدننا إليه. ليس عليكم دفع أي مبلغ.',

  'request.kind.position': 'موقع',
  'request.kind.address': 'عنوان',
  'request.kind.street': 'شارع',
  'request.kind.landmark': 'مَعلَم',
  'request.kind.postcode': 'رمز بريدي',
  'request.kind.district': 'حي',
  'request.kind.village': 'قرية',
  'request.kind.town': 'بلدة',
  'request.kind.city': 'مدينة',
  'request.kind.region': 'منطقة',
  'request.kind.country': 'بلد',
};
