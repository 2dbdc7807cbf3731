import type { Translated } from '../create-translator.js';
import type { StatusEnglish } from './en.js';

/** Messages in German of the page of one request. */
export const de: Translated<StatusEnglish> = {
  'status.your_request': 'Ihre Anfrage',
  'status.enter_code': 'Geben Sie den Zugangscode Ihrer Anfrage ein, um den Stand zu sehen.',
  'status.status': 'Stand',
  'status.progress': 'Fortschritt',
  'status.place': 'Ort',
  'status.edit': 'Anfrage bearbeiten',
  'status.two_sentences': '{first} {second}',

  'status.heading.received': 'Ihre Anfrage ist eingegangen',
  'status.heading.quoted': 'Wählen Sie ein Angebot',
  'status.heading.unserviceable': 'Diesen Ort können wir nicht prüfen',
  'status.heading.offer_selected': 'Mit der Zahlung geht es los',
  'status.heading.awaiting_payment': 'Schließen Sie die Zahlung ab',
  'status.heading.confirmed': 'Wir schicken jemanden hin',
  'status.heading.your_turn': 'Sie sind dran: Machen Sie die Fotos',
  'status.heading.in_progress': 'Die ersten Fotos sind da',
  'status.heading.all_in': 'Alle Fotos sind eingegangen',
  'status.heading.report_ready': 'Ihr Bericht ist fertig',
  'status.heading.completed': 'Sie haben Ihren Bericht',
  'status.heading.disputed': 'Sie haben das Ergebnis beanstandet',
  'status.heading.cancelled': 'Storniert',
  'status.heading.expired': 'Abgelaufen',

  'status.received': 'Wir ermitteln die Preise.',
  'status.covered':
    'Aus {city} können wir eine Prüfperson an diesen Ort schicken. Alle Angebote sind verfügbar.',
  'status.limited':
    'Aus {city} können wir eine Prüfperson an diesen Ort schicken. Einige Angebote sind nicht verfügbar.',
  'status.self_service_only':
    'Dieser Ort ist zu weit von {city} entfernt, der nächstgelegenen Stadt mit Prüfpersonen. Sie selbst oder eine Person Ihres Vertrauens vor Ort können die Fotos mit einem Link von uns machen.',
  'status.unserviceable':
    'Er ist zu weit von {city} entfernt, der nächstgelegenen Stadt mit Prüfpersonen. Sie müssen nichts bezahlen.',
  'status.hold': 'Die Preise gelten bis {time}.',
  'status.prices_expired':
    'Diese Preise sind abgelaufen. Wählen Sie ein Angebot, um neue zu erhalten.',
  'status.declined': 'Die Zahlung wurde abgelehnt. Es wurde nichts abgebucht.',
  'status.chosen': '{label}, {amount}.',
  'status.open': 'Sie können bis {time} bezahlen.',
  'status.due': 'Der Bericht ist bis {time} fertig.',
  'status.get_link': 'Fordern Sie den Link an und öffnen Sie ihn vor Ort.',
  'status.collecting': 'Die Fotos werden gerade vor Ort gemacht.',
  'status.reviewing': 'Wir prüfen die Fotos.',
  'status.completed': 'Sie können noch weitere Fotos anfordern oder das Ergebnis beanstanden.',
  'status.disputed': 'Wir prüfen Ihre Beanstandung.',
  'status.disputed_at': 'Sie haben diesen Bericht beanstandet ({time}). Wir prüfen das.',
  'status.more_photos': 'Sie haben weitere Fotos angefordert ({time}).',
  'status.refunded': '{amount} wurden erstattet.',
  'status.not_chosen':
    '{days, plural, one {# Tag} other {# Tage}} lang wurde kein Angebot gewählt oder bezahlt.',
  'status.replaced': 'Sie haben sie durch eine bearbeitete Anfrage ersetzt.',
  'status.deadline_passed': 'Die Prüfung konnte nicht rechtzeitig abgeschlossen werden.',
  'status.current': 'Er enthält Fotos, Standorte und Uhrzeiten und ist signiert.',
  'status.withdrawn': 'Der Bericht wurde zurückgezogen. Verlassen Sie sich nicht darauf.',
  'status.add_comment':
    'Möchten Sie etwas ergänzen? Öffnen Sie den Bericht und senden Sie einen Kommentar.',

  'status.step.requested': 'Anfrage',
  'status.step.chosen': 'Angebot',
  'status.step.paid': 'Zahlung',
  'status.step.free': 'Kostenlos',
  'status.step.on_site': 'Vor Ort',
  'status.step.photos': 'Fotos',
  'status.step.report': 'Bericht',
  'status.mark.done': 'erledigt',
  'status.mark.done_at': 'erledigt, {time}',
  'status.mark.now': 'jetzt',
  'status.mark.later': 'steht noch aus',

  'status.offers': 'Angebote',
  'status.recommended': 'Empfohlen',
  'status.within': 'Innerhalb von {hours, plural, one {# Stunde} other {# Stunden}}',
  'status.choose': 'Auswählen',
  'status.choose_offer': '{label} auswählen',
  'status.price_terms':
    'Gesamtpreis inkl. Steuern. Volle Erstattung, wenn Sie stornieren, bevor die Arbeit beginnt.',
  'status.free_terms': 'Sie müssen nichts bezahlen.',
  'status.not_available': 'An diesem Ort nicht verfügbar.',
  'status.prices_changed': 'Die Preise haben sich geändert. Wählen Sie erneut.',
  'status.pay': '{amount} bezahlen',
  'status.change_offer': 'Angebot ändern',
  'status.to_checkout': 'Zur Kasse',
  'status.open_until': 'Zahlung möglich bis {time}.',
  'status.another': 'Weitere Prüfung anfragen',

  'status.link.get': 'Fotolink anfordern',
  'status.link.replace': 'Diesen Link ersetzen',
  'status.link.current_stops': 'Der bisherige Link wird ungültig.',
  'status.link.replace_now': 'Link ersetzen',
  'status.link.take_yourself': 'Fotos selbst machen',
  'status.link.invitee_stops': 'Der Link für {name} wird ungültig.',
  'status.link.take_photos': 'Fotos mit diesem Gerät machen',
  'status.link.qr': 'QR-Code des Fotolinks',
  'status.link.copy': 'Fotolink kopieren',
  'status.link.scan': 'Oder scannen Sie diesen Code mit dem Handy, mit dem Sie fotografieren.',
  'status.link.until': 'Gültig bis {time}.',

  'status.invite.ask': 'Jemanden vor Ort um Fotos bitten',
  'status.invite.lead':
    'Die Person erhält einen Link, der sich in jedem Handybrowser öffnen lässt.',
  'status.invite.name': 'Name',
  'status.invite.email': 'E-Mail-Adresse',
  'status.invite.phone': 'Telefonnummer',
  'status.invite.texts_sent': 'Ohne E-Mail-Adresse senden wir den Link per SMS an diese Nummer.',
  'status.invite.no_texts':
    'Dieser Dienst sendet keine SMS. Ohne E-Mail-Adresse kopieren Sie den Link und geben ihn weiter.',
  'status.invite.send': 'Link senden',
  'status.invite.list': 'Gesendete Links',
  'status.invite.again': 'Erneut senden',
  'status.invite.to_other': 'An jemand anderen geben',
  'status.invite.give': 'Link weitergeben',
  'status.invite.revoke': 'Widerrufen',
  'status.invite.copy': 'Link für {name} kopieren',
  'status.invite.one_active':
    'Jemand hat bereits einen gültigen Link. Senden Sie ihn erneut oder geben Sie ihn an jemand anderen.',
  'status.invite.limit': 'Für diese Anfrage sind keine weiteren Links möglich.',

  'status.invite_state.active': 'Gültig',
  'status.invite_state.expired': 'Abgelaufen',
  'status.invite_state.invalidated': 'Widerrufen',
  'status.invite_state.completed': 'Erledigt',
  'status.session.not_started': 'Nicht geöffnet',
  'status.session.opened': 'Geöffnet',
  'status.session.capturing': 'Fotografiert gerade',
  'status.session.submitted': 'Eingereicht',

  'status.delivery.queued': 'Wird gesendet',
  'status.delivery.sent': 'Gesendet: {time}',
  'status.delivery.skipped': 'Nicht gesendet',

  'status.failed.sms_not_configured': 'Senden fehlgeschlagen: Dieser Dienst sendet keine SMS.',
  'status.failed.no_number': 'Senden fehlgeschlagen: Es fehlt eine Telefonnummer.',
  'status.failed.number_not_valid': 'Senden fehlgeschlagen: Diese Nummer kann keine SMS empfangen.',
  'status.failed.number_not_reachable': 'Senden fehlgeschlagen: Das Telefon ist nicht erreichbar.',
  'status.failed.region_not_supported':
    'Senden fehlgeschlagen: In dieses Land können keine SMS gesendet werden.',
  'status.failed.recipient_opted_out':
    'Senden fehlgeschlagen: Auf eine frühere Nachricht wurde mit STOP geantwortet.',
  'status.failed.message_blocked':
    'Senden fehlgeschlagen: Das Mobilfunknetz hat die Nachricht blockiert.',
  'status.failed.not_delivered':
    'Senden fehlgeschlagen: Das Mobilfunknetz konnte die Nachricht nicht zustellen.',
  'status.failed.bounced': 'Senden fehlgeschlagen: Die E-Mail kam zurück.',
  'status.failed.mailbox_full': 'Senden fehlgeschlagen: Das Postfach ist voll.',
  'status.failed.unknown_address': 'Senden fehlgeschlagen: Die E-Mail-Adresse existiert nicht.',
  'status.failed.other': 'Senden fehlgeschlagen: {error}',

  'status.not_sent.address_not_confirmed':
    'Bestätigen Sie zuerst Ihre E-Mail-Adresse oder kopieren Sie den Link.',
  'status.not_sent.mail_not_configured':
    'Dieser Dienst sendet keine E-Mails. Kopieren Sie den Link und geben Sie ihn weiter.',
  'status.not_sent.sms_not_configured':
    'Dieser Dienst sendet keine SMS. Kopieren Sie den Link und geben Sie ihn weiter.',
  'status.not_sent.no_address':
    'Es fehlt eine E-Mail-Adresse. Kopieren Sie den Link und geben Sie ihn weiter.',
  'status.not_sent.address_not_plain':
    'An diese Adresse kann keine E-Mail gesendet werden. Kopieren Sie den Link und geben Sie ihn weiter.',
  'status.not_sent.no_number':
    'Es fehlt eine Telefonnummer. Kopieren Sie den Link und geben Sie ihn weiter.',
  'status.not_sent.number_not_valid':
    'Diese Nummer kann keine SMS empfangen. Kopieren Sie den Link und geben Sie ihn weiter.',
  'status.not_sent.recipient_opted_out':
    'Auf eine frühere Nachricht wurde mit STOP geantwortet. Kopieren Sie den Link und geben Sie ihn weiter.',
  'status.not_sent.other': 'Kopieren Sie den Link und geben Sie ihn weiter.',

  'status.read': 'Bericht lesen',
  'status.pdf': 'PDF herunterladen',

  'status.share': 'Bericht teilen',
  'status.share.lead':
    'Wer den Link hat, kann die aktuelle Version des Berichts ohne Anmeldung lesen. Messenger zeigen Frage, Antwort, Ort und Datum daraus an.',
  'status.share.days': 'Gültigkeit des Links',
  'status.share.7_days': '7 Tage',
  'status.share.30_days': '30 Tage',
  'status.share.90_days': '90 Tage',
  'status.share.365_days': '1 Jahr',
  'status.share.create': 'Link erstellen',
  'status.share.list': 'Freigabelinks',
  'status.share.number': 'Link {number}',
  'status.share.until': 'Gültig bis {time}',
  'status.share.unopened': 'Noch nicht geöffnet',
  'status.share.views': '{views, plural, one {Einmal geöffnet} other {#-mal geöffnet}}',
  'status.share.copy': 'Link kopieren',
  'status.share.copy_number': 'Link kopieren: Link {number}',
  'status.share.send': 'Teilen',
  'status.share.send_number': 'Link {number} teilen',
  'status.share.preview': 'Vorschau',
  'status.share.preview_number': 'Vorschau von Link {number}',
  'status.share.end': 'Widerrufen',
  'status.share.end_number': 'Link {number} widerrufen',
  'status.share.ended': 'Nicht mehr gültige Links ({count})',
  'status.share.revoked': 'Widerrufen: {time}',
  'status.share.expired': 'Abgelaufen: {time}',
  'status.share.limit': 'Für diesen Bericht sind keine weiteren Links möglich.',

  'status.cancel': 'Diese Anfrage stornieren',
  'status.cancel.free': 'Sie haben noch nichts bezahlt. Es gibt also nichts zu erstatten.',
  'status.cancel.paid': 'Ihre Zahlung von {amount} wird vollständig erstattet.',
  'status.cancel.reason': 'Grund (optional)',
  'status.cancel.now': 'Endgültig stornieren',

  'status.contact': 'E-Mail',
  'status.contact.goes_to': 'E-Mails gehen an {email}.',
  'status.contact.full':
    'Eine E-Mail an {email} kam zurück: Das Postfach ist voll. Schaffen Sie darin Platz und senden Sie den Link erneut, oder geben Sie eine andere Adresse ein.',
  'status.contact.unknown':
    'Eine E-Mail an {email} kam zurück: Die Adresse existiert nicht. Geben Sie eine andere ein.',
  'status.contact.returned':
    'Eine E-Mail an {email} kam zurück. Geben Sie eine andere Adresse ein.',
  'status.contact.account_full':
    'Eine E-Mail an {email} kam zurück: Das Postfach ist voll. Schaffen Sie darin Platz, um weitere E-Mails zu erhalten.',
  'status.contact.account_unknown':
    'Eine E-Mail an {email} kam zurück: Die Adresse existiert nicht.',
  'status.contact.account_returned': 'Eine E-Mail an {email} kam zurück.',
  'status.contact.change': 'Ändern',
  'status.contact.address': 'E-Mail-Adresse',
  'status.contact.save': 'Speichern und Link senden',
  'status.contact.send': 'Link senden',

  'status.save': 'Speichern Sie Ihren Link',
  'status.save.lead':
    'Sie haben keine E-Mail-Adresse angegeben. Ohne diesen Link kommen Sie nicht zu Ihrer Anfrage zurück.',
  'status.save.no_mail':
    'Dieser Dienst sendet keine E-Mails. Ohne diesen Link kommen Sie nicht zu Ihrer Anfrage zurück.',
  'status.save.copy': 'Link kopieren',
  'status.save.share': 'Teilen',
  'status.save.calendar': 'In Kalender eintragen',
  'status.save.calendar_title': 'Ihre Anfrage: {objective}',
  'status.save.by_mail': 'Per E-Mail senden',
  'status.save.qr': 'QR-Code Ihres privaten Links',
  'status.save.saved': 'Ich habe den Link gespeichert',

  'status.push': 'Benachrichtigungen',
  'status.push.lead':
    'Dieser Browser kann Sie benachrichtigen, wenn Ihre Zahlung eingeht, wenn eine Prüfperson unterwegs ist und wenn Fotos und Bericht da sind.',
  'status.push.on': 'In diesem Browser benachrichtigen',
  'status.push.off': 'Ausschalten',
  'status.push.denied':
    'Ihr Browser blockiert Benachrichtigungen dieser Website. Erlauben Sie sie in den Einstellungen und versuchen Sie es erneut.',
  'status.push.failed': 'Das hat nicht funktioniert. Versuchen Sie es in einer Minute erneut.',

  'status.private': 'Ihr privater Link',
  'status.private.code': 'Zugangscode: {code}',
  'status.private.copy': 'Privaten Link kopieren',
  'status.private.lead':
    'Bewahren Sie ihn gut auf: Wer ihn hat, kann diese Anfrage sehen und bezahlen.',
  'status.private.keep': 'In meinem Konto speichern',
  'status.private.kept': 'Diese Anfrage ist in Ihrem Konto gespeichert.',
  'status.private.claimed': 'Diese Anfrage gehört zu einem anderen Konto.',

  'status.fact.address': 'Adresse',
  'status.fact.offer': 'Angebot',
  'status.fact.payment': 'Zahlung',
  'status.fact.report': 'Bericht',
  'status.quote.pending': 'Preise werden ermittelt',
  'status.quote.ready': 'Preise liegen vor',
  'status.quote.unavailable': 'Kein Angebot für diesen Ort',
  'status.quote.accepted': 'Angebot gewählt',
  'status.quote.expired': 'Preise abgelaufen',
  'status.report.not_ready': 'Noch nicht vorhanden',
  'status.report.generating': 'Wird erstellt',
  'status.report.ready': 'Fertig',
  'status.report.delivered': 'An Sie gesendet: {time}',
  'status.report.withdrawn': 'Zurückgezogen',
  'status.report.withdrawn_because': 'Zurückgezogen: {reason}',
  'status.payment.unpaid': 'Nicht bezahlt',
  'status.payment.not_required': 'Kostenlos',
  'status.payment.pending': 'Zahlung steht aus',
  'status.payment.paid': 'Bezahlt',
  'status.payment.paid_at': 'Bezahlt: {time}',
  'status.payment.failed': 'Zahlung abgelehnt',
  'status.payment.refunded': 'Erstattet',
};
