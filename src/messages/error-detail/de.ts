import type { Translated } from '../create-translator.js';
import type { ErrorDetails } from './en.js';

/** Sentences about one occurrence of an error, in German. */
export const de: Translated<ErrorDetails> = {
  'error.test_key': 'Testschlüssel können diese Operation nicht aufrufen.',
  'error.scope': 'Diese Operation erfordert einen API-Schlüssel mit dem Scope {scope}.',
  'error.test_key_needed': 'Diese Operation erfordert einen Testschlüssel.',
  'error.hint_test_key': 'Erstellen Sie einen mit createApiKey und dem Modus test.',
  'error.actor': 'Der API-Schlüssel hat diesen Akteur nicht.',
  'error.allowed_methods': '{path} unterstützt {methods}.',
  'error.path': 'Diesen Pfad gibt es nicht.',
  'error.store_unavailable': 'Die Datenbank ist derzeit nicht verfügbar.',
  'error.arguments': 'Die Argumente verletzen die Vorgaben, die issues nennt.',
  'error.document_hash': 'Der Hash passt nicht zum Dokument.',
  'error.global_id_type':
    'Eine globale ID vom Typ {type} bezeichnet kein Objekt vom Typ {expected}.',
  'error.not_text': 'Der Inhalt der Anfrage ist kein gültiger Text.',
  'error.not_text_or_nested':
    'Der Inhalt der Anfrage ist kein gültiger Text oder zu tief verschachtelt.',
  'error.nested': 'Der Inhalt der Anfrage ist zu tief verschachtelt.',
  'error.send_json': 'Senden Sie application/json.',
  'error.send_multipart': 'Senden Sie multipart/form-data.',
  'error.no_operation': 'Die Anfrage nennt keine Operation; senden Sie sie als query.',
  'error.queries_by_get': 'GET führt nur Abfragen aus; senden Sie Mutationen mit POST.',
  'error.accept_graphql':
    'Akzeptieren Sie application/graphql-response+json oder application/json, für ein Abonnement text/event-stream oder multipart/mixed;subscriptionSpec=1.0.',
  'error.document_length': 'Das Dokument ist länger als {max, number} Zeichen.',
  'error.document_fields':
    'Das Dokument wählt mit aufgelösten Fragmenten {count, number} Felder; möglich sind {max, number}.',
  'error.document_names': 'Das Dokument wählt zu oft Felder mit gleichem Namen.',
  'error.document_aliases': 'Das Dokument hat {count, number} Aliasse; möglich sind {max, number}.',
  'error.document_depth':
    'Die Auswahl ist {count, number} Ebenen tief; möglich sind {max, number}.',
  'error.document_cost': 'Die Operation kostet {cost, number}; möglich sind {max, number}.',
  'error.global_id': 'Das ist keine gültige globale ID.',
  'error.hint_global_id': 'Verwenden Sie das Feld id eines Node so, wie Sie es erhalten haben.',
  'error.query_json': 'Der Abfrageparameter {name} ist kein gültiges JSON.',
  'error.socket_operations':
    'Ein Socket führt höchstens {max, number} Operationen gleichzeitig aus.',
  'error.hosts': 'Die Anfrage hat mehr als ein Headerfeld Host.',
  'error.no_host': 'Die Anfrage hat kein Headerfeld Host.',
  'error.old_encoding': 'Eine Anfrage mit HTTP/1.0 kann kein Headerfeld Transfer-Encoding haben.',
  'error.body_bytes': 'Der Inhalt der Anfrage ist größer als {max, number} Bytes.',
  'error.body_seconds': 'Die Übertragung der Anfrage dauerte länger als {time}.',
  'error.body_ended': 'Der Inhalt der Anfrage endete vorzeitig.',
  'error.content_encoding': 'Senden Sie den Inhalt ohne Content-Encoding.',
  'error.file_bytes': 'Die Datei hat {size, number} Bytes.',
  'error.multipart_boundary': 'Der Multipart-Inhalt hat keine Boundary.',
  'error.multipart': 'Der Multipart-Inhalt ist fehlerhaft oder unvollständig.',
  'error.multipart_twice': 'Das Feld {name} kommt mehr als einmal vor.',
  'error.multipart_fields': 'Das Formular hat mehr als {max, number} Felder.',
  'error.multipart_parts': 'Das Formular hat mehr als {max, number} Teile.',
  'error.multipart_one_file': 'Senden Sie eine einzige Datei im Teil „file“.',
  'error.multipart_file': 'Senden Sie die Datei im Teil „file“.',
  'error.multipart_interrupted': 'Das Hochladen wurde unterbrochen.',
  'error.upload_time': 'Das Hochladen dauerte länger als {time}.',
  'error.upload_idle': '{time} lang kamen keine Daten an.',
  'error.file_before_token':
    'Eine Datei vor ihrem Token darf höchstens {max, number} Bytes haben; senden Sie zuerst die Felder.',
  'error.accept_type': 'Dieser Pfad liefert {types}.',
  'error.stopping': 'Der Prozess wird beendet.',
  'error.no_room':
    'Auf dem Server fehlt Platz für die Datei; senden Sie die Felder vor der Datei, oder versuchen Sie es später erneut.',
  'error.storage': 'Der Dateispeicher ist derzeit nicht verfügbar.',
  'error.store_silent': 'Die Datenbank ist vorübergehend nicht verfügbar.',
  'error.url_length': 'Die Adresse ist länger als {max, number} KiB.',
  'error.header_length': 'Die Headerfelder sind länger als {max, number} KiB.',
  'error.not_http': 'Die Anfrage ist kein gültiges HTTP.',
  'error.request_target': 'Das Ziel der Anfrage oder das Headerfeld Host ist ungültig.',
  'error.unread_responses':
    'Mehr als {max, number} MiB an Antworten an diesen Client wurden noch nicht gelesen.',
  'error.cursor':
    'Der Cursor ist fehlerhaft oder gehört zu einem anderen Filter oder einer anderen Reihenfolge.',
  'error.mcp_origin': 'Seiten anderer Websites dürfen /mcp nicht verwenden.',
  'error.hint_mcp_origin':
    'Rufen Sie es aus einem Programm oder von einer Seite dieses Dienstes auf.',
  'error.error_code': 'Einen Fehler mit diesem Code gibt es nicht.',
  'error.agent_state': 'Der Agent hat in diesem Geltungsbereich keinen Zustand.',
  'error.agent_state_differs': 'Der Agent hat in diesem Geltungsbereich einen anderen Zustand.',
  'error.hint_agent_state': 'Senden Sie null als expected_updated_at, oder lassen Sie es weg.',
  'error.answer_token':
    'Senden Sie das Token im Inhalt der Anfrage oder als Authorization: Bearer.',
  'error.belief_id': 'Es gibt keine Annahme mit der ID {id}.',
  'error.belief_scope':
    'Eine Annahme wird nur durch eine mit demselben scope_type, scope_key und belief_key ersetzt.',
  'error.belief_superseded': 'Diese Annahme wurde durch eine andere ersetzt.',
  'error.hint_belief_superseded': 'Ersetzen Sie {id} oder eine spätere Annahme der Kette.',
  'error.belief_key': 'In diesem Geltungsbereich gibt es schon eine Annahme mit diesem Schlüssel.',
  'error.hint_belief_key':
    'Senden Sie als supersedes_id {id}, die neueste Annahme mit diesem Schlüssel.',
  'error.belief_created_as': 'Eine Annahme kann nicht als {status} angelegt werden.',
  'error.belief_retire': 'Eine ersetzte Annahme kann nicht verworfen werden.',
  'error.cadence': 'Dieser Takt wurde noch nicht ausgewertet.',
  'error.hint_cadence': 'Werten Sie zuerst den Takt aus.',
  'error.cross_site': 'Diese Anfrage kam von einer Seite auf einer anderen Website.',
  'error.account_state':
    'Diese Operation ist nicht möglich, solange das Konto den Status {status} hat.',
  'error.account_id': 'Es gibt kein Konto mit dieser ID.',
  'error.mail_token': 'Das Token ist fehlerhaft, widerrufen oder wurde schon verwendet.',
  'error.token_expired_at': 'Das Token ist am {time} abgelaufen.',
  'error.passwords_busy': 'Derzeit werden zu viele Passwörter geprüft.',
  'error.email_taken': 'Es gibt schon ein Konto mit dieser E-Mail-Adresse.',
  'error.login': 'E-Mail-Adresse oder Passwort ist falsch.',
  'error.decision_id': 'Es gibt keine Entscheidung mit der ID {id}.',
  'error.report_link': 'Zu diesem Link gibt es keinen Bericht.',
  'error.dispatch_run_id': 'Es gibt keine Vermittlung mit der ID {id}.',
  'error.provider_working': 'Die Prüfperson bearbeitet einen Auftrag.',
  'error.offer_token': 'Das Token ist fehlerhaft oder für einen anderen Zweck ausgestellt.',
  'error.offer_expired_at': 'Das Angebot ist am {time} abgelaufen.',
  'error.send_offer_token': 'Senden Sie das Token des Angebots als Authorization: Bearer.',
  'error.send_task_token':
    'Senden Sie das Token des Auftrags oder der Aufnahme als Authorization: Bearer.',
  'error.dispatch_run_state':
    'Diese Operation ist nicht möglich, solange die Vermittlung den Status {status} hat.',
  'error.dispatch_running': 'Der Auftrag wird bereits vermittelt.',
  'error.self_service': 'Ein Self-Service-Auftrag wird Prüfpersonen nicht angeboten.',
  'error.account_busy': 'Eine Prüfung läuft noch, oder eine Erstattung steht aus.',
  'error.event_id': 'Es gibt kein Ereignis mit der ID {id}.',
  'error.event_cursor': 'Ein Ereignis-Cursor muss eine Zahl mit höchstens 15 Ziffern sein.',
  'error.streams':
    'Für diesen Client sind bereits {max, number} Streams offen; schließen Sie zuerst einen.',
  'error.no_steps': 'Der Auftrag hat keine Schritte.',
  'error.evidence_job': 'Der Auftrag hat die Höchstzahl von {max, number} Dateien erreicht.',
  'error.evidence_round':
    'Der Auftrag hat die Höchstzahl von {max, number} Dateien erreicht; weitere sind erst möglich, wenn er zur Bearbeitung zurückgegeben wird.',
  'error.evidence_step':
    'Der Schritt {step} hat die Höchstzahl von {max, number} angenommenen Dateien erreicht; weitere sind erst möglich, wenn der Auftrag zur Bearbeitung zurückgegeben wird.',
  'error.file_too_large': 'Die Datei ist größer als {max, number} Bytes.',
  'error.decode_time': 'Die Datei konnte nicht rechtzeitig dekodiert werden.',
  'error.file': 'Diese Datei gibt es nicht.',
  'error.media_link_expired': 'Dieser Link zur Datei ist abgelaufen.',
  'error.hint_media_link':
    'Rufen Sie den Auftrag oder den Bericht erneut ab; er enthält einen neuen Link.',
  'error.no_preview': 'Diese Datei hat keine Vorschau.',
  'error.hint_no_preview': 'Verwenden Sie media_url ohne preview.',
  'error.media_url': 'Die media_url ist nicht abrufbar: {reason}.',
  'error.uploads_each':
    'Von einer Adresse können höchstens {max, number} Dateien mit zusammen {size, number} MiB gleichzeitig hochgeladen werden.',
  'error.uploads_all': 'Derzeit werden zu viele Dateien hochgeladen.',
  'error.axis_parameter': 'Der Parameter {name} steht nicht in change_axes.',
  'error.axis_bounds': '{name} muss eine ganze Zahl von {min, number} bis {max, number} sein.',
  'error.axis_forbidden': 'Experimente dürfen {name} nicht ändern.',
  'error.axis_dispatch': 'Experimente zur Vermittlung dürfen {names} ändern, nicht {name}.',
  'error.experiment_planned': 'Ein Experiment wird als planned angelegt.',
  'error.experiment_id': 'Es gibt kein Experiment mit der ID {id}.',
  'error.experiment_exists': 'Ein anderes Experiment hat diese experiment_id.',
  'error.experiment_running':
    'Ein anderes Experiment mit demselben surface, derselben market_city und demselben lane_key läuft bereits.',
  'error.experiment_state':
    'Diese Operation ist nicht möglich, solange das Experiment den Status {status} hat.',
  'error.baseline': '{scope} hat von {from} bis {to} keine KPI-Werte.',
  'error.acknowledgement':
    'Ein Experiment lässt sich nur starten, wenn forbidden_mutation_acknowledged true ist.',
  'error.answer_erased': 'Die Antwort zu diesem Idempotency-Key wurde gelöscht.',
  'error.hint_answer_erased':
    'Verwenden Sie einen neuen Idempotency-Key; der Inhalt wurde aus Datenschutzgründen gelöscht.',
  'error.alias': 'Die E-Mail-Richtlinie enthält diesen Alias nicht.',
  'error.alias_of_actor': 'Die E-Mail-Richtlinie erlaubt dem Akteur diesen Alias nicht.',
  'error.message_state':
    'Diese Operation ist nicht möglich, solange die Nachricht den Status {status} hat.',
  'error.message_id': 'Es gibt keine Nachricht mit der ID {id}.',
  'error.agents_of_folder': 'Für Nachrichten in {folder} zuständig: {agents}.',
  'error.integrator_id': 'Es gibt keinen Integrator mit dieser ID.',
  'error.key_id': 'Es gibt keinen API-Schlüssel mit dieser ID.',
  'error.hint_key_id': 'Verwenden Sie die ID, die createApiKey geliefert hat.',
  'error.invite_id': 'Es gibt keine Einladung mit der ID {id}.',
  'error.job_nonce': 'Diese Nonce wurde schon für einen Auftrag mit anderem Inhalt verwendet.',
  'error.invites': 'Der Auftrag hat die Höchstzahl von {max, number} Einladungen erreicht.',
  'error.invite_sends':
    'Die Einladung wurde bereits {max, number}-mal gesendet; öfter ist nicht möglich.',
  'error.invite_active': 'Eine andere Einladung ist bis {time} aktiv.',
  'error.invite_state':
    'Diese Operation ist nicht möglich, weil die Einladung nicht mehr gültig ist.',
  'error.job_state':
    'Diese Operation ist nicht möglich, solange der Auftrag den Status {status} hat.',
  'error.job_erased': 'Der Inhalt dieses Auftrags wurde am {time} gelöscht.',
  'error.job_of_request':
    'Der Auftrag gehört zu einer Prüfung; löschen Sie stattdessen die Prüfung.',
  'error.jobs_read': 'Es müssten mehr als {max, number} Aufträge gelesen werden.',
  'error.hint_jobs_read':
    'Schränken Sie den Filter ein, zum Beispiel nach dem Zeitpunkt der Erstellung, und fassen Sie die Ergebnisse zusammen.',
  'error.job_id': 'Es gibt keinen Auftrag mit der ID {id}.',
  'error.lists_busy': 'Derzeit laufen zu viele Listen- und Zählabfragen.',
  'error.answers': 'Die Frage {question} hat die Höchstzahl von {max, number} Antworten erreicht.',
  'error.job_revision': 'Der Auftrag hat die Revision {revision}, nicht {expected}.',
  'error.hint_job_revision':
    'Rufen Sie den Auftrag ab, prüfen Sie die Änderungen, und senden Sie seine Revision.',
  'error.step_name': 'Der Auftrag hat keinen Schritt {step}.',
  'error.hint_step_name': 'Verwenden Sie einen dieser Schritte: {steps}.',
  'error.feedback_version': 'Der Auftrag hat keine Berichtsversion {version}.',
  'error.feedback_nonce':
    'Diese Nonce wurde schon für eine andere Rückmeldung zu diesem Auftrag verwendet.',
  'error.feedback': 'Ein Auftrag nimmt höchstens {max, number} Rückmeldungen an.',
  'error.task_token':
    'Das Token ist fehlerhaft, widerrufen oder für einen anderen Zweck ausgestellt.',
  'error.schedules':
    'Der Integrator hat bereits {max, number} aktive oder pausierte Auftragspläne.',
  'error.schedule_id': 'Es gibt keinen Auftragsplan mit der ID {id}.',
  'error.schedule_state':
    'Diese Operation ist nicht möglich, solange der Auftragsplan den Status {status} hat.',
  'error.schedule_passed': 'Alle Termine des Auftragsplans sind vorbei.',
  'error.scope_unknown': 'Für den Geltungsbereich {scope} werden keine Zahlen berechnet.',
  'error.mail_state':
    'Diese Operation ist nicht möglich, solange die E-Mail den Status {status} hat.',
  'error.mail_address': 'Die Adresse der E-Mail wurde gelöscht.',
  'error.mail_id': 'Es gibt keine E-Mail mit der ID {id}.',
  'error.signature': 'Die Signatur ist ungültig.',
  'error.stripe_signature': 'Die Signatur fehlt, ist ungültig oder zu alt.',
  'error.hint_stripe_signature': 'Prüfen Sie STRIPE_WEBHOOK_SECRET und die Systemuhr.',
  'error.provider_id': 'Es gibt keine Prüfperson mit der ID {id}.',
  'error.market_city': 'Der Katalog enthält die Stadt {key} nicht.',
  'error.provider_erased': 'Die Kontaktdaten dieser Prüfperson wurden am {time} gelöscht.',
  'error.provider_email': 'Der Kanal email erfordert eine E-Mail-Adresse.',
  'error.provider_phone': 'Der Kanal sms erfordert eine Telefonnummer.',
  'error.report_unready': 'Der Auftrag hat den Status {status}.',
  'error.report_steps':
    'Der Auftrag hat den Status {status}; Schritte ohne Nachweise, die die Prüfungen bestanden haben: {steps}.',
  'error.no_test_key': 'Es gab nie einen Testschlüssel.',
  'error.job_report': 'Zu diesem Auftrag gibt es noch keinen Bericht.',
  'error.hint_job_report':
    'Der Auftrag hat den Status {status}; erstellen Sie mit POST /v1/jobs/<job_id>/reality-report einen Bericht, sobald er eingereicht ist.',
  'error.report_withdrawn': 'Alle Versionen dieses Berichts wurden zurückgezogen.',
  'error.hint_withdrawn':
    'Setzen Sie version auf eine Zahl von 1 bis {latest}, um eine zurückgezogene Version zu lesen.',
  'error.report_version': 'Der Bericht hat keine Version {version}.',
  'error.hint_version': 'Verwenden Sie eine Versionsnummer von 1 bis {latest}.',
  'error.pdf': 'Das PDF wird noch erstellt.',
  'error.hint_report_link': 'Prüfen Sie, ob der Link einschließlich Signatur vollständig ist.',
  'error.report_link_expired': 'Dieser Link zum Bericht ist abgelaufen.',
  'error.hint_report_link_expired':
    'Bitten Sie darum, dass der Bericht erneut zugestellt wird; die E-Mail enthält einen neuen Link.',
  'error.report_erased': 'Der Inhalt dieses Berichts wurde gelöscht.',
  'error.no_recipient':
    'Der Auftrag gehört zu keiner Prüfung, daher hat sein Bericht keinen Empfänger.',
  'error.deliveries':
    'Version {version} wurde bereits {max, number}-mal zugestellt; öfter ist nicht möglich.',
  'error.no_sandbox': 'Der Integrator hat keine Sandbox.',
  'error.clock': 'Die Uhr darf der echten Zeit höchstens {max, number} Tage voraus sein.',
  'error.sandbox_jobs': 'Die Sandbox hat bereits {max, number} Aufträge.',
  'error.hint_new_version': 'Warten Sie auf eine neue Version des Berichts.',
  'error.share_links': 'Eine Prüfung hat höchstens {max, number} Links.',
  'error.share_link_ended': 'Dieser Freigabelink wurde widerrufen oder ist abgelaufen.',
  'error.hint_share_link': 'Bitten Sie die Person, die ihn gesendet hat, um einen neuen Link.',
  'error.share_link_id': 'Die Prüfung hat keinen Freigabelink {id}.',
  'error.pictures': 'Derzeit werden zu viele Bilder gezeichnet.',
  'error.checkout_link': 'Zu diesem Link gibt es keinen Bezahlvorgang.',
  'error.checkout_elsewhere':
    'Dieser Bezahlvorgang lässt sich nur beim Zahlungsanbieter abschließen.',
  'error.checkout_state': 'Dieser Bezahlvorgang hat den Status {status}.',
  'error.access_token': 'Zu diesem Zugriffstoken gibt es keine Prüfung.',
  'error.hint_access_token': 'Prüfen Sie, ob im Zugriffstoken Zeichen fehlen.',
  'error.checkouts':
    'Zu dieser Prüfung gibt es bereits {max, number} Bezahlvorgänge aus den letzten {days, number} Tagen.',
  'error.hint_checkouts':
    'Fragen Sie eine neue Prüfung an, oder warten Sie, bis die ältesten Bezahlvorgänge entfernt sind.',
  'error.payment_provider': 'Der Zahlungsanbieter ist derzeit nicht erreichbar.',
  'error.site_check_report': 'Zu dieser Prüfung gibt es noch keinen Bericht.',
  'error.hint_site_check_report':
    'Die Prüfung hat den Status {status}; der Bericht entsteht, sobald die Nachweise vollständig sind.',
  'error.account_request': 'Das Konto hat keine Anfrage mit dieser ID.',
  'error.hint_account_request':
    'Prüfen Sie die ID der Anfrage; eine Sitzung hat nur Zugriff auf die Anfragen des eigenen Kontos.',
  'error.intake':
    'Diese intake_submission_id wurde schon für eine Prüfung mit anderem Inhalt verwendet.',
  'error.not_served': 'Am Ort dieser Prüfung sind wir nicht tätig.',
  'error.confirmed': 'Die Prüfung ist bestätigt; ihr Angebot kann nicht mehr geändert werden.',
  'error.offer_key':
    'Der Kostenvoranschlag enthält kein verfügbares Angebot mit dem Schlüssel {key}.',
  'error.hint_offer_key': 'Wählen Sie eines der verfügbaren Angebote: {offers}.',
  'error.hint_no_offer':
    'Der Kostenvoranschlag enthält kein verfügbares Angebot; fragen Sie eine andere Prüfung an.',
  'error.quote_expired': 'Der Kostenvoranschlag ist abgelaufen; ein neuer wurde erstellt.',
  'error.payment_state':
    'Diese Operation ist nicht möglich, solange die Zahlung den Status {status} hat.',
  'error.quote_state':
    'Diese Operation ist nicht möglich, solange der Kostenvoranschlag den Status {status} hat.',
  'error.site_check_state':
    'Diese Operation ist nicht möglich, solange die Prüfung den Status {status} hat.',
  'error.site_check_id': 'Zu dieser ID und diesem Zugriffstoken gibt es keine Prüfung.',
  'error.claimed':
    'Die Prüfung gehört zu einem Konto; E-Mails dazu gehen an die Adresse des Kontos.',
  'error.no_ticket': 'Dieses Ticket gibt es nicht.',
  'error.ticket_state':
    'Diese Operation ist nicht möglich, solange das Ticket den Status {status} hat.',
  'error.ticket_code': 'Ein anderes Ticket hat diesen Code.',
  'error.lease': 'Das Ticket ist bis {time} von einem anderen Worker reserviert.',
  'error.ticket_evidence': 'Es gibt kein Objekt vom Typ {kind} mit der ID {id}.',
  'error.hint_ticket_evidence': 'Prüfen Sie die Referenz des Nachweises.',
  'error.ticket_id': 'Es gibt kein Ticket mit der ID oder dem Code {id}.',
  'error.ticket_purpose': 'Ein anderes Ticket für denselben Zweck ist offen.',
  'error.ticket_requirements': 'Dem Ticket fehlen Nachweise für {requirements}.',
  'error.ticket_gate': 'Die Simulationsfreigabe des Tickets hat das Ergebnis {result}.',
  'error.ticket_unverified': 'Der verification_status des Tickets ist nicht verified.',
  'error.log_sizes':
    'Die Größen reichen bis {max, number}, und from darf nicht größer als to sein.',
  'error.log_version': 'Das Protokoll enthält diese Berichtsversion nicht.',
  'error.log_version_new': 'Noch kein Checkpoint enthält diese Berichtsversion.',
  'error.log_trees':
    'Die Version ist in Bäumen mit {min, number} bis {max, number} Einträgen enthalten.',
  'error.log_tile': 'Das Protokoll enthält diese Kachel nicht.',
  'error.no_test_log': 'Es gibt keinen Testschlüssel und daher kein Protokoll der Testberichte.',
  'error.webhooks': 'Der Integrator hat bereits {max, number} Webhook-Endpunkte.',
  'error.delivery_id': 'Es gibt keine Webhook-Zustellung mit der ID {id}.',
  'error.endpoint_id': 'Es gibt keinen Webhook-Endpunkt mit der ID {id}.',
  'error.delivery_state':
    'Diese Operation ist nicht möglich, solange die Zustellung den Status {status} hat.',
  'error.events_new': 'Die neuesten Ereignisse sind noch nicht aufgeführt.',
  'error.endpoint_disabled': 'Der Webhook-Endpunkt ist deaktiviert.',
  'error.hint_endpoint_disabled': 'Aktivieren Sie ihn zuerst mit einer Aktualisierung.',
  'error.request_limit':
    'Möglich sind {quota, number} Anfragen in {window} ({policy}); versuchen Sie es in {time} erneut.',
};
