import type { Translated } from '../create-translator.js';
import type { FrameEnglish } from './en.js';

/** Messages in German that every page can show. */
export const de: Translated<FrameEnglish> = {
  'frame.service': 'Prüfdienst',
  'frame.description':
    'Jemand geht mit dem Handy an einen Ort. Sie erhalten einen signierten Bericht mit Fotos, Standorten und Uhrzeiten.',
  'frame.title': '{heading} – Prüfdienst',
  'frame.title_with_error': 'Fehler: {heading} – Prüfdienst',
  'frame.skip': 'Zum Inhalt springen',
  'frame.navigation': 'Hauptmenü',
  'frame.your_requests': 'Ihre Anfragen',
  'frame.signed_in_as': 'Angemeldet als',
  'frame.sign_out': 'Abmelden',
  'frame.sign_in': 'Anmelden',
  'frame.interface': 'API',
  'frame.about': 'Über uns',
  'frame.help': 'Hilfe',
  'frame.privacy': 'Datenschutz',
  'frame.imprint': 'Impressum',
  'frame.run_by': 'Betrieben von {name}.',
  'frame.language': 'Sprache',
  'frame.change_language': 'Ändern',

  'frame.zones.utc': 'Zeitangaben in UTC.',
  'frame.zones.place': 'Zeitangaben in der Zeitzone des Ortes ({zone}).',
  'frame.zones.apart':
    'Zeiten vor Ort sind in der Zeitzone des Ortes angegeben ({zone}), alle anderen in Ihrer eigenen.',

  'frame.did_you_mean': 'Meinten Sie {email}?',

  'frame.name_hint':
    'Mindestens 2 Zeichen. Besteht der Name nur aus einem Zeichen, zum Beispiel 李, ergänzen Sie den Vornamen.',
  'frame.problem': 'Bitte prüfen Sie Ihre Angaben',
  'frame.field_problem': '{label}: {message}',
  'frame.fill_in': 'Bitte füllen Sie dieses Feld aus.',
  'frame.too_short': 'Geben Sie mindestens {least} Zeichen ein.',
  'frame.too_long': 'Höchstens {most} Zeichen sind möglich, eingegeben sind {have}.',
  'frame.number': 'Geben Sie eine Zahl ein, zum Beispiel 52.5219.',
  'frame.range': 'Geben Sie eine Zahl von {least} bis {most} ein.',
  'frame.email': 'Geben Sie eine E-Mail-Adresse ein, zum Beispiel name@example.com.',
  'frame.invalid': 'Diese Angabe ist ungültig.',

  'frame.no_connection': 'Keine Verbindung. Ihre Eingaben bleiben erhalten.',
  'frame.try_again': 'Erneut versuchen',
  'frame.too_many': 'Zu viele Zugriffe. Versuchen Sie es in {time} erneut.',
  'frame.our_fault':
    'Bei uns ist ein Fehler aufgetreten. Wenn Sie uns kontaktieren, nennen Sie bitte die Nummer {number}.',
  'frame.our_fault_unnumbered':
    'Bei uns ist ein Fehler aufgetreten. Versuchen Sie es in einer Minute erneut.',
  'frame.no_pdf': 'Das PDF wird noch erstellt. Versuchen Sie es in einer Minute erneut.',
  'frame.signed_out': 'Sie wurden abgemeldet. Bitte melden Sie sich erneut an.',
  'frame.other_site':
    'Diese Angaben wurden von einer anderen Website gesendet. Laden Sie diese Seite neu und versuchen Sie es noch einmal.',
  'frame.not_now': 'Das ist nicht mehr möglich. Sie sehen jetzt den aktuellen Stand.',
  'frame.rejected':
    'Das hat nicht funktioniert. Laden Sie die Seite neu und versuchen Sie es noch einmal.',

  'frame.access_code': 'Zugangscode',
  'frame.open': 'Öffnen',
  'frame.enter_code': 'Zugangscode eingeben',
  'frame.code_hint': 'Der Code ist der letzte Teil Ihres privaten Links, nach dem #.',
  'frame.sign_in_instead': 'In Ihrem Konto gespeichert? Melden Sie sich an.',
  'frame.opens_nothing': 'Dieser Link ist ungültig',
  'frame.check_link': 'Prüfen Sie, ob er vollständig ist, oder geben Sie den Zugangscode ein.',

  'frame.show_password': 'Anzeigen',
  'frame.copied': 'Kopiert.',
  'frame.not_copied':
    'Ihr Browser konnte den Text nicht kopieren. Markieren Sie ihn und kopieren Sie ihn selbst.',
  'frame.free': 'Kostenlos',
};
