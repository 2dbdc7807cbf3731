import type { Translated } from '../create-translator.js';
import type { CaptureEnglish } from './en.js';

/** Messages in German of the capture page. */
export const de: Translated<CaptureEnglish> = {
  'capture.title': 'Fotos machen',
  'capture.opening': 'Ihr Auftrag wird geöffnet …',
  'capture.no_script':
    'Diese Seite braucht JavaScript, um Ihren Standort zu bestimmen und Fotos auch ohne Verbindung aufzubewahren.',
  'capture.language_offline': 'Die Sprache lässt sich nur mit Internetverbindung ändern.',

  'capture.before.photos':
    '{photos, plural, one {# Foto} other {# Fotos}}. Ihr Handy fragt nach Ihrem Standort: Im Bericht steht, wo jedes Foto aufgenommen wurde.',
  'capture.before.photos_questions':
    '{photos, plural, one {# Foto} other {# Fotos}} und {questions, plural, one {# Frage} other {# Fragen}}. Ihr Handy fragt nach Ihrem Standort: Im Bericht steht, wo jedes Foto aufgenommen wurde.',
  'capture.before.start': 'Starten',
  'capture.before.address': 'Adresse',
  'capture.before.notes': 'Hinweise',
  'capture.notes': 'Hinweise: {notes}',
  'capture.more_requested': 'Weitere Fotos wurden angefordert:',

  'capture.steps': 'Schritte',
  'capture.steps.region': 'Schritt {at, number} von {of, number}: {label}',
  'capture.steps.number': 'Schritt {at, number} von {of, number}',
  'capture.steps.skip': 'Überspringen',
  'capture.steps.todo': 'Offen',
  'capture.steps.done': 'Erledigt',
  'capture.steps.again': 'Wiederholen',
  'capture.steps.skipped': 'Übersprungen',
  'capture.steps.waiting': 'Noch nicht gesendet',
  'capture.steps.sending': 'Wird gesendet',

  'capture.example': 'Beispiel',
  'capture.example.place': 'Der ganze Ort mit dem, was links und rechts davon liegt',
  'capture.example.sign': 'Das Schild füllt das Bild, jeder Buchstabe ist lesbar',
  'capture.example.entrance': 'Der ganze Eingang mit der Tür',
  'capture.example.notice': 'Der ganze Aushang, nah genug zum Lesen',
  'capture.example.number': 'Die Nummer füllt das Bild, jede Ziffer ist lesbar',
  'capture.example.building': 'Das ganze Gebäude, vom Boden bis zum Dach',
  'capture.example.street': 'Die Straße mit dem, was auf beiden Seiten liegt',
  'capture.example.vehicle': 'Das ganze Fahrzeug',
  'capture.example.close': 'Der Gegenstand füllt den größten Teil des Bildes',
  'capture.example.people': 'Die Menschen von hinten, die Bühne im Hintergrund',

  'capture.photo.take': 'Foto aufnehmen',
  'capture.photo.file': 'Stattdessen Datei senden',
  'capture.photo.camera': 'Kamera auf dieser Seite',
  'capture.photo.picture': 'Auslösen',
  'capture.photo.close_camera': 'Kamera schließen',
  'capture.photo.camera_view': 'Bild der Kamera',
  'capture.photo.camera_waits':
    'Die Kamera wird gestartet. Falls das nicht klappt, schließen Sie sie und tippen Sie auf „Foto aufnehmen“.',
  'capture.photo.camera_denied':
    'Die Kamera konnte nicht geöffnet werden. Erlauben Sie den Zugriff in den Browsereinstellungen oder tippen Sie auf „Foto aufnehmen“.',
  'capture.photo.camera_missing':
    'Die Kamera konnte nicht geöffnet werden: Es gibt keine, oder eine andere App verwendet sie. Tippen Sie auf „Foto aufnehmen“.',
  'capture.photo.camera_stopped':
    'Die Kamera hat sich abgeschaltet. Öffnen Sie sie erneut oder tippen Sie auf „Foto aufnehmen“.',
  'capture.photo.page_closed':
    'Ihr Handy hat diese Seite geschlossen, während die Kamera offen war. Verwenden Sie die Kamera auf dieser Seite.',
  'capture.photo.preview': 'Ihr Foto',
  'capture.photo.note': 'Notiz (optional)',
  'capture.photo.use': 'Foto verwenden',
  'capture.photo.retake': 'Neu aufnehmen',
  'capture.photo.too_large':
    'Diese Datei ist zu groß. Höchstens {megabytes, number} MB sind möglich. Senden Sie eine kleinere.',
  'capture.photo.too_large_shrink':
    'Diese Datei ist zu groß. Höchstens {megabytes, number} MB sind möglich. Sie können eine kleinere Kopie senden.',
  'capture.photo.too_many_pixels':
    'Dieses Foto hat {width} × {height} Pixel; höchstens {megapixels, number} Millionen sind möglich. Sie können eine kleinere Kopie senden.',
  'capture.photo.shrink': 'Kleinere Kopie senden',
  'capture.photo.not_shrunk':
    'Dieser Browser kann das Foto nicht verkleinern. Stellen Sie an der Kamera weniger Megapixel ein und nehmen Sie es neu auf.',
  'capture.photo.unreadable':
    'Diese Datei konnte nicht gelesen werden. Nehmen Sie das Foto neu auf.',
  'capture.photo.not_kept':
    'Auf Ihrem Handy ist kein Platz für dieses Foto. Bleiben Sie auf dieser Seite, bis es gesendet ist, oder schaffen Sie Speicherplatz.',
  'capture.photo.needs_position':
    'Ihr Handy hat für dieses Foto keinen Standort geliefert. Tippen Sie auf „Standort aktualisieren“ oder geben Sie ihn unten ein. Das Foto bleibt erhalten.',
  'capture.photo.needs_entry':
    'Ihr Handy hat für dieses Foto keinen Standort geliefert. Geben Sie ihn unten ein. Das Foto bleibt erhalten.',

  'capture.question.yes': 'Ja',
  'capture.question.no': 'Nein',
  'capture.question.cannot_tell': 'Nicht feststellbar',
  'capture.question.cannot_tell_because': 'Nicht feststellbar: {reason}',
  'capture.question.reason': 'Warum lässt es sich nicht feststellen?',
  'capture.question.comment': 'Kommentar (erforderlich)',
  'capture.question.comment_optional': 'Kommentar (optional)',
  'capture.question.photo': 'Foto, das es zeigt (erforderlich)',
  'capture.question.photo_optional': 'Foto, das es zeigt (optional)',
  'capture.question.no_photo': 'Keines',
  'capture.question.optional': '(optional)',
  'capture.question.next': 'Weiter',
  'capture.question.back': 'Zurück',
  'capture.question.skip': 'Überspringen',
  'capture.question.rejected':
    'Der Dienst hat diese Antwort nicht angenommen: {why}. Bitte korrigieren Sie sie.',
  'capture.problem.choose': 'Wählen Sie eine Antwort.',
  'capture.problem.choose_some': 'Wählen Sie mindestens eine Antwort.',
  'capture.problem.number': 'Geben Sie eine Zahl ein.',
  'capture.problem.whole': 'Geben Sie eine ganze Zahl ein.',
  'capture.problem.text': 'Geben Sie eine Antwort ein.',
  'capture.problem.time': 'Geben Sie Datum und Uhrzeit ein.',
  'capture.problem.number_between': 'Geben Sie eine Zahl von {minimum} bis {maximum} ein.',
  'capture.problem.whole_between': 'Geben Sie eine ganze Zahl von {minimum} bis {maximum} ein.',
  'capture.problem.number_least': 'Geben Sie eine Zahl ab {minimum} ein.',
  'capture.problem.whole_least': 'Geben Sie eine ganze Zahl ab {minimum} ein.',
  'capture.problem.number_most': 'Geben Sie eine Zahl bis {maximum} ein.',
  'capture.problem.whole_most': 'Geben Sie eine ganze Zahl bis {maximum} ein.',
  'capture.problem.decimals':
    'Geben Sie höchstens {decimals, plural, one {# Nachkommastelle} other {# Nachkommastellen}} ein.',
  'capture.problem.reason': 'Erklären Sie kurz, warum es sich nicht feststellen lässt.',
  'capture.problem.photo': 'Wählen Sie das Foto, das es zeigt.',
  'capture.problem.comment': 'Ergänzen Sie einen Kommentar zu dieser Antwort.',

  'capture.review.title': 'Vor dem Senden prüfen',
  'capture.review.answers': 'Antworten',
  'capture.review.photos': 'Fotos',
  'capture.review.photo': '{label}: {state}',
  'capture.review.unanswered': 'Nicht beantwortet',
  'capture.review.answer': 'Beantworten',
  'capture.review.change': 'Ändern',
  'capture.review.change_of': 'Antwort ändern: {label}',
  'capture.review.ready': 'Bereit zum Senden',
  'capture.review.send': 'Senden',

  'capture.position': 'Standort',
  'capture.position.looking': 'Ihr Standort wird bestimmt …',
  'capture.position.update': 'Standort aktualisieren',
  'capture.position.directions': 'Route',
  'capture.position.here': 'Sie sind an der Adresse: {distance} entfernt, auf {accuracy} genau.',
  'capture.position.near':
    'Sie sind {distance} von der Adresse entfernt. Fotos von hier zählen, werden aber zuerst geprüft. Gehen Sie näher heran, wenn Sie können.',
  'capture.position.far':
    'Sie sind {distance} von der Adresse entfernt. Fotos von hier zählen nicht: Gehen Sie hin oder tippen Sie auf „Standort aktualisieren“, falls das nicht stimmt.',
  'capture.position.uncertain':
    'Ihr Handy meldet einen Standort, der {distance} von der Adresse entfernt, aber nur auf {accuracy} genau ist. Gehen Sie ins Freie oder schalten Sie den genauen Standort ein und tippen Sie dann auf „Standort aktualisieren“.',
  'capture.position.inaccurate':
    'Ihr Standort ist nur auf {accuracy} genau. Gehen Sie ins Freie oder schalten Sie den genauen Standort ein.',
  'capture.position.two_sentences': '{first} {second}',
  'capture.position.here_entered':
    'Sie sind an der Adresse: {distance} entfernt, laut Ihrer Eingabe.',
  'capture.position.known':
    'Ihr Standort ist bekannt, aber zu diesem Auftrag gibt es keinen, mit dem er sich vergleichen ließe.',
  'capture.position.denied':
    'Erlauben Sie dieser Seite in den Browsereinstellungen den Zugriff auf Ihren Standort und tippen Sie dann auf „Standort aktualisieren“.',
  'capture.position.none':
    'Ihr Handy liefert keinen Standort. Gehen Sie ins Freie oder geben Sie ihn unten ein.',
  'capture.position.none_on_device':
    'Diese Seite erhält von Ihrem Handy keinen Standort. Geben Sie ihn unten ein.',
  'capture.position.enter': 'Standort eingeben',
  'capture.position.latitude': 'Breitengrad',
  'capture.position.longitude': 'Längengrad',
  'capture.position.use': 'Diesen Standort verwenden',

  'capture.plain_http':
    'Die Verbindung zu dieser Seite ist nicht verschlüsselt (http): Ihr Handy gibt Standort und Kamera nicht an sie weiter. Fotos können Sie trotzdem senden.',
  'capture.clock_ahead':
    'Die Uhr Ihres Handys geht {minutes, plural, one {# Minute} other {# Minuten}} vor. Lassen Sie sie automatisch stellen, sonst zählen Fotos womöglich nicht.',
  'capture.clock_behind':
    'Die Uhr Ihres Handys geht {minutes, plural, one {# Minute} other {# Minuten}} nach. Lassen Sie sie automatisch stellen, sonst zählen Fotos womöglich nicht.',

  'capture.sending': 'Senden',
  'capture.sending.bar': 'Wird gesendet: {label}',
  'capture.sending.all': 'Alles ist gesendet.',
  'capture.sending.one': '{at, number} von {of, number} wird gesendet.',
  'capture.sending.answers_wait':
    '{answers, plural, one {# Antwort ist} other {# Antworten sind}} noch nicht gesendet.',
  'capture.sending.photos_wait':
    '{photos, plural, one {# Foto wartet} other {# Fotos warten}} auf eine Verbindung.',
  'capture.sending.now': 'Jetzt senden',
  'capture.sending.busy':
    'Nicht gesendet: zu viele Fotos auf einmal. Ihr Handy versucht es automatisch erneut.',
  'capture.sending.trouble':
    'Nicht gesendet: Bei uns ist ein Fehler aufgetreten. Ihr Handy versucht es automatisch erneut.',
  'capture.sending.large': 'Nicht gesendet: Die Datei ist zu groß. Senden Sie eine kleinere.',
  'capture.sending.full':
    'Nicht gesendet: Dieser Auftrag nimmt für diesen Schritt keine Fotos mehr an.',
  'capture.sending.rejected':
    'Nicht gesendet: Dieses Foto wurde abgelehnt. Nehmen Sie ein neues auf.',

  'capture.result': 'Ergebnis',
  'capture.result.accepted': 'Angenommen.',
  'capture.result.next': 'Weiter: {label}',
  'capture.result.again': 'Erneut versuchen',
  'capture.result.far':
    'Sie waren {distance} von der Adresse entfernt; das Foto wird daher zuerst geprüft.',
  'capture.result.late': 'Das Foto kam mit mehr als einem Tag Verspätung an.',
  'capture.failed.geofence':
    'Nicht angenommen: Sie waren {distance} von der Adresse entfernt; erlaubt sind höchstens {limit}.',
  'capture.failed.capture_time':
    'Nicht angenommen: Das Foto wurde aufgenommen, bevor der Auftrag geöffnet wurde, oder die Uhr Ihres Handys geht falsch. Nehmen Sie ein neues Foto auf und lassen Sie die Uhr automatisch stellen.',
  'capture.failed.hash':
    'Nicht angenommen: Die Datei wurde bei der Übertragung verändert. Senden Sie sie erneut.',
  'capture.failed.duplicate':
    'Nicht angenommen: Diese Datei wurde schon für einen anderen Auftrag angenommen. Nehmen Sie ein neues Foto auf.',
  'capture.failed.nonce':
    'Nicht angenommen: Das Foto wurde schon unter einem anderen Namen gesendet. Nehmen Sie ein neues auf.',
  'capture.failed.media':
    'Nicht angenommen: Diese Datei ist beschädigt oder kein Foto, Video oder PDF. Senden Sie das Original oder nehmen Sie ein neues Foto auf.',
  'capture.failed.exif':
    'Nicht angenommen: Zeit oder Ort in der Datei weicht von den Angaben Ihres Handys ab. Schalten Sie für die Kamera den Standort ein und lassen Sie deren Uhr automatisch stellen, oder verwenden Sie die Kamera auf dieser Seite.',
  'capture.failed.provenance':
    'Nicht angenommen: Das Foto weicht von dem ab, das die Kamera signiert hat. Handys verändern ein Foto, wenn sie den Ort daraus entfernen: Verwenden Sie die Kamera auf dieser Seite oder senden Sie das Original.',
  'capture.failed.other':
    'Nicht angenommen: Das Foto hat nicht alle automatischen Prüfungen bestanden. Nehmen Sie ein neues auf.',

  'capture.end.title': 'Alle Fotos sind da',
  'capture.end.thanks': 'Vielen Dank. Sie können diese Seite schließen.',
  'capture.end.thanks_own': 'Vielen Dank. In Ihrer Anfrage sehen Sie, wie es weitergeht.',
  'capture.end.to_request': 'Zu Ihrer Anfrage',

  'capture.dead.incomplete': 'Dieser Link ist unvollständig',
  'capture.dead.incomplete_hint':
    'Öffnen Sie ihn noch einmal aus der Nachricht oder kopieren Sie ihn vollständig: Er ist lang.',
  'capture.dead.invalid': 'Dieser Link funktioniert nicht mehr',
  'capture.dead.invalid_hint': 'Er wurde ersetzt oder widerrufen. Bitten Sie um einen neuen.',
  'capture.dead.expired': 'Dieser Link ist abgelaufen',
  'capture.dead.expired_hint':
    'Bitten Sie um einen neuen. Nicht gesendete Fotos bleiben auf diesem Handy und werden mit dem neuen Link gesendet.',
  'capture.dead.finished': 'Dieser Auftrag ist abgeschlossen',
  'capture.dead.finished_hint': 'Er nimmt keine Fotos mehr an. Vielen Dank.',
  'capture.dead.unsent':
    '{photos, plural, one {# Foto wurde} other {# Fotos wurden}} noch nicht gesendet.',

  'capture.offline': 'Keine Verbindung',
  'capture.offline.hint': 'Ihr Auftrag wird geöffnet, sobald eine Verbindung besteht.',
  'capture.offline.kept':
    'Keine Verbindung. Sie können weitermachen: Fotos bleiben auf diesem Handy gespeichert.',
};
