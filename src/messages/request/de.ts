import type { Translated } from '../create-translator.js';
import type { RequestEnglish } from './en.js';

/** Messages in German of the page for requesting a check. */
export const de: Translated<RequestEnglish> = {
  'request.heading': 'Einen Ort prüfen lassen',
  'request.lead':
    'Jemand geht mit dem Handy hin. Sie erhalten einen signierten Bericht mit Fotos, Standorten und Uhrzeiten.',
  'request.edit_heading': 'Anfrage bearbeiten',
  'request.edit_lead':
    'Mit Ihren Änderungen entsteht eine neue Anfrage mit neuen Preisen. Die bisherige wird storniert.',
  'request.keep_as_is': 'Unverändert lassen',
  'request.not_editable': 'Diese Anfrage lässt sich nicht mehr bearbeiten.',
  'request.earlier_stays':
    'Ihre frühere Anfrage ist bestätigt und bleibt bestehen. Dies ist eine neue Anfrage.',
  'request.kept': 'Ihre Eingaben wurden wiederhergestellt.',
  'request.kept_sent': '„{button}“ ersetzt {link}, sofern sie noch nicht bezahlt ist.',
  'request.kept_link': 'die gesendete Anfrage',
  'request.clear': 'Formular leeren',
  'request.form': 'Prüfung anfragen',

  'request.service': 'Was soll geprüft werden?',
  'request.other': 'Etwas anderes',
  'request.objective': 'Was möchten Sie wissen?',
  'request.objective_hint':
    'Eine Frage, die Fotos beantworten können, zum Beispiel „Ist das Geschäft geöffnet?“',
  'request.address': 'Wo?',
  'request.address_hint':
    'Eine Adresse, ein Ort, ein Plus Code, zwei Koordinaten oder ein Link aus einer Karten-App.',
  'request.latitude': 'Breitengrad',
  'request.longitude': 'Längengrad',
  'request.position_hint':
    'Wird ausgefüllt, wenn Sie einen Ort wählen, auf die Karte tippen oder die Markierung verschieben. Oder geben Sie zwei Zahlen ein, zum Beispiel 52.5219 und 13.4132.',
  'request.notes': 'Hinweise für die Person vor Ort (optional)',
  'request.notes_hint': 'Wo der Eingang ist, wen man fragen kann, was nicht aufs Bild soll.',

  'request.answered': 'Was die Person vor Ort beantwortet',
  'request.besides': 'Ihre Frage von oben und:',
  'request.only_yours': 'Ihre Frage von oben.',
  'request.of_services': 'Fragen zu den einzelnen Leistungen',
  'request.own.summary': 'Eigene Fragen hinzufügen',
  'request.own.hint':
    'Bis zu fünf. Die Person vor Ort beantwortet jede oder erklärt, warum das nicht möglich ist.',
  'request.own.label': 'Frage {number}',
  'request.own.kind': 'Antwort auf Frage {number}',
  'request.own.kind.guessed': 'Je nach Formulierung',
  'request.own.kind.yes_no': 'Ja oder nein',
  'request.own.kind.text': 'Text',
  'request.own.kind.number': 'Zahl',
  'request.own.kind.date_time': 'Datum und Uhrzeit',
  'request.own.add': 'Weitere Frage hinzufügen',

  'request.contact': 'So erreichen wir Sie (optional)',
  'request.name': 'Name',
  'request.email': 'E-Mail',
  'request.email_hint':
    'An diese Adresse senden wir Ihren privaten Link und Neuigkeiten zur Prüfung.',
  'request.no_mail':
    'Dieser Dienst sendet keine E-Mails. Speichern Sie den Link auf der nächsten Seite.',
  'request.phone': 'Telefon',
  'request.phone_hint':
    'Falls jemand vor Ort eine Rückfrage hat, zum Beispiel vor einem verschlossenen Tor.',
  'request.signed_in_as':
    'Sie sind als {email} angemeldet. Diese Anfrage wird in Ihrem Konto gespeichert.',
  'request.see_offers': 'Angebote ansehen',
  'request.conflict':
    'Diese Anfrage wurde schon mit anderen Angaben gesendet. Laden Sie die Seite neu, um eine neue zu senden.',
  'request.signed_out':
    'Sie sind abgemeldet. Melden Sie sich an, oder fahren Sie mit „{button}“ ohne Konto fort.',

  'request.how_to': 'So finden Sie die beiden Zahlen',
  'request.google_phone': 'Google Maps auf dem Handy',
  'request.google_phone_way':
    'Halten Sie den Ort gedrückt, bis eine Markierung erscheint. Die beiden Zahlen stehen im Suchfeld oder in den Details der Markierung. Kopieren Sie sie.',
  'request.apple': 'Apple Karten',
  'request.apple_way':
    'Halten Sie den Ort gedrückt, bis eine Markierung erscheint. Scrollen Sie in den Details der Markierung zu „Koordinaten“, halten Sie diese gedrückt und kopieren Sie sie.',
  'request.google_computer': 'Google Maps am Computer',
  'request.google_computer_way':
    'Klicken Sie mit der rechten Maustaste auf den Ort. In der ersten Zeile des Menüs stehen die beiden Zahlen; ein Klick darauf kopiert sie.',
  'request.osm_way':
    'Verschieben Sie die Karte, bis der Ort in der Mitte liegt, zoomen Sie hinein und kopieren Sie die Adresse der Seite.',

  'request.use_position': 'Meinen Standort verwenden',
  'request.looking': 'Standort wird gesucht …',
  'request.found': 'Gefunden, auf {distance} genau.',
  'request.denied':
    'Ihr Browser gibt Ihren Standort nicht weiter. Geben Sie ihn ein, oder erlauben Sie den Zugriff in den Einstellungen dieser Seite und versuchen Sie es erneut.',
  'request.not_encrypted':
    'Die Verbindung zu dieser Seite ist nicht verschlüsselt, daher gibt Ihr Browser Ihren Standort nicht weiter. Geben Sie ihn ein.',
  'request.taken': 'Beide Zahlen sind eingetragen. Prüfen Sie sie auf der Karte.',
  'request.taken_from_middle':
    'Aus der Mitte der verlinkten Karte übernommen. Liegt der Ort nicht in der Mitte, verschieben Sie die Karte und kopieren Sie den Link erneut.',
  'request.no_position':
    'Dieser Link enthält keinen Standort. Öffnen Sie ihn im Browser und kopieren Sie von dort die Adresse, oder kopieren Sie die beiden Zahlen.',
  'request.map': 'Karte: {position}',
  'request.no_map': 'Karte: noch kein Standort',
  'request.place': 'Ort',
  'request.place_hint': 'Geben Sie den Ort ein; die Karte zeigt, wo er liegt.',
  'request.suggestions': 'Orte',
  'request.none_suggested': 'Keine Orte gefunden.',
  'request.suggested': 'Gefundene Orte: {count}',
  'request.apart': 'Die Markierung liegt {distance} von {place} entfernt.',
  'request.apart_entered': 'Die Markierung liegt {distance} vom eingegebenen Standort entfernt.',
  'request.followed':
    'Die Adresse ist jetzt „{place}“. Ersetzen Sie sie, wenn Sie die genaue kennen.',
  'request.move_pin': 'Verschieben Sie die Markierung auf der Karte zum Gebäude.',

  'request.level.covered':
    'Wir können eine Prüfperson an diesen Ort schicken, {distance} von {city} entfernt. Alle Angebote sind verfügbar.',
  'request.level.limited':
    'Wir können eine Prüfperson an diesen Ort schicken, {distance} von {city} entfernt. Einige Angebote sind nicht verfügbar.',
  'request.level.self_service_only':
    'Dieser Ort liegt {distance} von {city} entfernt, der nächstgelegenen Stadt mit Prüfpersonen: zu weit, um jemanden zu schicken. Sie selbst oder eine Person Ihres Vertrauens vor Ort können die Fotos mit einem Link von uns machen.',
  'request.level.unserviceable':
    'Diesen Ort können wir nicht prüfen: Er liegt {distance} von {city} entfernt, der nächstgelegenen Stadt mit Prüfpersonen. Sie müssen nichts bezahlen.',

  'request.kind.position': 'Standort',
  'request.kind.address': 'Adresse',
  'request.kind.street': 'Straße',
  'request.kind.landmark': 'Bekannter Ort',
  'request.kind.postcode': 'Postleitzahl',
  'request.kind.district': 'Stadtteil',
  'request.kind.village': 'Dorf',
  'request.kind.town': 'Stadt',
  'request.kind.city': 'Großstadt',
  'request.kind.region': 'Region',
  'request.kind.country': 'Land',
};
