import type { Translated } from '../create-translator.js';
import type { CaptureEnglish } from './en.js';

/** Messages in Arabic (Modern Standard) of the capture page. */
export const ar: Translated<CaptureEnglish> = {
  'capture.title': 'التقاط الصور',
  'capture.opening': 'جارٍ فتح مهمتكم…',
  'capture.no_script':
    'تحتاج هذه الصفحة إلى JavaScript لتحديد موقعكم وحفظ الصور عند انقطاع الاتصال.',
  'capture.language_offline': 'يتطلب تغيير اللغة اتصالًا بالإنترنت.',

  'capture.before.photos':
    '{photos, plural, zero {لا صور} one {صورة واحدة} two {صورتان} few {# صور} many {# صورة} other {# صورة}}. سيطلب هاتفكم الإذن بتحديد الموقع، فالتقرير يبيّن مكان التقاط كل صورة.',
  'capture.before.photos_questions':
    '{photos, plural, zero {لا صور} one {صورة واحدة} two {صورتان} few {# صور} many {# صورة} other {# صورة}} و{questions, plural, zero {لا أسئلة} one {سؤال واحد} two {سؤالان} few {# أسئلة} many {# سؤالًا} other {# سؤال}}. سيطلب هاتفكم الإذن بتحديد الموقع، فالتقرير يبيّن مكان التقاط كل صورة.',
  'capture.before.start': 'بدء',
  'capture.before.address': 'العنوان',
  'capture.before.notes': 'ملاحظات',
  'capture.notes': 'ملاحظات: {notes}',
  'capture.more_requested': 'طُلبت صور إضافية:',

  'capture.steps': 'الخطوات',
  'capture.steps.region': 'الخطوة {at, number} من {of, number}: {label}',
  'capture.steps.number': 'الخطوة {at, number} من {of, number}',
  'capture.steps.skip': 'تخطٍّ',
  'capture.steps.todo': 'لم تُنجز',
  'capture.steps.done': 'أُنجزت',
  'capture.steps.again': 'تجب إعادتها',
  'capture.steps.skipped': 'تم تخطيها',
  'capture.steps.waiting': 'بانتظار الإرسال',
  'capture.steps.sending': 'جارٍ الإرسال',

  'capture.example': 'مثال',
  'capture.example.place': 'المكان كله مع ما على يمينه ويساره',
  'capture.example.sign': 'اللافتة تملأ الصورة وكل حرف فيها مقروء',
  'capture.example.entrance': 'المدخل كله مع بابه',
  'capture.example.notice': 'الإعلان كله من مسافة تسمح بقراءته',
  'capture.example.number': 'الرقم يملأ الصورة وكل خانة فيه مقروءة',
  'capture.example.building': 'المبنى كله من الأرض إلى السطح',
  'capture.example.street': 'الشارع مع ما على جانبيه',
  'capture.example.vehicle': 'المركبة كلها',
  'capture.example.close': 'الغرض يملأ معظم الصورة',
  'capture.example.people': 'الحاضرون من الخلف والمنصة أمامهم',

  'capture.photo.take': 'التقاط صورة',
  'capture.photo.file': 'إرسال ملف بدلًا من ذلك',
  'capture.photo.camera': 'الكاميرا في هذه الصفحة',
  'capture.photo.picture': 'التقاط',
  'capture.photo.close_camera': 'إغلاق الكاميرا',
  'capture.photo.camera_view': 'ما تراه الكاميرا',
  'capture.photo.camera_waits': 'بانتظار الكاميرا. إذا لم تعمل فأغلقوها واستخدموا «التقاط صورة».',
  'capture.photo.camera_denied':
    'تعذّر فتح الكاميرا. اسمحوا بها في إعدادات المتصفح، أو استخدموا «التقاط صورة».',
  'capture.photo.camera_missing':
    'تعذّر فتح الكاميرا: إما أنها غير موجودة أو يستخدمها تطبيق آخر. استخدموا «التقاط صورة».',
  'capture.photo.camera_stopped': 'توقفت الكاميرا. افتحوها من جديد، أو استخدموا «التقاط صورة».',
  'capture.photo.page_closed':
    'أغلق هاتفكم هذه الصفحة بينما كانت الكاميرا مفتوحة. استخدموا الكاميرا في هذه الصفحة.',
  'capture.photo.preview': 'صورتكم',
  'capture.photo.note': 'ملاحظة (اختياري)',
  'capture.photo.use': 'استخدام الصورة',
  'capture.photo.retake': 'إعادة الالتقاط',
  'capture.photo.too_large':
    'هذا الملف كبير جدًا. الحد الأقصى {megabytes, number} ميغابايت. أرسلوا ملفًا أصغر.',
  'capture.photo.too_large_shrink':
    'هذا الملف كبير جدًا. الحد الأقصى {megabytes, number} ميغابايت. يمكنكم إرسال نسخة أصغر.',
  'capture.photo.too_many_pixels':
    'أبعاد هذه الصورة {width} × {height} بكسل، والحد الأقصى {megapixels, number} ميغابكسل. يمكنكم إرسال نسخة أصغر.',
  'capture.photo.shrink': 'إرسال نسخة أصغر',
  'capture.photo.not_shrunk':
    'لا يستطيع هذا المتصفح تصغير هذه الصورة. اضبطوا الكاميرا على عدد أقل من الميغابكسل والتقطوا الصورة من جديد.',
  'capture.photo.unreadable': 'تعذّرت قراءة هذا الملف. أعيدوا التقاط الصورة.',
  'capture.photo.not_kept':
    'لا توجد مساحة في هاتفكم لحفظ هذه الصورة. ابقوا في هذه الصفحة حتى تُرسل، أو وفّروا مساحة.',
  'capture.photo.needs_position':
    'لم يحدد هاتفكم موقع هذه الصورة. اضغطوا على «تحديث الموقع»، أو أدخلوه أدناه. الصورة محفوظة.',
  'capture.photo.needs_entry': 'لم يحدد هاتفكم موقع هذه الصورة. أدخلوه أدناه. الصورة محفوظة.',

  'capture.question.yes': 'نعم',
  'capture.question.no': 'لا',
  'capture.question.cannot_tell': 'لا يمكن الجزم',
  'capture.question.cannot_tell_because': 'لا يمكن الجزم: {reason}',
  'capture.question.reason': 'لماذا لا يمكن الجزم؟',
  'capture.question.comment': 'تعليق (مطلوب)',
  'capture.question.comment_optional': 'تعليق (اختياري)',
  'capture.question.photo': 'الصورة التي تبيّن ذلك (مطلوبة)',
  'capture.question.photo_optional': 'الصورة التي تبيّن ذلك (اختيارية)',
  'capture.question.no_photo': 'بلا صورة',
  'capture.question.optional': '(اختياري)',
  'capture.question.next': 'التالي',
  'capture.question.back': 'رجوع',
  'capture.question.skip': 'تخطٍّ',
  'capture.question.rejected': 'لم تقبل الخدمة هذه الإجابة: {why}. يُرجى تصحيحها.',
  'capture.problem.choose': 'اختاروا إجابة.',
  'capture.problem.choose_some': 'اختاروا إجابة واحدة على الأقل.',
  'capture.problem.number': 'أدخلوا رقمًا.',
  'capture.problem.whole': 'أدخلوا عددًا صحيحًا.',
  'capture.problem.text': 'أدخلوا إجابة.',
  'capture.problem.time': 'أدخلوا التاريخ والوقت.',
  'capture.problem.number_between': 'أدخلوا رقمًا من {minimum} إلى {maximum}.',
  'capture.problem.whole_between': 'أدخلوا عددًا صحيحًا من {minimum} إلى {maximum}.',
  'capture.problem.number_least': 'أدخلوا رقمًا لا يقل عن {minimum}.',
  'capture.problem.whole_least': 'أدخلوا عددًا صحيحًا لا يقل عن {minimum}.',
  'capture.problem.number_most': 'أدخلوا رقمًا لا يزيد على {maximum}.',
  'capture.problem.whole_most': 'أدخلوا عددًا صحيحًا لا يزيد على {maximum}.',
  'capture.problem.decimals':
    'الحد الأقصى بعد الفاصلة العشرية: {decimals, plural, zero {بلا خانات} one {خانة واحدة} two {خانتان} few {# خانات} many {# خانة} other {# خانة}}.',
  'capture.problem.reason': 'اشرحوا بإيجاز لماذا لا يمكن الجزم.',
  'capture.problem.photo': 'اختاروا الصورة التي تبيّن ذلك.',
  'capture.problem.comment': 'أضيفوا تعليقًا إلى هذه الإجابة.',

  'capture.review.title': 'المراجعة قبل الإرسال',
  'capture.review.answers': 'الإجابات',
  'capture.review.photos': 'الصور',
  'capture.review.photo': '{label}: {state}',
  'capture.review.unanswered': 'بلا إجابة',
  'capture.review.answer': 'إضافة إجابة',
  'capture.review.change': 'تغيير',
  'capture.review.change_of': 'تغيير الإجابة عن: {label}',
  'capture.review.ready': 'جاهزة للإرسال',
  'capture.review.send': 'إرسال',

  'capture.position': 'الموقع',
  'capture.position.looking': 'جارٍ تحديد موقعكم…',
  'capture.position.update': 'تحديث الموقع',
  'capture.position.directions': 'الاتجاهات',
  'capture.position.here': 'أنتم عند العنوان: على بُعد {distance}، بدقة {accuracy}.',
  'capture.position.near':
    'أنتم على بُعد {distance} من العنوان. الصور من هنا مقبولة لكنها ستُراجع أولًا. اقتربوا إن أمكن.',
  'capture.position.far':
    'أنتم على بُعد {distance} من العنوان. الصور من هنا غير مقبولة: اذهبوا إلى المكان، أو اضغطوا على «تحديث الموقع» إن كان هذا خطأ.',
  'capture.position.uncertain':
    'يحدد هاتفكم موقعًا على بُعد {distance} من العنوان بدقة لا تتجاوز {accuracy}. اخرجوا إلى مكان مفتوح أو فعّلوا الموقع الدقيق، ثم اضغطوا على «تحديث الموقع».',
  'capture.position.inaccurate':
    'دقة موقعكم لا تتجاوز {accuracy}. اخرجوا إلى مكان مفتوح أو فعّلوا الموقع الدقيق.',
  'capture.position.two_sentences': '{first} {second}',
  'capture.position.here_entered': 'أنتم عند العنوان: على بُعد {distance} بحسب ما أدخلتموه.',
  'capture.position.known': 'موقعكم معروف، لكن ليس لهذه المهمة موقع لمقارنته به.',
  'capture.position.denied':
    'اسمحوا لهذه الصفحة بالوصول إلى الموقع في إعدادات المتصفح، ثم اضغطوا على «تحديث الموقع».',
  'capture.position.none': 'لا يحدد هاتفكم الموقع. اخرجوا إلى مكان مفتوح، أو أدخلوه أدناه.',
  'capture.position.none_on_device': 'لا تتلقى هذه الصفحة الموقع من هاتفكم. أدخلوه أدناه.',
  'capture.position.enter': 'إدخال موقعكم',
  'capture.position.latitude': 'خط العرض',
  'capture.position.longitude': 'خط الطول',
  'capture.position.use': 'استخدام هذا الموقع',

  'capture.plain_http':
    'هذا العنوان غير مشفّر (http)، لذلك لا يتيح هاتفكم الموقع والكاميرا لهذه الصفحة. لا يزال بإمكانكم إرسال الصور.',
  'capture.clock_ahead':
    'ساعة هاتفكم متقدمة {minutes, plural, zero {# دقيقة} one {دقيقة واحدة} two {دقيقتين} few {# دقائق} many {# دقيقة} other {# دقيقة}}. اضبطوها على الوضع التلقائي، وإلا فقد لا تُقبل الصور.',
  'capture.clock_behind':
    'ساعة هاتفكم متأخرة {minutes, plural, zero {# دقيقة} one {دقيقة واحدة} two {دقيقتين} few {# دقائق} many {# دقيقة} other {# دقيقة}}. اضبطوها على الوضع التلقائي، وإلا فقد لا تُقبل الصور.',

  'capture.sending': 'الإرسال',
  'capture.sending.bar': 'جارٍ إرسال {label}',
  'capture.sending.all': 'تم إرسال كل شيء.',
  'capture.sending.one': 'جارٍ إرسال {at, number} من {of, number}.',
  'capture.sending.answers_wait':
    '{answers, plural, zero {لا إجابات} one {إجابة واحدة} two {إجابتان} few {# إجابات} many {# إجابة} other {# إجابة}} بانتظار الإرسال.',
  'capture.sending.photos_wait':
    '{photos, plural, zero {لا صور} one {صورة واحدة} two {صورتان} few {# صور} many {# صورة} other {# صورة}} بانتظار الاتصال.',
  'capture.sending.now': 'إرسال الآن',
  'capture.sending.busy': 'لم تُرسل: صور كثيرة دفعة واحدة. ستُعاد المحاولة تلقائيًا.',
  'capture.sending.trouble': 'لم تُرسل: حدث خطأ لدينا. ستُعاد المحاولة تلقائيًا.',
  'capture.sending.large': 'لم يُرسل: الملف كبير جدًا. أرسلوا ملفًا أصغر.',
  'capture.sending.full': 'لم تُرسل: لا تقبل هذه المهمة صورًا أخرى لهذه الخطوة.',
  'capture.sending.rejected': 'لم تُرسل: رُفضت هذه الصورة. التقطوا صورة جديدة.',

  'capture.result': 'النتيجة',
  'capture.result.accepted': 'تم القبول.',
  'capture.result.next': 'التالي: {label}',
  'capture.result.again': 'إعادة المحاولة',
  'capture.result.far': 'كنتم على بُعد {distance} من العنوان، لذلك ستُراجع الصورة أولًا.',
  'capture.result.late': 'وصلت متأخرة أكثر من يوم.',
  'capture.failed.geofence': 'لم تُقبل: كنتم على بُعد {distance} من العنوان، والحد الأقصى {limit}.',
  'capture.failed.capture_time':
    'لم تُقبل: التُقطت قبل فتح المهمة، أو أن ساعة هاتفكم غير صحيحة. التقطوا صورة جديدة واضبطوا الساعة على الوضع التلقائي.',
  'capture.failed.hash': 'لم تُقبل: تغيّر الملف أثناء الإرسال. أرسلوه من جديد.',
  'capture.failed.duplicate': 'لم تُقبل: سبق قبول هذا الملف في مهمة أخرى. التقطوا صورة جديدة.',
  'capture.failed.nonce': 'لم تُقبل: سبق إرسالها باسم آخر. التقطوا صورة جديدة.',
  'capture.failed.media':
    'لم تُقبل: الملف تالف، أو ليس صورة ولا فيديو ولا PDF. أرسلوا الأصل، أو التقطوا صورة جديدة.',
  'capture.failed.exif':
    'لم تُقبل: الوقت أو المكان في الملف يختلف عما في هاتفكم. فعّلوا الموقع للكاميرا واضبطوا ساعتها على الوضع التلقائي، أو استخدموا الكاميرا في هذه الصفحة.',
  'capture.failed.provenance':
    'لم تُقبل: تختلف الصورة عن تلك التي وقّعتها الكاميرا. تغيّر الهواتف الصورة عند حذف بيانات المكان منها: استخدموا الكاميرا في هذه الصفحة، أو أرسلوا الأصل.',
  'capture.failed.other': 'لم تُقبل: لم تجتز كل الفحوص. التقطوا صورة جديدة.',

  'capture.end.title': 'وصلت كل الصور',
  'capture.end.thanks': 'شكرًا لكم. يمكنكم إغلاق هذه الصفحة.',
  'capture.end.thanks_own': 'شكرًا لكم. يبيّن طلبكم الخطوات التالية.',
  'capture.end.to_request': 'الانتقال إلى طلبكم',

  'capture.dead.incomplete': 'هذا الرابط غير مكتمل',
  'capture.dead.incomplete_hint':
    'افتحوه من جديد من الرسالة التي وصلتكم، أو انسخوه كاملًا فهو طويل.',
  'capture.dead.invalid': 'لم يعد هذا الرابط يعمل',
  'capture.dead.invalid_hint': 'استُبدل الرابط أو أُبطل. اطلبوا رابطًا جديدًا.',
  'capture.dead.expired': 'انتهت صلاحية هذا الرابط',
  'capture.dead.expired_hint':
    'اطلبوا رابطًا جديدًا. تبقى الصور التي لم تُرسل في هذا الهاتف وتُرسل بالرابط الجديد.',
  'capture.dead.finished': 'انتهت هذه المهمة',
  'capture.dead.finished_hint': 'لم تعد تقبل الصور. شكرًا لكم.',
  'capture.dead.unsent':
    'صور لم تُرسل بعد: {photos, plural, zero {لا صور} one {صورة واحدة} two {صورتان} few {# صور} many {# صورة} other {# صورة}}.',

  'capture.offline': 'لا يوجد اتصال',
  'capture.offline.hint': 'تُفتح مهمتكم حالما يتوفر اتصال.',
  'capture.offline.kept': 'لا يوجد اتصال. يمكنكم المتابعة، فالصور تُحفظ في هذا الهاتف.',
};
