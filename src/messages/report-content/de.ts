import type { Translated } from '../create-translator.js';
import type { ContentEnglish } from './en.js';

/** Messages in German of what the service writes into a report. */
export const de: Translated<ContentEnglish> = {
  'content.verdict.incomplete': 'Nachweise unvollständig',
  'content.verdict.verified': 'Ort und Zeit geprüft',
  'content.verdict.time_only': 'Zeit geprüft, Ort nicht geprüft',
  'content.verdict.place_only': 'Ort geprüft, Zeit nicht geprüft',
  'content.verdict.unverified': 'Ort und Zeit nicht geprüft',
  'content.verdict.by_verifier': 'Vor Ort beantwortet',
  'content.verdict.by_requester': 'Vom Auftraggeber beantwortet',
  'content.verdict.by_invitee': 'Von einer eingeladenen Person beantwortet',
  'content.verdict.by_integrator': 'Vom Besteller der Prüfung beantwortet',
  'content.verdict.by_reviewer': 'In der Nachprüfung beantwortet',
  'content.verdict.corrected': 'In der Nachprüfung korrigiert',
  'content.verdict.confirmed': 'In der Nachprüfung bestätigt',
  'content.verdict.submitted': 'Noch nicht nachgeprüft',
  'content.verdict.disputed': 'Vom Auftraggeber beanstandet',
  'content.verdict.other': 'Stand des Auftrags: {status}',
  'content.verdict.withdrawn': 'Zurückgezogen',

  'content.party.verifier': 'Prüfperson vor Ort',
  'content.party.requester': 'Auftraggeber',
  'content.party.invitee': 'vom Auftraggeber eingeladene Person',
  'content.party.integrator': 'Besteller der Prüfung',
  'content.party.reviewer': 'Nachprüfung',
  'content.source.provider': 'Prüfperson mit Auftragslink',
  'content.source.self_service': 'Auftraggeber oder eingeladene Person',
  'content.source.integrator': 'Besteller des Auftrags',
  'content.source.simulated': 'simulierte Prüfperson der Sandbox',

  'content.title': 'Vor-Ort-Bericht',
  'content.title_of': 'Vor-Ort-Bericht: {service}',
  'content.title_test': 'SANDBOX: {title}',
  'content.sandbox': 'Sandbox: Niemand war vor Ort.',

  'content.answer.none': 'Nicht beantwortet',
  'content.answer.yes': 'Ja',
  'content.answer.no': 'Nein',
  'content.answer.cannot_tell': 'Nicht feststellbar',
  'content.local_time': '{local} Uhr Ortszeit ({utc} UTC)',
  'content.sentence': '{text}.',
  'content.unprinted': '[Text – siehe Bericht]',
  'content.pair': '{first}, {second}',

  'content.checks.none': 'Keine Prüfungen durchgeführt',
  'content.checks.all':
    '{count, plural, one {# Prüfung bestanden} other {Alle # Prüfungen bestanden}}',
  'content.checks.some':
    '{passed, number} von {count, plural, one {# Prüfung} other {# Prüfungen}} bestanden',
  'content.checks.failed': '{count, number} nicht bestanden',
  'content.checks.warnings': '{count, plural, one {# Warnung} other {# Warnungen}}',
  'content.checks.not_run': '{count, number} nicht durchgeführt',

  'content.status.submitted': 'eingereicht',
  'content.status.completed': 'abgeschlossen',
  'content.status.disputed': 'beanstandet',

  'content.summary.submitted': 'Die Nachweise sind vollständig, aber noch nicht bestätigt.',
  'content.summary.completed': 'Die Prüfung ist abgeschlossen.',
  'content.summary.disputed': 'Der Auftraggeber beanstandet das Ergebnis.',
  'content.summary.other': 'Stand des Auftrags: {status}.',
  'content.summary.steps':
    '{passed, plural, one {# von {count, plural, one {# Pflichtschritt} other {# Pflichtschritten}} ist} other {# von {count, plural, one {# Pflichtschritt} other {# Pflichtschritten}} sind}} durch angenommene Nachweise belegt.',
  'content.summary.items':
    '{count, plural, one {# Nachweis ist} other {# Nachweise sind}} eingegangen: {passed, number} angenommen, {failed, number} nicht angenommen.',
  'content.summary.at': 'Angenommene Nachweise wurden am {time} aufgenommen.',
  'content.summary.between':
    'Angenommene Nachweise wurden zwischen {first} und {last} aufgenommen.',
  'content.summary.near_at':
    'Angenommene Nachweise wurden {distance} von der Adresse entfernt aufgenommen, am {time}.',
  'content.summary.near_between':
    'Angenommene Nachweise wurden {distance} von der Adresse entfernt aufgenommen, zwischen {first} und {last}.',
  'content.summary.range_at':
    'Angenommene Nachweise wurden {nearest} bis {farthest} von der Adresse entfernt aufgenommen, am {time}.',
  'content.summary.range_between':
    'Angenommene Nachweise wurden {nearest} bis {farthest} von der Adresse entfernt aufgenommen, zwischen {first} und {last}.',
  'content.summary.by_hand_all': 'Von Hand eingegebene Standorte: alle.',
  'content.summary.by_hand': 'Von Hand eingegebene Standorte: {count, number} von {total, number}.',
  'content.summary.self_all':
    'Vom Auftraggeber oder einer von ihm benannten Person aufgenommen: alle.',
  'content.summary.self':
    'Vom Auftraggeber oder einer von ihm benannten Person aufgenommen: {count, number} von {total, number}.',
  'content.summary.judge': 'Was die Bilder zeigen, müssen Sie selbst beurteilen.',

  'content.change.withdrawn': 'Version {version, number} wurde zurückgezogen.',
  'content.change.accepted': 'Der Auftraggeber hat das Ergebnis angenommen.',
  'content.change.needs_more': 'Der Auftraggeber hat weitere Nachweise angefordert.',
  'content.change.disputed': 'Der Auftraggeber hat das Ergebnis beanstandet.',
  'content.change.status': 'Der Stand wechselte von „{before}“ zu „{after}“.',
  'content.change.added':
    '{count, plural, one {# Nachweis wurde} other {# Nachweise wurden}} hinzugefügt.',
  'content.change.removed':
    '{count, plural, one {# Nachweis wurde} other {# Nachweise wurden}} entfernt.',
  'content.change.steps': 'Geänderte Schritte: {steps}.',
  'content.change.answers': 'Geänderte Antworten: {questions}.',
  'content.change.members': 'Außerdem geändert: {members}.',
  'content.change.nothing': 'Seit Version {version, number} hat sich im Bericht nichts geändert.',
  'content.member.summary': 'Zusammenfassung',
  'content.member.limitations': 'Einschränkungen',
  'content.member.completed_at': 'Zeitpunkt des Abschlusses',

  'content.limit.test': 'Niemand war vor Ort: Diese Nachweise wurden künstlich erzeugt.',
  'content.limit.declared':
    'Standorte und Aufnahmezeiten sind Angaben des aufnehmenden Geräts. Die automatischen Prüfungen vergleichen sie mit dem Auftrag, der Eingangszeit und der Datei selbst; sie können nicht ausschließen, dass ein Gerät auf falsche Angaben eingestellt war.',
  'content.limit.moment':
    'Die Nachweise zeigen den Ort im Moment der Aufnahme. Über die Zeit davor und danach sagen sie nichts.',
  'content.limit.picture':
    'Die automatischen Prüfungen beurteilen Standort, Zeit und Datei. Sie beurteilen nicht, was ein Bild zeigt.',
  'content.limit.signature':
    'Die Signatur beweist, dass der Dienst diesen Bericht ausgestellt hat und dass er seitdem nicht verändert wurde. Sie beweist nicht, dass echt ist, was die Nachweise zeigen.',
  'content.limit.no_position':
    'Der im Auftrag angegebene Standort ist ungültig; bei {count, number} von {total, plural, one {# angenommenen Nachweis} other {# angenommenen Nachweisen}} konnte die Entfernung daher nicht geprüft werden.',
  'content.limit.far':
    'Bei {count, number} von {total, plural, one {# angenommenen Nachweis} other {# angenommenen Nachweisen}} war die Entfernung von der Adresse größer als die, die als „vor Ort“ gilt.',
  'content.limit.late':
    '{count, plural, one {# von {total, plural, one {# angenommenen Nachweis} other {# angenommenen Nachweisen}} ging mehr als {hours, number} Stunden nach der Aufnahme ein; es blieb mehr Zeit als üblich, ihn zu verändern.} other {# von {total, number} angenommenen Nachweisen gingen mehr als {hours, number} Stunden nach der Aufnahme ein; es blieb mehr Zeit als üblich, sie zu verändern.}}',
  'content.limit.no_hash':
    'Zu {count, number} von {total, plural, one {# angenommenen Nachweis} other {# angenommenen Nachweisen}} wurde beim Einsenden kein Fingerabdruck angegeben; der in diesem Bericht wurde beim Eingang ermittelt und sagt nichts über Änderungen auf dem Weg zum Dienst.',
  'content.limit.duplicate':
    '{count, plural, one {# von {total, plural, one {# angenommenen Nachweis} other {# angenommenen Nachweisen}} wiederholt eine Datei, die in diesem Auftrag schon angenommen oder die für einen anderen Auftrag eingesandt und dort nicht angenommen wurde.} other {# von {total, number} angenommenen Nachweisen wiederholen Dateien, die in diesem Auftrag schon angenommen oder die für einen anderen Auftrag eingesandt und dort nicht angenommen wurden.}}',
  'content.limit.similar':
    '{count, plural, one {# von {total, plural, one {# angenommenen Nachweis} other {# angenommenen Nachweisen}} ähnelt einem Bild, das für einen anderen Auftrag eingesandt wurde.} other {# von {total, number} angenommenen Nachweisen ähneln einem Bild, das für einen anderen Auftrag eingesandt wurde.}}',
  'content.limit.no_nonce':
    '{count, plural, one {# von {total, plural, one {# angenommenen Nachweis} other {# angenommenen Nachweisen}} kam ohne Einmalcode; nur der Vergleich der Bytes zeigt, dass er nicht schon früher eingesandt wurde.} other {# von {total, number} angenommenen Nachweisen kamen ohne Einmalcode; nur der Vergleich der Bytes zeigt, dass sie nicht schon früher eingesandt wurden.}}',
  'content.limit.no_exif':
    '{count, plural, one {Die Datei zu # von {total, plural, one {# angenommenen Nachweis} other {# angenommenen Nachweisen}} enthält weder Zeit noch Standort, die sich mit den Angaben vergleichen ließen.} other {Die Dateien zu # von {total, number} angenommenen Nachweisen enthalten weder Zeit noch Standort, die sich mit den Angaben vergleichen ließen.}}',
  'content.limit.no_exif_other':
    '{count, plural, one {Die Datei zu # von {total, plural, one {# angenommenen Nachweis} other {# angenommenen Nachweisen}} nennt weder Zeit noch Standort in verwertbarer Form; daher wurde nichts darin mit den Angaben verglichen.} other {Die Dateien zu # von {total, number} angenommenen Nachweisen nennen weder Zeit noch Standort in verwertbarer Form; daher wurde nichts darin mit den Angaben verglichen.}}',
  'content.limit.exif':
    '{count, plural, one {In der Datei zu # von {total, plural, one {# angenommenen Nachweis} other {# angenommenen Nachweisen}} passt Zeit oder Standort nicht zu den übrigen Werten; keine der Angaben ist ausschlaggebend.} other {In den Dateien zu # von {total, number} angenommenen Nachweisen passt Zeit oder Standort nicht zu den übrigen Werten; keine der Angaben ist ausschlaggebend.}}',
  'content.limit.not_decoded':
    '{count, plural, one {# von {total, plural, one {# angenommenen Nachweis} other {# angenommenen Nachweisen}} konnte der Dienst wegen eines internen Fehlers nicht vollständig lesen; ob er vollständig ist, ist unbekannt.} other {# von {total, number} angenommenen Nachweisen konnte der Dienst wegen eines internen Fehlers nicht vollständig lesen; ob sie vollständig sind, ist unbekannt.}}',
  'content.limit.no_credentials':
    '{count, plural, one {Das Bild zu # von {total, plural, one {# angenommenen Nachweis} other {# angenommenen Nachweisen}} trägt keine Content Credentials; keine Kamera bürgt dafür.} other {Die Bilder zu # von {total, number} angenommenen Nachweisen tragen keine Content Credentials; keine Kamera bürgt dafür.}}',
  'content.limit.credentials_not_read':
    'Die Content Credentials von {count, number} von {total, plural, one {# angenommenen Nachweis} other {# angenommenen Nachweisen}} haben eine Form, die der Dienst nicht liest; sie bürgen hier für nichts.',
  'content.limit.signer_not_judged':
    '{count, plural, one {Die Content Credentials von # von {total, plural, one {# angenommenen Nachweis} other {# angenommenen Nachweisen}} stammen von einem Unterzeichner, den der Dienst nicht beurteilt.} other {Die Content Credentials von # von {total, number} angenommenen Nachweisen stammen von Unterzeichnern, die der Dienst nicht beurteilt.}}',
  'content.limit.signer_not_listed':
    'Die Content Credentials von {count, number} von {total, plural, one {# angenommenen Nachweis} other {# angenommenen Nachweisen}} stammen von einem Unterzeichner, der nicht auf der Liste des Dienstes steht.',
  'content.limit.not_captured':
    '{count, plural, one {Die Content Credentials von # von {total, plural, one {# angenommenen Nachweis} other {# angenommenen Nachweisen}} belegen nicht, dass es die unveränderte Aufnahme einer Kamera ist.} other {Die Content Credentials von # von {total, number} angenommenen Nachweisen belegen nicht, dass es unveränderte Aufnahmen einer Kamera sind.}}',
  'content.limit.unshown':
    '{count, plural, one {# angenommener Nachweis hat ein Format, das der gedruckte Bericht nicht abbilden kann; er nennt davon nur Dateityp und Fingerabdruck.} other {# angenommene Nachweise haben ein Format, das der gedruckte Bericht nicht abbilden kann; er nennt davon nur Dateityp und Fingerabdruck.}}',
  'content.limit.failed':
    '{count, plural, one {# Nachweis hat mindestens eine automatische Prüfung nicht bestanden; er ist der Vollständigkeit halber aufgeführt und belegt nichts.} other {# Nachweise haben mindestens eine automatische Prüfung nicht bestanden; sie sind der Vollständigkeit halber aufgeführt und belegen nichts.}}',
  'content.limit.by_hand':
    '{count, plural, one {Der Standort von # von {total, plural, one {# angenommenen Nachweis} other {# angenommenen Nachweisen}} wurde von Hand eingegeben, weil das Gerät keinen lieferte; nichts zeigt, dass er dort aufgenommen wurde.} other {Die Standorte von # von {total, number} angenommenen Nachweisen wurden von Hand eingegeben, weil das Gerät keinen lieferte; nichts zeigt, dass sie dort aufgenommen wurden.}}',
  'content.limit.self':
    '{count, plural, one {# von {total, plural, one {# angenommenen Nachweis} other {# angenommenen Nachweisen}} stammt vom Auftraggeber oder einer von ihm benannten Person, nicht von einer unabhängigen Prüfperson.} other {# von {total, number} angenommenen Nachweisen stammen vom Auftraggeber oder einer von ihm benannten Person, nicht von einer unabhängigen Prüfperson.}}',
  'content.limit.integrator':
    '{count, plural, one {# von {total, plural, one {# angenommenen Nachweis} other {# angenommenen Nachweisen}} stammt vom Besteller des Auftrags, nicht von einer unabhängigen Prüfperson.} other {# von {total, number} angenommenen Nachweisen stammen vom Besteller des Auftrags, nicht von einer unabhängigen Prüfperson.}}',
  'content.limit.step_required': '„{step}“ (Pflicht)',
  'content.limit.step_optional': '„{step}“ (freiwillig)',
  'content.limit.steps':
    '{count, plural, one {Kein angenommener Nachweis zeigt diesen Schritt: {steps}.} other {Kein angenommener Nachweis zeigt diese Schritte: {steps}.}}',
  'content.limit.submitted': 'Die Nachweise dieser Version sind noch nicht bestätigt.',
  'content.limit.disputed':
    'Der Auftraggeber beanstandet das Ergebnis; die Beanstandung war offen, als diese Version entstand.',
  'content.limit.no_verdict':
    'Der Auftraggeber hatte noch kein Urteil abgegeben, als diese Version entstand.',
  'content.limit.no_timestamp':
    'Keine Stelle außerhalb des Dienstes hat bestätigt, wann dieser Bericht entstand: Seine Zeiten sind die des Dienstes.',

  'content.check.geofence_pass': 'Der angegebene Standort liegt nah genug an der Adresse.',
  'content.check.geofence_warn':
    'Der angegebene Standort liegt weiter von der Adresse entfernt als erwartet.',
  'content.check.geofence_fail': 'Der angegebene Standort liegt zu weit von der Adresse entfernt.',
  'content.check.geofence_not_run': 'Der Auftrag hat keinen gültigen Standort.',
  'content.check.capture_time_pass': 'Die angegebene Aufnahmezeit liegt im Zeitraum des Auftrags.',
  'content.check.capture_time_fail':
    'Die angegebene Aufnahmezeit liegt außerhalb des Zeitraums des Auftrags.',
  'content.check.freshness_pass': 'Die Datei ging kurz nach der angegebenen Aufnahmezeit ein.',
  'content.check.freshness_warn': 'Die Datei ging lange nach der angegebenen Aufnahmezeit ein.',
  'content.check.hash_pass': 'Die Datei hat den angegebenen SHA-256-Wert.',
  'content.check.hash_fail':
    'Die Datei oder der angegebene SHA-256-Wert hat sich auf dem Weg verändert.',
  'content.check.hash_not_run': 'Es wurde kein Hash angegeben.',
  'content.check.duplicate_pass': 'Die Datei wurde bisher für keinen Auftrag angenommen.',
  'content.check.duplicate_warn':
    'Eine Datei mit demselben SHA-256-Wert wurde schon früher eingesandt.',
  'content.check.duplicate_fail':
    'Eine Datei mit demselben SHA-256-Wert wurde für einen anderen Auftrag angenommen.',
  'content.check.duplicate_not_run':
    'Die Datei ist nicht lesbar und wurde daher nicht mit anderen verglichen.',
  'content.check.similar_pass': 'Für keinen anderen Auftrag wurde ein ähnliches Bild eingesandt.',
  'content.check.similar_warn':
    'Das Bild ähnelt einem, das für einen anderen Auftrag eingesandt wurde. Fotos desselben Ortes können sich ähneln.',
  'content.check.similar_not_run': 'Die Datei konnte nicht mit anderen Bildern verglichen werden.',
  'content.check.nonce_pass': 'Der Einmalcode ist neu.',
  'content.check.nonce_fail': 'Der Einmalcode wurde schon verwendet.',
  'content.check.nonce_not_run': 'Es wurde kein Einmalcode angegeben.',
  'content.check.media_pass': 'Die Datei ist lesbar und hat den angegebenen Typ.',
  'content.check.media_warn':
    'Die Datei ist kleiner als erwartet oder konnte nicht vollständig gelesen werden.',
  'content.check.media_fail':
    'Die Datei ist nicht lesbar oder kein Foto, Video oder PDF des angegebenen Typs.',
  'content.check.exif_pass': 'Zeit oder Standort in der Datei stimmt mit den Angaben überein.',
  'content.check.exif_warn':
    'Zeit oder Standort in der Datei passt nicht zu den übrigen Werten; keine der Angaben ist ausschlaggebend.',
  'content.check.exif_fail': 'Zeit oder Standort in der Datei widerspricht den Angaben.',
  'content.check.exif_not_run':
    'Die Datei nennt weder Zeit noch Standort, die sich vergleichen ließen.',
  'content.check.provenance_pass':
    'Eine Kamera hat die Datei bei der Aufnahme signiert; sie ist seitdem unverändert.',
  'content.check.provenance_warn':
    'Die Content Credentials belegen keine unveränderte Aufnahme einer gelisteten Kamera.',
  'content.check.provenance_fail': 'Die Datei wurde nach dem Signieren verändert.',
  'content.check.provenance_not_run':
    'Die Datei hat keine Content Credentials, die der Dienst lesen kann.',

  'content.value.accurate': '{distance} (auf {accuracy} genau)',
  'content.value.distance_limits': 'bestanden ≤ {pass}, Warnung ≤ {warn}',
  'content.value.period': '{from} bis {to}',
  'content.value.never_elsewhere': 'für keinen anderen Auftrag angenommen',
  'content.value.elsewhere': 'für einen anderen Auftrag angenommen',
  'content.value.passed_here': 'in diesem Auftrag schon angenommen',
  'content.value.never_seen': 'neu',
  'content.value.seen_here': 'in diesem Auftrag schon eingesandt, nicht angenommen',
  'content.value.jobs_tried': 'bei {count} Aufträgen versucht',
  'content.value.not_used': 'noch nicht verwendet',
  'content.value.unused': 'unbenutzt',
  'content.value.used': 'schon verwendet',
  'content.value.none_alike': 'keines ähnlich',
  'content.value.bits_limit':
    'Warnung ≤ {hash} von {hash_bits} und ≤ {blocks} von {block_bits} Bits verschieden',
  'content.value.bits': '{hash} von {hash_bits}, {blocks} von {block_bits} Bits verschieden',
  'content.value.no_bytes': '0 Byte',
  'content.value.unknown_type': 'unbekannter Typ',
  'content.value.not_decoded': '{type}, nicht gelesen',
  'content.value.undecodable': '{type}, nicht lesbar',
  'content.value.pages': '{type}, Seiten: {pages}',
  'content.value.picture_limit':
    '{type}, in {seconds} s vollständig lesbar, ≤ {pixels} Megapixel, ≤ {scans} Scans oder Frames; Warnung < {side} px',
  'content.value.video_limit':
    '{type}, eine Spur mit Dauer und erstem Sample, alle Mediendaten in der Datei',
  'content.value.document_limit': '{type}, Seiten in {seconds} s gezählt',
  'content.value.any_limit': 'ein Bild, Video oder PDF, das in {seconds} s vollständig lesbar ist',
  'content.value.time_apart': 'Zeit: {time} Abstand',
  'content.value.position_apart': 'Standort: {distance} Abstand',
  'content.value.both_apart': 'Zeit: {time} Abstand, Standort: {distance} Abstand',
  'content.value.exif_limit': 'Zeit bis {time}, Standort bis {distance} von den Angaben entfernt',
  'content.value.exif_limit_accuracy':
    'Zeit bis {time}, Standort bis {distance} von den Angaben entfernt, zuzüglich Genauigkeit',
  'content.value.credentials': 'bei der Aufnahme signiert, seitdem kein Pixel verändert',
  'content.value.credentials_listed':
    'bei der Aufnahme von einem gelisteten Unterzeichner signiert, seitdem kein Pixel verändert',
  'content.value.not_read': 'nicht gelesen',
  'content.value.not_confirmed': 'nicht bestätigt',
  'content.value.changed': 'nach dem Signieren verändert',
  'content.value.captured': 'aufgenommen',
  'content.value.generated': 'künstlich erzeugt',
  'content.value.edited': 'bearbeitet',
  'content.value.origin_unknown': 'Herkunft unbekannt',
  'content.value.signer_not_judged': 'Unterzeichner nicht beurteilt',
  'content.value.signer_listed': 'Unterzeichner gelistet',
  'content.value.signer_not_listed': 'Unterzeichner nicht gelistet',
};
