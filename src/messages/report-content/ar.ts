import type { Translated } from '../create-translator.js';
import type { ContentEnglish } from './en.js';

/** Messages in Arabic (Modern Standard) of what the service writes into a report. */
export const ar: Translated<ContentEnglish> = {
  'content.verdict.incomplete': 'الأدلة غير مكتملة',
  'content.verdict.verified': 'تم التحقق من المكان والوقت',
  'content.verdict.time_only': 'تم التحقق من الوقت دون المكان',
  'content.verdict.place_only': 'تم التحقق من المكان دون الوقت',
  'content.verdict.unverified': 'لم يُتحقق من المكان ولا من الوقت',
  'content.verdict.by_verifier': 'أُجيب في المكان',
  'content.verdict.by_requester': 'أجاب صاحب الطلب',
  'content.verdict.by_invitee': 'أجاب شخص دعاه صاحب الطلب',
  'content.verdict.by_integrator': 'أجابت الجهة التي طلبت المعاينة',
  'content.verdict.by_reviewer': 'أجاب مراجع',
  'content.verdict.corrected': 'صححه مراجع',
  'content.verdict.confirmed': 'أكده مراجع',
  'content.verdict.submitted': 'لم يُراجع بعد',
  'content.verdict.disputed': 'اعترض عليه صاحب الطلب',
  'content.verdict.other': 'حالة المهمة: {status}',
  'content.verdict.withdrawn': 'سُحب',

  'content.party.verifier': 'مُعاين في المكان',
  'content.party.requester': 'صاحب الطلب',
  'content.party.invitee': 'شخص دعاه صاحب الطلب',
  'content.party.integrator': 'الجهة التي طلبت المعاينة',
  'content.party.reviewer': 'مراجع',
  'content.source.provider': 'مُعاين لديه رمز المهمة',
  'content.source.self_service': 'صاحب الطلب أو شخص مدعو',
  'content.source.integrator': 'الجهة التي طلبت المهمة',
  'content.source.simulated': 'مُعاين افتراضي في البيئة التجريبية',

  'content.title': 'تقرير معاينة',
  'content.title_of': 'تقرير معاينة: {service}',
  'content.title_test': 'بيئة تجريبية: {title}',
  'content.sandbox': 'بيئة تجريبية: لم يزر أحد المكان.',

  'content.answer.none': 'بلا إجابة',
  'content.answer.yes': 'نعم',
  'content.answer.no': 'لا',
  'content.answer.cannot_tell': 'لا يمكن الجزم',
  'content.local_time': '{local} بالتوقيت المحلي ({utc} بتوقيت UTC)',
  'content.sentence': '{text}.',
  'content.unprinted': '[نص – انظر التقرير]',
  'content.pair': '{first}، {second}',

  'content.checks.none': 'لم تُجرَ أي فحوص',
  'content.checks.all':
    '{count, plural, zero {لا فحوص} one {نجح الفحص الوحيد} two {نجح الفحصان} few {نجحت الفحوص كلها وعددها #} many {نجحت الفحوص كلها وعددها #} other {نجحت الفحوص كلها وعددها #}}',
  'content.checks.some':
    'نجح {passed, number} من {count, plural, zero {# فحص} one {فحص واحد} two {فحصين} few {# فحوص} many {# فحصًا} other {# فحص}}',
  'content.checks.failed': 'لم ينجح: {count, number}',
  'content.checks.warnings':
    '{count, plural, zero {لا تحذيرات} one {تحذير واحد} two {تحذيران} few {# تحذيرات} many {# تحذيرًا} other {# تحذير}}',
  'content.checks.not_run': 'لم يُجرَ: {count, number}',

  'content.status.submitted': 'مُقدَّمة',
  'content.status.completed': 'مكتملة',
  'content.status.disputed': 'معترَض عليها',

  'content.summary.submitted': 'الأدلة مكتملة ولم تؤكَّد بعد.',
  'content.summary.completed': 'اكتملت المعاينة.',
  'content.summary.disputed': 'يعترض صاحب الطلب على النتيجة.',
  'content.summary.other': 'حالة المهمة: {status}.',
  'content.summary.steps':
    'خطوات إلزامية تُظهرها أدلة اجتازت الفحوص: {passed, number} من {count, number}.',
  'content.summary.items':
    'الأدلة المستلمة: {count, number}، اجتاز الفحوص منها {passed, number} ولم يجتزها {failed, number}.',
  'content.summary.at': 'التُقطت الأدلة المقبولة في {time}.',
  'content.summary.between': 'التُقطت الأدلة المقبولة بين {first} و{last}.',
  'content.summary.near_at': 'التُقطت الأدلة المقبولة على بُعد {distance} من العنوان، في {time}.',
  'content.summary.near_between':
    'التُقطت الأدلة المقبولة على بُعد {distance} من العنوان، بين {first} و{last}.',
  'content.summary.range_at':
    'التُقطت الأدلة المقبولة على بُعد {nearest} إلى {farthest} من العنوان، في {time}.',
  'content.summary.range_between':
    'التُقطت الأدلة المقبولة على بُعد {nearest} إلى {farthest} من العنوان، بين {first} و{last}.',
  'content.summary.by_hand_all': 'مواقع أُدخلت يدويًا: كلها.',
  'content.summary.by_hand': 'مواقع أُدخلت يدويًا: {count, number} من {total, number}.',
  'content.summary.self_all': 'أدلة التقطها صاحب الطلب أو شخص سمّاه: كلها.',
  'content.summary.self':
    'أدلة التقطها صاحب الطلب أو شخص سمّاه: {count, number} من {total, number}.',
  'content.summary.judge': 'الحكم على ما تُظهره الصور متروك للقارئ.',

  'content.change.withdrawn': 'سُحب الإصدار {version, number}.',
  'content.change.accepted': 'قبل صاحب الطلب النتيجة.',
  'content.change.needs_more': 'طلب صاحب الطلب مزيدًا من الأدلة.',
  'content.change.disputed': 'اعترض صاحب الطلب على النتيجة.',
  'content.change.status': 'تغيّرت الحالة من «{before}» إلى «{after}».',
  'content.change.added': 'أدلة أُضيفت: {count, number}.',
  'content.change.removed': 'أدلة أُزيلت: {count, number}.',
  'content.change.steps': 'الخطوات المتغيرة: {steps}.',
  'content.change.answers': 'الإجابات المتغيرة: {questions}.',
  'content.change.members': 'تغيّر أيضًا: {members}.',
  'content.change.nothing': 'لم يتغير شيء في التقرير منذ الإصدار {version, number}.',
  'content.member.summary': 'الملخص',
  'content.member.limitations': 'حدود التقرير',
  'content.member.completed_at': 'وقت الاكتمال',

  'content.limit.test': 'لم يذهب أحد إلى المكان: هذه الأدلة مولَّدة آليًا.',
  'content.limit.declared':
    'المواقع وأوقات الالتقاط هي ما صرّح به جهاز التصوير. تقارنها الفحوص بالمهمة وبوقت الاستلام وبالملف نفسه، ولا يمكنها استبعاد أن يكون الجهاز قد ضُبط ليصرّح بقيم غير صحيحة.',
  'content.limit.moment': 'تُظهر الأدلة المكان لحظة الالتقاط، ولا تدل على حاله قبلها أو بعدها.',
  'content.limit.picture': 'تقيّم الفحوص الآلية الموقع والوقت والملف، ولا تقيّم ما تُظهره الصورة.',
  'content.limit.signature':
    'يثبت التوقيع أن الخدمة أصدرت هذا التقرير وأنه لم يُعدَّل بعد ذلك. ولا يثبت أن ما تُظهره الأدلة حقيقي.',
  'content.limit.no_position':
    'الموقع المحدد للمهمة غير صالح، فتعذّر فحص المسافة في {count, number} من أصل {total, number} من الأدلة المقبولة.',
  'content.limit.far':
    'التُقط {count, number} من أصل {total, number} من الأدلة المقبولة على بُعد من العنوان يزيد على المسافة التي تُعد حضورًا في المكان.',
  'content.limit.late':
    'استُلم {count, number} من أصل {total, number} من الأدلة المقبولة بعد الالتقاط بأكثر من {hours, number} ساعة، فكان الوقت المتاح لتعديلها أطول من المعتاد.',
  'content.limit.no_hash':
    'لم يصرّح المرسل ببصمة {count, number} من أصل {total, number} من الأدلة المقبولة. البصمة في هذا التقرير أُخذت عند الاستلام، ولا تدل على ما قد يتغير في الطريق إلى الخدمة.',
  'content.limit.duplicate':
    'يكرر {count, number} من أصل {total, number} من الأدلة المقبولة ملفًا قُبل سابقًا في هذه المهمة، أو أُرسل لمهمة أخرى ولم يُقبل فيها.',
  'content.limit.similar':
    'يشبه {count, number} من أصل {total, number} من الأدلة المقبولة صورة أُرسلت لمهمة أخرى.',
  'content.limit.no_nonce':
    'وصل {count, number} من أصل {total, number} من الأدلة المقبولة دون رمز أحادي الاستخدام. مقارنة البيانات وحدها تدل على أنها لم تُرسل من قبل.',
  'content.limit.no_exif':
    'لا تحتوي ملفات {count, number} من أصل {total, number} من الأدلة المقبولة على وقت أو موقع خاص بها يمكن مقارنته بما صُرّح به.',
  'content.limit.no_exif_other':
    'لا تذكر ملفات {count, number} من أصل {total, number} من الأدلة المقبولة وقتًا أو موقعًا صالحًا، فلم يُقارَن شيء فيها بما صُرّح به.',
  'content.limit.exif':
    'تذكر ملفات {count, number} من أصل {total, number} من الأدلة المقبولة وقتًا أو موقعًا لا يتفق مع القيم الأخرى، ولا يُعد أي منهما حاسمًا.',
  'content.limit.not_decoded':
    'تعذّرت قراءة {count, number} من أصل {total, number} من الأدلة المقبولة كاملةً بسبب خطأ داخلي في الخدمة، فلا يُعرف هل هي كاملة.',
  'content.limit.no_credentials':
    'لا تحمل صور {count, number} من أصل {total, number} من الأدلة المقبولة بيانات اعتماد المحتوى، فلا تشهد أي كاميرا على أصالتها.',
  'content.limit.credentials_not_read':
    'بيانات اعتماد المحتوى في {count, number} من أصل {total, number} من الأدلة المقبولة بصيغة لا تقرؤها الخدمة، فلا تشهد هنا على شيء.',
  'content.limit.signer_not_judged':
    'بيانات اعتماد المحتوى في {count, number} من أصل {total, number} من الأدلة المقبولة وقّعتها جهات لا تقيّمها الخدمة.',
  'content.limit.signer_not_listed':
    'بيانات اعتماد المحتوى في {count, number} من أصل {total, number} من الأدلة المقبولة وقّعتها جهة غير مدرجة في قائمة الخدمة.',
  'content.limit.not_captured':
    'لا تُظهر بيانات اعتماد المحتوى في {count, number} من أصل {total, number} من الأدلة المقبولة أنها لقطات كاميرا لم يغيّرها أحد.',
  'content.limit.unshown':
    'أدلة مقبولة بصيغة لا يمكن للتقرير المطبوع عرضها: {count, number}. لا يذكر التقرير المطبوع منها إلا نوع الملف وبصمته.',
  'content.limit.failed':
    'أدلة أخفقت في فحص واحد على الأقل: {count, number}. ذُكرت استكمالًا للسجل فقط، ولا يُستدل بها على شيء.',
  'content.limit.by_hand':
    'أُدخلت مواقع {count, number} من أصل {total, number} من الأدلة المقبولة يدويًا لأن الجهاز لم يحددها، ولا شيء يدل على أنها التُقطت هناك.',
  'content.limit.self':
    'جاء {count, number} من أصل {total, number} من الأدلة المقبولة من صاحب الطلب أو من شخص سمّاه، لا من مُعاين مستقل.',
  'content.limit.integrator':
    'جاء {count, number} من أصل {total, number} من الأدلة المقبولة من الجهة التي طلبت المهمة، لا من مُعاين مستقل.',
  'content.limit.step_required': '«{step}» (إلزامية)',
  'content.limit.step_optional': '«{step}» (اختيارية)',
  'content.limit.steps':
    '{count, plural, zero {لا دليل مقبول يُظهر هذه الخطوات: {steps}.} one {لا دليل مقبول يُظهر هذه الخطوة: {steps}.} two {لا دليل مقبول يُظهر هاتين الخطوتين: {steps}.} few {لا دليل مقبول يُظهر هذه الخطوات: {steps}.} many {لا دليل مقبول يُظهر هذه الخطوات: {steps}.} other {لا دليل مقبول يُظهر هذه الخطوات: {steps}.}}',
  'content.limit.submitted': 'لم تؤكَّد أدلة هذا الإصدار بعد.',
  'content.limit.disputed':
    'يعترض صاحب الطلب على النتيجة، وكان الاعتراض قيد النظر عند إنشاء هذا الإصدار.',
  'content.limit.no_verdict': 'لم يكن صاحب الطلب قد اتخذ قراره عند إنشاء هذا الإصدار.',
  'content.limit.no_timestamp':
    'لم تؤكد أي جهة خارج الخدمة وقت إعداد هذا التقرير: أوقاته هي أوقات الخدمة.',

  'content.check.geofence_pass': 'الموقع المصرّح به قريب بما يكفي من العنوان.',
  'content.check.geofence_warn': 'الموقع المصرّح به أبعد عن العنوان من المتوقع.',
  'content.check.geofence_fail': 'الموقع المصرّح به بعيد جدًا عن العنوان.',
  'content.check.geofence_not_run': 'ليس للمهمة موقع صالح.',
  'content.check.capture_time_pass': 'وقت الالتقاط المصرّح به ضمن مدة المهمة.',
  'content.check.capture_time_fail': 'وقت الالتقاط المصرّح به خارج مدة المهمة.',
  'content.check.freshness_pass': 'استُلم الملف بُعيد وقت الالتقاط المصرّح به.',
  'content.check.freshness_warn': 'استُلم الملف بعد وقت الالتقاط المصرّح به بمدة طويلة.',
  'content.check.hash_pass': 'الملف مطابق لبصمة SHA-256 المصرّح بها.',
  'content.check.hash_fail': 'تغيّر الملف أو بصمة SHA-256 المصرّح بها في الطريق.',
  'content.check.hash_not_run': 'لم يُصرَّح ببصمة.',
  'content.check.duplicate_pass': 'لم يُقبل هذا الملف لأي مهمة من قبل.',
  'content.check.duplicate_warn': 'أُرسل من قبل ملف له بصمة SHA-256 نفسها.',
  'content.check.duplicate_fail': 'قُبل لمهمة أخرى ملف له بصمة SHA-256 نفسها.',
  'content.check.duplicate_not_run': 'تعذّرت قراءة الملف، فلم يُقارَن بغيره.',
  'content.check.similar_pass': 'لم تُرسل صورة مشابهة لمهمة أخرى.',
  'content.check.similar_warn': 'تشبه الصورة صورة أُرسلت لمهمة أخرى. قد تتشابه صور المكان الواحد.',
  'content.check.similar_not_run': 'تعذّرت مقارنة الملف بصور أخرى.',
  'content.check.nonce_pass': 'الرمز الأحادي الاستخدام جديد.',
  'content.check.nonce_fail': 'استُخدم الرمز الأحادي الاستخدام من قبل.',
  'content.check.nonce_not_run': 'لم يُذكر رمز أحادي الاستخدام.',
  'content.check.media_pass': 'الملف قابل للقراءة ومن النوع المذكور.',
  'content.check.media_warn': 'الملف أصغر من المتوقع، أو تعذّرت قراءته كاملًا.',
  'content.check.media_fail':
    'الملف غير قابل للقراءة، أو ليس صورة أو فيديو أو ملف PDF من النوع المصرّح به.',
  'content.check.exif_pass': 'الوقت أو الموقع في الملف مطابق للقيم المصرّح بها.',
  'content.check.exif_warn':
    'الوقت أو الموقع في الملف لا يتفق مع القيم الأخرى، ولا يُعد أي منهما حاسمًا.',
  'content.check.exif_fail': 'الوقت أو الموقع في الملف يناقض القيم المصرّح بها.',
  'content.check.exif_not_run': 'لا يذكر الملف وقتًا أو موقعًا يمكن مقارنته.',
  'content.check.provenance_pass': 'وقّعت كاميرا الملف عند الالتقاط ولم يتغير بعد ذلك.',
  'content.check.provenance_warn': 'لا تُظهر بيانات اعتماد المحتوى لقطة غير معدَّلة من كاميرا مدرجة.',
  'content.check.provenance_fail': 'عُدّل الملف بعد توقيعه.',
  'content.check.provenance_not_run': 'ليس في الملف بيانات اعتماد محتوى يمكن للخدمة قراءتها.',

  'content.value.accurate': '{distance} (بدقة {accuracy})',
  'content.value.distance_limits': 'ناجح ≤ {pass}، تحذير ≤ {warn}',
  'content.value.period': 'من {from} إلى {to}',
  'content.value.never_elsewhere': 'لم يُقبل لمهمة أخرى قط',
  'content.value.elsewhere': 'مقبول لمهمة أخرى',
  'content.value.passed_here': 'قُبل سابقًا في هذه المهمة',
  'content.value.never_seen': 'جديد',
  'content.value.seen_here': 'أُرسل لهذه المهمة ولم يُقبل',
  'content.value.jobs_tried': 'عدد المهام التي جُرّب فيها: {count}',
  'content.value.not_used': 'غير مستخدم من قبل',
  'content.value.unused': 'غير مستخدم',
  'content.value.used': 'مستخدم من قبل',
  'content.value.none_alike': 'لا توجد صورة مشابهة',
  'content.value.bits_limit': 'تحذير: فرق ≤ {hash} من {hash_bits} و≤ {blocks} من {block_bits} بت',
  'content.value.bits': 'الفرق {hash} من {hash_bits} و{blocks} من {block_bits} بت',
  'content.value.no_bytes': '0 بايت',
  'content.value.unknown_type': 'نوع غير معروف',
  'content.value.not_decoded': 'النوع {type}، لم يُقرأ',
  'content.value.undecodable': 'النوع {type}، غير قابل للقراءة',
  'content.value.pages': 'النوع {type}، الصفحات: {pages}',
  'content.value.picture_limit':
    'النوع {type}، يُقرأ كاملًا خلال {seconds} ث، ≤ {pixels} ميغابكسل، ≤ {scans} مسحًا أو إطارًا، تحذير < {side} بكسل',
  'content.value.video_limit': 'النوع {type}، مسار له مدة وعينة أولى، وكل البيانات داخل الملف',
  'content.value.document_limit': 'النوع {type}، تُعد صفحاته خلال {seconds} ث',
  'content.value.any_limit': 'صورة أو فيديو أو ملف PDF يُقرأ كاملًا خلال {seconds} ث',
  'content.value.time_apart': 'فرق الوقت {time}',
  'content.value.position_apart': 'فرق الموقع {distance}',
  'content.value.both_apart': 'فرق الوقت {time}، فرق الموقع {distance}',
  'content.value.exif_limit': 'فرق لا يتجاوز {time} في الوقت و{distance} في الموقع عن المصرّح به',
  'content.value.exif_limit_accuracy':
    'فرق لا يتجاوز {time} في الوقت و{distance} في الموقع عن المصرّح به، مع هامش دقته',
  'content.value.credentials': 'موقَّع عند الالتقاط ولم يتغير أي بكسل بعده',
  'content.value.credentials_listed': 'موقَّع عند الالتقاط من جهة مدرجة، ولم يتغير أي بكسل بعده',
  'content.value.not_read': 'لم تُقرأ',
  'content.value.not_confirmed': 'غير مؤكدة',
  'content.value.changed': 'عُدّل بعد التوقيع',
  'content.value.captured': 'ملتقط',
  'content.value.generated': 'مولَّد آليًا',
  'content.value.edited': 'معدَّل',
  'content.value.origin_unknown': 'المصدر غير معروف',
  'content.value.signer_not_judged': 'جهة التوقيع غير مُقيَّمة',
  'content.value.signer_listed': 'جهة التوقيع مدرجة',
  'content.value.signer_not_listed': 'جهة التوقيع غير مدرجة',
};
