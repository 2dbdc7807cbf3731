import type { Translated } from '../create-translator.js';
import type { AccountEnglish } from './en.js';

/** Messages in German of the account pages: sign-in, registration, the links of account mails, and the account with its requests. */
export const de: Translated<AccountEnglish> = {
  'account.full_name': 'Vor- und Nachname',
  'account.email': 'E-Mail',
  'account.phone': 'Telefon',
  'account.phone_hint':
    'Falls jemand vor Ort eine Rückfrage hat, zum Beispiel vor einem verschlossenen Tor. Niemals für Werbung.',
  'account.language': 'Sprache der E-Mails',
  'account.language_hint': 'Die Sprache der Seiten ändern Sie unten auf jeder Seite.',
  'account.language_of_request': 'Wie bei der jeweiligen Anfrage',
  'account.password': 'Passwort',
  'account.current_password': 'Aktuelles Passwort',
  'account.new_password': 'Neues Passwort',
  'account.password_hint': 'Gut geeignet sind einige zufällige Wörter.',
  'account.password_is_email': 'Das Passwort darf nicht Ihre E-Mail-Adresse sein.',

  'account.sign_in.lead': 'Alle Ihre Anfragen und Berichte auf einen Blick.',
  'account.sign_in.forgotten': 'Passwort vergessen?',
  'account.sign_in.wrong': 'E-Mail-Adresse oder Passwort ist falsch.',

  'account.register.heading': 'Konto anlegen',
  'account.register.lead':
    'Im Konto finden Sie alle Ihre Anfragen und Berichte und können Fotolinks an andere senden.',
  'account.register.button': 'Konto anlegen',
  'account.register.taken':
    'Zu dieser E-Mail-Adresse gibt es bereits ein Konto. Melden Sie sich an.',
  'account.register.already': 'Haben Sie schon ein Konto? Melden Sie sich an.',

  'account.request': 'Prüfung anfragen',
  'account.none': 'Noch keine Anfragen. Sobald Sie eine Prüfung anfragen, erscheint sie hier.',
  'account.older': 'Ältere Anfragen',
  'account.search': 'Anfragen durchsuchen',
  'account.find': 'Suchen',
  'account.all_states': 'Alle',
  'account.show_all': 'Alle anzeigen',
  'account.found': '{found, plural, one {# passende Anfrage.} other {# passende Anfragen.}}',
  'account.found_none': 'Keine passende Anfrage.',
  'account.found_first': 'Die ersten {shown, number} werden angezeigt; die Datei enthält alle.',
  'account.file': 'CSV herunterladen',
  'account.column.question': 'Frage',
  'account.column.address': 'Adresse',
  'account.column.state': 'Status',
  'account.column.requested': 'Angefragt',
  'account.column.request_id': 'Anfrage-ID',

  'account.state.received': 'Eingegangen',
  'account.state.quoted': 'Angebot wählen',
  'account.state.unserviceable': 'Nicht prüfbar',
  'account.state.offer_selected': 'Zu bezahlen',
  'account.state.awaiting_payment': 'Zahlung begonnen',
  'account.state.confirmed': 'Bestätigt',
  'account.state.in_progress': 'Fotos gehen ein',
  'account.state.report_ready': 'Bericht fertig',
  'account.state.completed': 'Abgeschlossen',
  'account.state.disputed': 'Beanstandet',
  'account.state.cancelled': 'Storniert',
  'account.state.expired': 'Abgelaufen',

  'account.unconfirmed':
    'Bestätigen Sie Ihre E-Mail-Adresse: Wir haben einen Link an {email} gesendet. Bis dahin versenden wir keine Fotolinks für Sie.',
  'account.unconfirmable':
    'Dieser Dienst versendet keine E-Mails, daher kann Ihre Adresse nicht bestätigt werden. Kopieren Sie jeden Fotolink und geben Sie ihn selbst weiter.',
  'account.send_new': 'Neuen Link senden',
  'account.sent': 'Ein neuer Link ist unterwegs.',

  'account.your_account': 'Ihr Konto',
  'account.details': 'Ihre Angaben',
  'account.save': 'Angaben speichern',
  'account.saved': 'Ihre Angaben sind gespeichert.',
  'account.change_password': 'Passwort ändern',
  'account.password_changed': 'Ihr Passwort wurde geändert. Andere Geräte wurden abgemeldet.',
  'account.wrong_password': 'Das Passwort ist falsch.',
  'account.data': 'Ihre Daten',
  'account.data_lead':
    'Alle Daten, die über Sie und Ihre Anfragen gespeichert sind, in einer Datei.',
  'account.download': 'Meine Daten herunterladen',
  'account.delete': 'Mein Konto löschen',
  'account.delete_lead':
    'Ihr Konto, Ihre Anfragen und deren Berichte werden gelöscht. Das lässt sich nicht rückgängig machen.',
  'account.delete_now': 'Endgültig löschen',
  'account.busy':
    'Sie können Ihr Konto löschen, sobald für diese laufenden Anfragen der Bericht da ist oder die Zahlung erstattet wurde:',
  'account.deleted': 'Ihr Konto ist gelöscht',
  'account.deleted_lead':
    'Die übrigen Daten werden innerhalb einer Stunde gelöscht. Sie sind abgemeldet.',

  'account.confirm.heading': 'E-Mail-Adresse bestätigen',
  'account.confirm.lead':
    'Bestätigen Sie mit der Schaltfläche, dass diese E-Mail-Adresse Ihnen gehört. Wenn Sie in diesem Browser nicht in Ihrem Konto angemeldet sind, legen Sie danach ein neues Passwort fest.',
  'account.confirm.button': 'Bestätigen',
  'account.confirm.done': 'Ihre E-Mail-Adresse ist bestätigt.',
  'account.confirm.choose_password':
    'Ihre E-Mail-Adresse ist bestätigt. Sie waren in diesem Browser nicht im Konto angemeldet. Deshalb gilt das beim Anlegen gewählte Passwort nicht mehr, und alle Geräte wurden abgemeldet. Legen Sie ein neues Passwort fest.',
  'account.confirm.sign_in': 'Melden Sie sich an, um einen neuen Link zu erhalten.',

  'account.reset.heading': 'Passwort zurücksetzen',
  'account.reset.lead': 'Wir senden Ihnen einen Link, mit dem Sie ein neues Passwort festlegen.',
  'account.reset.no_mail':
    'Dieser Dienst versendet keine E-Mails und kann Ihnen daher keinen Link senden. Wenden Sie sich an den Betreiber.',
  'account.reset.button': 'Link senden',
  'account.reset.sent': 'Wenn es ein Konto mit dieser E-Mail-Adresse gibt, ist ein Link unterwegs.',
  'account.reset.sent_again':
    'Wenn es ein Konto mit dieser E-Mail-Adresse gibt, ist ein weiterer Link unterwegs.',
  'account.reset.wait':
    'Er kommt meist innerhalb einer Minute an und gilt {hours, plural, one {eine Stunde} other {# Stunden}}. Falls er nicht ankommt, sehen Sie im Spam-Ordner nach und prüfen Sie die Adresse: {email}.',
  'account.reset.again': 'Erneut senden',
  'account.reset.other_email': 'Andere E-Mail-Adresse verwenden',
  'account.reset.have_link': 'Haben Sie den Link schon?',
  'account.reset.set': 'Passwort festlegen',
  'account.reset.done': 'Ihr neues Passwort ist gespeichert. Sie sind angemeldet.',

  'account.link.expired': 'Dieser Link ist abgelaufen.',
  'account.link.invalid': 'Dieser Link funktioniert nicht mehr.',
};
