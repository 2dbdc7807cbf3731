import type { Messages } from './en.js';

/** The messages in German. */
export const de: Messages = {
  'mail.service_name': 'Prüfdienst',
  'mail.fact': '{label}: {value}',
  'mail.action': '{label}:\n{url}',
  'mail.link_removed': '[Link entfernt]',
  'mail.utc': '{time} Uhr UTC',
  'mail.local_time': '{local} Uhr Ortszeit ({utc} UTC)',
  'mail.ask': 'Frage stellen',
  'mail.unsubscribe': 'Optionale E-Mails abbestellen',
  'mail.open_request': 'Anfrage öffnen',
  'mail.set_password': 'Neues Passwort festlegen',
  'mail.reason_given': 'Grund: {reason}',
  'mail.link_until': 'Der Link ist bis zum {time} gültig.',
  'mail.report_due': 'Der Bericht liegt spätestens am {time} vor.',
  'mail.get_photo_link': 'Fordern Sie als Nächstes den Fotolink an und öffnen Sie ihn vor Ort.',
  'mail.simulated': 'Diese Zahlung wurde nur simuliert. Es ist kein Geld geflossen.',
  'mail.to_requester':
    'Sie erhalten diese E-Mail, weil mit Ihrer Adresse eine Prüfung bei {operator} angefragt wurde.',
  'mail.to_account': 'Sie erhalten diese E-Mail, weil Sie ein Konto bei {operator} haben.',

  'mail.fact.what': 'Frage',
  'mail.fact.where': 'Ort',
  'mail.fact.offer': 'Angebot',
  'mail.fact.amount': 'Betrag',
  'mail.fact.paid': 'Bezahlt am',
  'mail.fact.refunded': 'Erstattet am',
  'mail.fact.version': 'Version',
  'mail.fact.photos': 'Fotos',
  'mail.fact.question': 'Frage',
  'mail.fact.more_questions': 'Weitere Fragen',
  'mail.fact.work': 'Umfang',
  'mail.fact.pay': 'Vergütung',
  'mail.fact.city': 'Stadt',
  'mail.fact.distance': 'Entfernung',
  'mail.fact.accept_by': 'Annehmen bis',

  'mail.confirm_email.title': 'Bestätigen Sie Ihre E-Mail-Adresse',
  'mail.confirm_email.body':
    'Mit dieser Adresse wurde ein Konto bei {operator} angelegt. Bitte bestätigen Sie, dass es Ihre Adresse ist.',
  'mail.confirm_email.action': 'E-Mail-Adresse bestätigen',
  'mail.confirm_email.browser':
    'Öffnen Sie den Link in dem Browser, in dem Sie das Konto angelegt haben. In jedem anderen Browser müssen Sie ein neues Passwort festlegen, und alle anderen Sitzungen werden beendet.',
  'mail.confirm_email.why':
    'Sie erhalten diese E-Mail, weil mit dieser Adresse ein Konto angelegt wurde. Wenn Sie das nicht waren, können Sie diese E-Mail ignorieren: Die Adresse bleibt unbestätigt.',

  'mail.password_reset.body': 'Für Ihr Konto bei {operator} wurde ein neues Passwort angefordert.',
  'mail.password_reset.once': 'Der Link funktioniert nur einmal und ist bis zum {time} gültig.',
  'mail.password_reset.why':
    'Sie erhalten diese E-Mail, weil jemand Ihre Adresse eingegeben hat, um ein Passwort zurückzusetzen. Wenn Sie das nicht waren, können Sie diese E-Mail ignorieren: Ihr Passwort bleibt unverändert.',

  'mail.password_changed.title': 'Ihr Passwort wurde geändert',
  'mail.password_changed.body':
    'Das Passwort Ihres Kontos bei {operator} wurde am {time} geändert. Alle anderen Sitzungen wurden beendet.',
  'mail.password_changed.next':
    'Wenn Sie das waren, müssen Sie nichts tun. Andernfalls legen Sie bitte umgehend ein neues Passwort fest.',

  'mail.request_received.subject': 'Ihre Anfrage: {objective}',
  'mail.request_received.heading': 'Ihre Anfrage ist eingegangen',
  'mail.request_received.quoted':
    'Wählen Sie ein Angebot, damit die Prüfung beginnen kann. Die Preise gelten bis zum {time}.',
  'mail.request_received.choose': 'Wählen Sie als Nächstes ein Angebot.',
  'mail.request_received.unserviceable':
    'Diesen Ort können wir zurzeit nicht prüfen. Für Sie fallen keine Kosten an.',
  'mail.request_received.pay': 'Bezahlen Sie als Nächstes Ihr Angebot.',
  'mail.request_received.sending': 'Wir schicken jemanden hin.',
  'mail.request_received.other': 'Den aktuellen Stand sehen Sie in Ihrer Anfrage.',
  'mail.request_received.keep':
    'Bewahren Sie diese E-Mail auf. Mit dem Link öffnen Sie Ihre Anfrage auf jedem Gerät. Wer den Link hat, kann die Anfrage ansehen und bezahlen.',
  'mail.request_received.sign_in':
    'Über den Link gelangen Sie nach der Anmeldung zu Ihrer Anfrage.',
  'mail.request_received.why':
    'Sie erhalten diese E-Mail, weil mit Ihrer Adresse eine Prüfung bei {operator} angefragt wurde. Wenn Sie das nicht waren, können Sie diese E-Mail ignorieren.',

  'mail.quote_expiring.subject': 'Angebote laufen bald ab: {objective}',
  'mail.quote_expiring.heading': 'Ihre Angebote laufen bald ab',
  'mail.quote_expiring.body':
    'Die Preise gelten bis zum {time}. Wählen Sie bis dahin ein Angebot, um sie sich zu sichern. Danach erhalten Sie neue Preise.',

  'mail.payment_received.subject': 'Zahlung eingegangen: {objective}',
  'mail.payment_received.heading': 'Ihre Zahlung ist eingegangen',
  'mail.payment_received.closed':
    'Die Prüfung war bereits beendet, als Ihre Zahlung einging. Der Betrag wird Ihnen deshalb erstattet.',
  'mail.payment_received.sending':
    'Wir schicken jemanden hin. Den Bericht senden wir Ihnen per E-Mail.',
  'mail.payment_received.sending_due':
    'Wir schicken jemanden hin. Den Bericht senden wir Ihnen spätestens am {time} per E-Mail.',

  'mail.payment_refunded.subject': 'Zahlung erstattet: {objective}',
  'mail.payment_refunded.heading': 'Ihre Zahlung wurde erstattet',
  'mail.payment_refunded.body':
    'Wir haben Ihnen {amount} auf Ihr Zahlungsmittel erstattet. Bis der Betrag bei Ihrer Bank erscheint, kann es einige Tage dauern.',

  'mail.verifier_on_way.subject': 'Eine Prüfperson ist unterwegs: {objective}',
  'mail.verifier_on_way.heading': 'Eine Prüfperson ist unterwegs',
  'mail.verifier_on_way.body':
    'Eine Prüfperson hat den Auftrag angenommen und wird vor Ort die Fotos machen.',

  'mail.photos_received.subject': 'Alle Fotos sind eingegangen: {objective}',
  'mail.photos_received.heading': 'Alle Fotos sind eingegangen',
  'mail.photos_received.body':
    'Wir sehen die Fotos jetzt durch. Den Bericht senden wir Ihnen per E-Mail.',

  'mail.report_delivered.subject': 'Ihr Bericht: {objective}',
  'mail.report_delivered.subject_answer': '{answer}: {question}',
  'mail.report_delivered.heading': 'Ihr Bericht ist fertig',
  'mail.report_delivered.heading_new': 'Neue Version Ihres Berichts',
  'mail.report_delivered.ready': 'Ihr Bericht ist fertig.',
  'mail.report_delivered.ready_new': 'Ihr Bericht liegt in einer neuen Version vor.',
  'mail.report_delivered.changed': 'Änderungen: {summary}',
  'mail.report_delivered.version': '{version}, erstellt am {time}',
  'mail.report_delivered.action': 'Bericht lesen',
  'mail.report_delivered.link': 'Wer den Link hat, kann den Bericht bis zum {time} lesen.',

  'mail.report_withdrawn.subject': 'Bericht zurückgezogen: {objective}',
  'mail.report_withdrawn.heading': 'Ein Bericht wurde zurückgezogen',
  'mail.report_withdrawn.body':
    'Version {version} Ihres Berichts wurde am {time} zurückgezogen. Bitte verlassen Sie sich nicht mehr darauf.',
  'mail.report_withdrawn.none': 'Zurzeit gibt es keine andere Version.',
  'mail.report_withdrawn.current': 'Aktuell gültig ist Version {version}.',
  'mail.report_withdrawn.see': 'Zurückgezogene Version ansehen',
  'mail.report_withdrawn.read': 'Version {version} lesen',

  'mail.request_closed.subject_cancelled': 'Prüfung storniert: {objective}',
  'mail.request_closed.subject_expired': 'Anfrage abgelaufen: {objective}',
  'mail.request_closed.cancelled': 'Ihre Prüfung wurde storniert',
  'mail.request_closed.expired': 'Ihre Anfrage ist abgelaufen',
  'mail.request_closed.not_charged': 'Ihnen wurde nichts berechnet.',
  'mail.request_closed.refunded': 'Ihre Zahlung von {amount} wurde erstattet.',
  'mail.request_closed.refunding':
    'Ihre Zahlung von {amount} wird erstattet. Sobald die Erstattung abgeschlossen ist, erhalten Sie eine weitere E-Mail.',

  'mail.capture_invite.subject': '{sender} bittet Sie um Fotos von einem Ort',
  'mail.capture_invite.subject_customer':
    'Jemand bittet Sie über {operator} um Fotos von einem Ort',
  'mail.capture_invite.heading': 'Bitte machen Sie Fotos von einem Ort',
  'mail.capture_invite.body':
    '{sender} bittet Sie, mit Ihrem Handy zu zeigen, wie es an diesem Ort aussieht. Das dauert nur wenige Minuten.',
  'mail.capture_invite.body_customer':
    'Jemand bittet Sie über {operator}, mit Ihrem Handy zu zeigen, wie es an diesem Ort aussieht. Das dauert nur wenige Minuten.',
  'mail.capture_invite.photos': '{photos, number}',
  'mail.capture_invite.action': 'Fotos machen',
  'mail.capture_invite.position':
    'Öffnen Sie den Link auf dem Handy, wenn Sie vor Ort sind. Das Handy fragt nach Ihrem Standort, denn im Bericht steht, wo jedes Foto aufgenommen wurde.',
  'mail.capture_invite.link': 'Der Link ist nur für Sie bestimmt und bis zum {time} gültig.',
  'mail.capture_invite.why':
    'Sie erhalten diese E-Mail, weil {sender} bei {operator} Ihre Adresse dafür angegeben hat. Wenn Ihnen der Name nichts sagt, können Sie diese E-Mail ignorieren.',
  'mail.capture_invite.why_customer':
    'Sie erhalten diese E-Mail, weil jemand bei {operator} Ihre Adresse dafür angegeben hat. Wenn Sie nicht wissen, wer das sein könnte, können Sie diese E-Mail ignorieren.',

  'mail.invite_expired.subject': 'Fotolink abgelaufen: {objective}',
  'mail.invite_expired.heading': 'Ein Fotolink ist abgelaufen',
  'mail.invite_expired.own':
    'Ihr Fotolink ist am {time} abgelaufen, ohne dass ein Foto eingegangen ist.',
  'mail.invite_expired.sent':
    'Der Fotolink für {name} ist am {time} abgelaufen, ohne dass ein Foto eingegangen ist.',
  'mail.invite_expired.next':
    'Die Prüfung steht noch aus. Senden Sie den Link erneut, geben Sie ihn an jemand anderen weiter oder machen Sie die Fotos selbst.',

  'mail.dispatch_offer.title': 'Neuer Auftrag',
  'mail.dispatch_offer.title_near': 'Neuer Auftrag im Raum {city}',
  'mail.dispatch_offer.body':
    '{operator} bietet Ihnen einen Auftrag an: Besuchen Sie einen Ort und zeigen Sie mit Ihrem Handy, wie es dort aussieht.',
  'mail.dispatch_offer.work':
    '{photos, plural, one {# Foto} other {# Fotos}}, {questions, plural, one {# Frage} other {# Fragen}}, etwa {minutes, plural, one {# Minute} other {# Minuten}}',
  'mail.dispatch_offer.action': 'Angebot ansehen',
  'mail.dispatch_offer.first':
    'Das Angebot kann an mehrere Prüfpersonen gehen. Wer es zuerst annimmt, erhält den Auftrag samt Adresse und hat dann {hours, plural, one {# Stunde} other {# Stunden}} Zeit, ihn zu erledigen.',
  'mail.dispatch_offer.why':
    'Sie erhalten diese E-Mail, weil Ihre Adresse bei {operator} für Auftragsangebote hinterlegt ist.',

  'sms.capture_invite':
    '{sender} bittet Sie um Fotos von einem Ort: {url} Der Link gilt bis {time}. Keine SMS mehr? Antworten Sie mit STOP.',
  'sms.capture_invite.customer':
    'Jemand bittet Sie über {operator} um Fotos von einem Ort: {url} Der Link gilt bis {time}. Keine SMS mehr? Antworten Sie mit STOP.',
  'sms.capture_invite.anonymous':
    'Jemand bittet Sie um Fotos von einem Ort: {url} Der Link gilt bis {time}. Keine SMS mehr? Antworten Sie mit STOP.',
  'sms.dispatch_offer':
    '{operator} bietet Ihnen einen Auftrag an: {url} Annehmen bis {time}. Keine SMS mehr? Antworten Sie mit STOP.',
  'sms.dispatch_offer.near':
    '{operator} bietet Ihnen einen Auftrag im Raum {city} an: {url} Annehmen bis {time}. Keine SMS mehr? Antworten Sie mit STOP.',
  'sms.dispatch_offer.anonymous':
    'Neuer Auftrag: {url} Annehmen bis {time}. Keine SMS mehr? Antworten Sie mit STOP.',
  'sms.dispatch_offer.anonymous_near':
    'Neuer Auftrag im Raum {city}: {url} Annehmen bis {time}. Keine SMS mehr? Antworten Sie mit STOP.',
};
