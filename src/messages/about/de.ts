import type { Translated } from '../create-translator.js';
import type { AboutEnglish } from './en.js';

/** Messages in German of the page about the service, and of the facts on the order form. */
export const de: Translated<AboutEnglish> = {
  'about.heading': 'Über diesen Dienst',
  'about.lead':
    'Jemand geht mit dem Handy an einen Ort. Sie erhalten einen signierten Bericht mit Fotos, Standorten und Uhrzeiten.',
  'about.how': 'So funktioniert es',
  'about.step_enter':
    'Sie geben den Ort und Ihre Frage ein und sehen die Angebote mit ihren Preisen.',
  'about.step_choose':
    'Sie wählen ein Angebot und bezahlen. Sie können die Fotos auch selbst machen oder jemanden vor Ort darum bitten.',
  'about.step_visit':
    'Die Person vor Ort macht die Fotos Schritt für Schritt. Ort, Zeit und Datei jedes Fotos werden geprüft.',
  'about.step_report':
    'Sie erhalten den Bericht als Seite, PDF und JSON. Alle können prüfen, ob er unverändert ist.',
  'about.cost': 'Was es kostet',
  'about.from': 'Ab {prices}',
  'about.cost_text':
    'Der Preis hängt davon ab, was geprüft wird, wo das ist und wie schnell Sie den Bericht brauchen. Sie sehen ihn vor dem Bezahlen. Wenn Sie die Fotos selbst machen, kostet es nichts, sofern ein Angebot das vorsieht.',
  'about.duration':
    '{last, plural, one {Bericht innerhalb von {hours} Stunde} other {Bericht innerhalb von {hours} Stunden}}',
  'about.sample': 'Beispielbericht ansehen (PDF)',
  'about.sample_text':
    'Das Beispiel wurde künstlich erzeugt: Niemand war an dem Ort, und die Fotos sind gezeichnet.',
  'about.facts': 'Preis, Dauer und Beispiel',
  'about.runs': 'Wer den Dienst betreibt',
  'about.run_by': 'Dieser Dienst wird von {name} betrieben.',
  'about.privacy': 'Datenschutz',
  'about.privacy_policy': 'Datenschutzerklärung des Betreibers lesen.',
  'about.stored_content':
    'Der Dienst speichert Ihre Eingaben, Ihre Zahlungen ohne Kartennummern und die Fotos mit Standorten und Zeiten.',
  'about.stored_link': 'Wer den privaten Link einer Anfrage hat, kann sie ansehen.',
  'about.stored_account':
    'Auf Ihrer Kontoseite erhalten Sie Ihre Daten als Datei und können Ihr Konto samt Anfragen löschen.',
  'about.stored_guest':
    'Eine Anfrage ohne Konto lässt sich mit ihrem Zugangscode über die API löschen.',
  'about.retained':
    '{days, plural, one {Eine abgeschlossene Anfrage wird # Tag nach der letzten Änderung gelöscht.} other {Eine abgeschlossene Anfrage wird # Tage nach der letzten Änderung gelöscht.}}',
  'about.help': 'Hilfe',
  'about.help_more': 'Hilfe vom Betreiber erhalten.',
  'about.where': 'Wo finde ich meine Anfrage?',
  'about.where_answer':
    'Öffnen Sie den privaten Link der Anfrage. Ist sie in Ihrem Konto gespeichert, melden Sie sich an: Sie steht dort in der Liste.',
  'about.cancel': 'Kann ich stornieren?',
  'about.cancel_answer':
    'Ja, auf der Seite der Anfrage, bis die Arbeit beginnt. Sie erhalten den vollen Betrag zurück.',
  'about.unanswered': 'Und wenn der Bericht meine Frage nicht beantwortet?',
  'about.unanswered_answer':
    'Am Ende des Berichts können Sie weitere Fotos anfordern oder das Ergebnis beanstanden.',
  'about.genuine': 'Woran erkenne ich, dass ein Bericht echt ist?',
  'about.genuine_answer':
    'Öffnen Sie ihn und prüfen Sie dort seine Echtheit: Die Seite vergleicht ihn mit seiner Signatur.',
};
