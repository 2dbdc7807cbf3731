import type { Messages } from './en.js';

/** The messages in Arabic (Modern Standard). */
export const ar: Messages = {
  'mail.service_name': 'خدمة المعاينة',
  'mail.fact': '{label}: {value}',
  'mail.action': '{label}:\n{url}',
  'mail.link_removed': '[حُذف الرابط]',
  'mail.utc': '{time} بتوقيت UTC',
  'mail.local_time': '{local} بالتوقيت المحلي ({utc} بتوقيت UTC)',
  'mail.ask': 'طرح سؤال',
  'mail.unsubscribe': 'إلغاء الاشتراك في الرسائل الاختيارية',
  'mail.open_request': 'فتح الطلب',
  'mail.set_password': 'تعيين كلمة مرور جديدة',
  'mail.reason_given': 'السبب: {reason}',
  'mail.link_until': 'الرابط صالح حتى {time}.',
  'mail.report_due': 'يصلكم التقرير في موعد أقصاه {time}.',
  'mail.get_photo_link': 'الخطوة التالية هي الحصول على رابط التصوير وفتحه في المكان نفسه.',
  'mail.simulated': 'هذه الدفعة تجريبية، ولم يُخصم أي مبلغ.',
  'mail.to_requester': 'وصلتكم هذه الرسالة لأن بريدكم الإلكتروني استُخدم لطلب معاينة من {operator}.',
  'mail.to_account': 'وصلتكم هذه الرسالة لأن لديكم حسابًا لدى {operator}.',

  'mail.fact.what': 'السؤال',
  'mail.fact.where': 'المكان',
  'mail.fact.offer': 'العرض',
  'mail.fact.amount': 'المبلغ',
  'mail.fact.paid': 'تاريخ الدفع',
  'mail.fact.refunded': 'تاريخ رد المبلغ',
  'mail.fact.version': 'الإصدار',
  'mail.fact.photos': 'عدد الصور',
  'mail.fact.question': 'السؤال',
  'mail.fact.more_questions': 'أسئلة أخرى',
  'mail.fact.work': 'العمل المطلوب',
  'mail.fact.pay': 'الأجر',
  'mail.fact.city': 'المدينة',
  'mail.fact.distance': 'المسافة',
  'mail.fact.accept_by': 'آخر موعد للقبول',

  'mail.confirm_email.title': 'تأكيد بريدكم الإلكتروني',
  'mail.confirm_email.body':
    'أُنشئ حساب لدى {operator} بهذا البريد الإلكتروني. يُرجى تأكيد أنه بريدكم.',
  'mail.confirm_email.action': 'تأكيد البريد الإلكتروني',
  'mail.confirm_email.browser':
    'يُرجى فتح الرابط في المتصفح الذي أنشأتم فيه الحساب. أما في أي متصفح آخر فسيُطلب منكم تعيين كلمة مرور جديدة، وستُنهى جميع الجلسات الأخرى.',
  'mail.confirm_email.why':
    'وصلتكم هذه الرسالة لأن حسابًا أُنشئ بهذا البريد الإلكتروني. إن لم تكونوا أنتم من أنشأه، فتجاهلوا الرسالة وسيبقى البريد غير مؤكَّد.',

  'mail.password_reset.body': 'طُلبت كلمة مرور جديدة لحسابكم لدى {operator}.',
  'mail.password_reset.once': 'يعمل الرابط مرة واحدة فقط، حتى {time}.',
  'mail.password_reset.why':
    'وصلتكم هذه الرسالة لأن شخصًا ما أدخل بريدكم الإلكتروني لإعادة تعيين كلمة المرور. إن لم تكونوا أنتم، فتجاهلوا الرسالة وستبقى كلمة مروركم كما هي.',

  'mail.password_changed.title': 'تم تغيير كلمة مروركم',
  'mail.password_changed.body':
    'تم تغيير كلمة مرور حسابكم لدى {operator} في {time}، وأُنهيت جميع الجلسات الأخرى.',
  'mail.password_changed.next':
    'إن كنتم أنتم من غيّرها، فلا يلزمكم فعل شيء. وإلا فعيّنوا كلمة مرور جديدة الآن.',

  'mail.request_received.subject': 'طلبكم: {objective}',
  'mail.request_received.heading': 'تلقّينا طلبكم',
  'mail.request_received.quoted': 'اختاروا عرضًا لنبدأ. الأسعار سارية حتى {time}.',
  'mail.request_received.choose': 'اختاروا عرضًا لنبدأ.',
  'mail.request_received.unserviceable':
    'لا يمكننا معاينة هذا المكان في الوقت الحالي. ليس عليكم دفع أي مبلغ.',
  'mail.request_received.pay': 'ادفعوا قيمة العرض لنبدأ.',
  'mail.request_received.sending': 'سنرسل مُعاينًا إلى المكان.',
  'mail.request_received.other': 'افتحوا طلبكم لمتابعة سيره.',
  'mail.request_received.keep':
    'احتفظوا بهذه الرسالة. يفتح الرابط طلبكم على أي جهاز، ويمكن لأي شخص لديه الرابط الاطلاع على الطلب ودفع قيمته.',
  'mail.request_received.sign_in': 'يفتح الرابط طلبكم بعد تسجيل الدخول.',
  'mail.request_received.why':
    'وصلتكم هذه الرسالة لأن بريدكم الإلكتروني استُخدم لطلب معاينة من {operator}. إن لم تكونوا أنتم، فتجاهلوها.',

  'mail.quote_expiring.subject': 'تنتهي صلاحية الأسعار قريبًا: {objective}',
  'mail.quote_expiring.heading': 'تنتهي صلاحية أسعاركم قريبًا',
  'mail.quote_expiring.body':
    'الأسعار سارية حتى {time}. للاحتفاظ بها، اختاروا عرضًا قبل هذا الموعد. بعد ذلك تصلكم أسعار جديدة.',

  'mail.payment_received.subject': 'تلقّينا دفعتكم: {objective}',
  'mail.payment_received.heading': 'تلقّينا دفعتكم',
  'mail.payment_received.closed': 'أُغلقت المعاينة قبل وصول دفعتكم، ولذلك يجري رد المبلغ إليكم.',
  'mail.payment_received.sending': 'سنرسل مُعاينًا إلى المكان، وسيصلكم التقرير بالبريد الإلكتروني.',
  'mail.payment_received.sending_due':
    'سنرسل مُعاينًا إلى المكان، وسيصلكم التقرير بالبريد الإلكتروني في موعد أقصاه {time}.',

  'mail.payment_refunded.subject': 'رُدّ إليكم المبلغ المدفوع: {objective}',
  'mail.payment_refunded.heading': 'رُدّ إليكم المبلغ المدفوع',
  'mail.payment_refunded.body':
    'رددنا {amount} إلى وسيلة الدفع التي استخدمتموها. قد يستغرق ظهور المبلغ لدى مصرفكم بضعة أيام.',

  'mail.verifier_on_way.subject': 'المُعاين في الطريق: {objective}',
  'mail.verifier_on_way.heading': 'المُعاين في الطريق',
  'mail.verifier_on_way.body': 'قَبِل أحد المُعاينين المهمة، وسيلتقط الصور في المكان.',

  'mail.photos_received.subject': 'وصلت جميع الصور: {objective}',
  'mail.photos_received.heading': 'وصلت جميع الصور',
  'mail.photos_received.body': 'نراجع الصور الآن، وسيصلكم التقرير بالبريد الإلكتروني.',

  'mail.report_delivered.subject': 'تقريركم: {objective}',
  'mail.report_delivered.subject_answer': '{answer}: {question}',
  'mail.report_delivered.heading': 'تقريركم جاهز',
  'mail.report_delivered.heading_new': 'صدر إصدار جديد من تقريركم',
  'mail.report_delivered.ready': 'تقريركم جاهز.',
  'mail.report_delivered.ready_new': 'صدر إصدار جديد من تقريركم.',
  'mail.report_delivered.changed': 'ما تغيّر: {summary}',
  'mail.report_delivered.version': '{version}، بتاريخ {time}',
  'mail.report_delivered.action': 'قراءة التقرير',
  'mail.report_delivered.link': 'يمكن لأي شخص لديه الرابط قراءة التقرير حتى {time}.',

  'mail.report_withdrawn.subject': 'سُحب التقرير: {objective}',
  'mail.report_withdrawn.heading': 'سُحب التقرير',
  'mail.report_withdrawn.body':
    'سُحب الإصدار {version} من تقريركم في {time}. لا تعتمدوا عليه بعد الآن.',
  'mail.report_withdrawn.none': 'لا يوجد إصدار آخر في الوقت الحالي.',
  'mail.report_withdrawn.current': 'الإصدار الحالي هو {version}.',
  'mail.report_withdrawn.see': 'عرض الإصدار المسحوب',
  'mail.report_withdrawn.read': 'قراءة الإصدار {version}',

  'mail.request_closed.subject_cancelled': 'أُلغيت المعاينة: {objective}',
  'mail.request_closed.subject_expired': 'انتهت مهلة المعاينة: {objective}',
  'mail.request_closed.cancelled': 'أُلغيت معاينتكم',
  'mail.request_closed.expired': 'انتهت مهلة معاينتكم',
  'mail.request_closed.not_charged': 'لم يُخصم منكم أي مبلغ.',
  'mail.request_closed.refunded': 'رُدّ إليكم المبلغ المدفوع، وهو {amount}.',
  'mail.request_closed.refunding':
    'يجري رد المبلغ المدفوع، وهو {amount}. سنراسلكم بالبريد الإلكتروني عند اكتمال ذلك.',

  'mail.capture_invite.subject': 'طلب من {sender} لالتقاط صور لمكان',
  'mail.capture_invite.subject_customer': 'طلب من أحد عملاء {operator} لالتقاط صور لمكان',
  'mail.capture_invite.heading': 'نرجو منكم التقاط صور لمكان',
  'mail.capture_invite.body':
    'تلقّينا من {sender} طلبًا بأن تصوّروا حال هذا المكان بهاتفكم. لن يستغرق الأمر سوى دقائق.',
  'mail.capture_invite.body_customer':
    'يطلب منكم أحد عملاء {operator} أن تصوّروا حال هذا المكان بهاتفكم. لن يستغرق الأمر سوى دقائق.',
  'mail.capture_invite.photos': '{photos, number}',
  'mail.capture_invite.action': 'التقاط الصور',
  'mail.capture_invite.position':
    'افتحوا الرابط على هاتفكم عندما تكونون في المكان. سيطلب الهاتف الإذن بتحديد موقعكم، لأن التقرير يذكر مكان التقاط كل صورة.',
  'mail.capture_invite.link': 'هذا الرابط لكم وحدكم، وهو صالح حتى {time}.',
  'mail.capture_invite.why':
    'وصلتكم هذه الرسالة لأن بريدكم الإلكتروني وصل إلى {operator} من {sender} لهذا الغرض. إن كنتم لا تعرفون المرسِل، فتجاهلوها.',
  'mail.capture_invite.why_customer':
    'وصلتكم هذه الرسالة لأن بريدكم الإلكتروني وصل إلى {operator} من أحد العملاء لهذا الغرض. إن كنتم لا تعرفون صاحب الطلب، فتجاهلوها.',

  'mail.invite_expired.subject': 'انتهت صلاحية رابط التصوير: {objective}',
  'mail.invite_expired.heading': 'انتهت صلاحية رابط تصوير',
  'mail.invite_expired.own': 'انتهت صلاحية رابط التصوير الخاص بكم في {time}، قبل وصول أي صورة.',
  'mail.invite_expired.sent':
    'انتهت صلاحية رابط التصوير المرسَل إلى {name} في {time}، قبل وصول أي صورة.',
  'mail.invite_expired.next':
    'المعاينة لم تُنجز بعد. أرسلوا الرابط مرة أخرى، أو أعطوه لشخص آخر، أو التقطوا الصور بأنفسكم.',

  'mail.dispatch_offer.title': 'مهمة جديدة',
  'mail.dispatch_offer.title_near': 'مهمة جديدة قرب {city}',
  'mail.dispatch_offer.body': 'لديكم عرض مهمة من {operator}: الذهاب إلى مكان وتصوير حاله بالهاتف.',
  'mail.dispatch_offer.work':
    '{photos, plural, zero {بلا صور} one {صورة واحدة} two {صورتان} few {# صور} many {# صورة} other {# صورة}}، {questions, plural, zero {بلا أسئلة} one {سؤال واحد} two {سؤالان} few {# أسئلة} many {# سؤالًا} other {# سؤال}}، نحو {minutes, plural, zero {# دقيقة} one {دقيقة واحدة} two {دقيقتين} few {# دقائق} many {# دقيقة} other {# دقيقة}}',
  'mail.dispatch_offer.action': 'عرض المهمة',
  'mail.dispatch_offer.first':
    'قد يصل العرض إلى عدة مُعاينين. أول من يقبله يحصل على المهمة وعنوانها، ولديه {hours, plural, zero {# ساعة} one {ساعة واحدة} two {ساعتان} few {# ساعات} many {# ساعة} other {# ساعة}} لإنجازها.',
  'mail.dispatch_offer.why':
    'وصلتكم هذه الرسالة لأن بريدكم الإلكتروني مسجّل لدى {operator} لتلقّي عروض المهام.',

  'sms.capture_invite':
    'طلب من {sender} لالتقاط صور لمكان:\n{url}\nالرابط صالح حتى {time}.\nلإيقاف الرسائل أرسلوا STOP.',
  'sms.capture_invite.customer':
    'طلب من أحد عملاء {operator} لالتقاط صور لمكان:\n{url}\nالرابط صالح حتى {time}.\nلإيقاف الرسائل أرسلوا STOP.',
  'sms.capture_invite.anonymous':
    'طلب من أحد العملاء لالتقاط صور لمكان:\n{url}\nالرابط صالح حتى {time}.\nلإيقاف الرسائل أرسلوا STOP.',
  'sms.dispatch_offer':
    'مهمة جديدة من {operator}:\n{url}\nآخر موعد للقبول {time}.\nلإيقاف الرسائل أرسلوا STOP.',
  'sms.dispatch_offer.near':
    'مهمة جديدة من {operator} قرب {city}:\n{url}\nآخر موعد للقبول {time}.\nلإيقاف الرسائل أرسلوا STOP.',
  'sms.dispatch_offer.anonymous':
    'مهمة جديدة:\n{url}\nآخر موعد للقبول {time}.\nلإيقاف الرسائل أرسلوا STOP.',
  'sms.dispatch_offer.anonymous_near':
    'مهمة جديدة قرب {city}:\n{url}\nآخر موعد للقبول {time}.\nلإيقاف الرسائل أرسلوا STOP.',
};
