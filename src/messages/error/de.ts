import type { CodeTexts } from './code-texts.js';

/** Title and hint of every error, in German. */
export const de: CodeTexts = {
  bad_request: [
    'Ungültige Anfrage',
    'Vergleichen Sie die Anfrage mit dem OpenAPI-Dokument unter /openapi.json.',
  ],
  bad_cursor: [
    'Ungültiger Cursor',
    'Senden Sie einen Cursor genau so, wie Sie ihn erhalten haben, mit demselben Filter und derselben Reihenfolge, oder lassen Sie ihn weg, um beim ersten Eintrag zu beginnen.',
  ],
  graphql_parse_failed: [
    'GraphQL-Syntaxfehler',
    'Korrigieren Sie die Syntax an der Stelle, die locations nennt.',
  ],
  graphql_validation_failed: [
    'GraphQL-Dokument ungültig',
    'Vergleichen Sie das Dokument mit dem Schema, zum Beispiel in GraphiQL unter /graphql.',
  ],
  bad_user_input: [
    'Ungültige Eingabe',
    'Korrigieren Sie die Argumente, die extensions.issues nennt.',
  ],
  query_too_expensive: [
    'Abfrage zu aufwendig',
    'Fordern Sie kleinere Seiten oder weniger Felder an.',
  ],
  query_too_deep: ['Abfrage zu tief', 'Verringern Sie die Verschachtelung der Auswahl.'],
  api_key_missing: ['API-Schlüssel fehlt', 'Senden Sie einen API-Schlüssel im Header X-API-Key.'],
  api_key_invalid: [
    'API-Schlüssel ungültig',
    'Prüfen Sie, ob im Schlüssel Zeichen fehlen, oder fordern Sie einen neuen an; dieser ist unbekannt oder widerrufen.',
  ],
  token_invalid: [
    'Token ungültig',
    'Fordern Sie einen neuen Link an; das Token ist fehlerhaft, widerrufen oder für einen anderen Zweck ausgestellt.',
  ],
  session_missing: [
    'Sitzung fehlt',
    'Melden Sie sich an; die Sitzung wird in einem Cookie gespeichert.',
  ],
  session_invalid: [
    'Sitzung ungültig',
    'Melden Sie sich erneut an; die Sitzung ist abgelaufen oder wurde beendet.',
  ],
  login_failed: [
    'Anmeldung fehlgeschlagen',
    'Prüfen Sie E-Mail-Adresse und Passwort, oder setzen Sie das Passwort zurück.',
  ],
  scope_missing: [
    'Berechtigung fehlt',
    'Verwenden Sie einen API-Schlüssel mit dem Scope, den die Meldung nennt.',
  ],
  actor_not_allowed: [
    'Akteur nicht erlaubt',
    'Senden Sie einen Akteur des API-Schlüssels, oder verwenden Sie einen Schlüssel mit diesem Akteur; createApiKey nimmt Akteure entgegen.',
  ],
  test_mode: [
    'Testschlüssel',
    'Verwenden Sie einen Live-Schlüssel; Testschlüssel gelten nur für Aufträge der Sandbox.',
  ],
  origin_refused: [
    'Herkunft nicht erlaubt',
    'Senden Sie Anfragen mit Sitzungs-Cookie nur von den Seiten dieses Dienstes.',
  ],
  not_found: [
    'Nicht gefunden',
    'Prüfen Sie den Pfad und die IDs darin; /openapi.json nennt alle Pfade.',
  ],
  job_not_found: [
    'Auftrag nicht gefunden',
    'Prüfen Sie die ID des Auftrags; ein API-Schlüssel hat nur Zugriff auf die Aufträge seines Integrators.',
  ],
  job_schedule_not_found: [
    'Auftragsplan nicht gefunden',
    'Prüfen Sie die ID des Plans; ein API-Schlüssel hat nur Zugriff auf die Pläne seines Integrators.',
  ],
  site_check_not_found: [
    'Prüfung nicht gefunden',
    'Prüfen Sie, ob die ID der Anfrage und das Zugriffstoken zusammengehören.',
  ],
  report_not_found: [
    'Bericht nicht gefunden',
    'Versuchen Sie es erneut, sobald der Auftrag eingereicht oder abgeschlossen ist und die erste Version des Berichts vorliegt.',
  ],
  report_version_not_found: [
    'Berichtsversion nicht gefunden',
    'Verwenden Sie eine Versionsnummer aus versions.',
  ],
  customer_not_found: ['Konto nicht gefunden', 'Prüfen Sie die ID des Kontos.'],
  invite_not_found: ['Einladung nicht gefunden', 'Prüfen Sie die ID der Einladung.'],
  share_link_not_found: ['Freigabelink nicht gefunden', 'Prüfen Sie die ID des Freigabelinks.'],
  email_message_not_found: ['E-Mail-Nachricht nicht gefunden', 'Prüfen Sie die ID der Nachricht.'],
  mail_not_found: ['E-Mail nicht gefunden', 'Prüfen Sie die ID der E-Mail.'],
  agent_state_not_found: [
    'Agentenzustand nicht gefunden',
    'Prüfen Sie Namen und Geltungsbereich des Agenten; ein Zustand existiert erst, wenn er gespeichert wurde.',
  ],
  belief_not_found: ['Annahme nicht gefunden', 'Prüfen Sie die ID der Annahme.'],
  decision_not_found: ['Entscheidung nicht gefunden', 'Prüfen Sie die ID der Entscheidung.'],
  provider_not_found: ['Prüfperson nicht gefunden', 'Prüfen Sie die ID der Prüfperson.'],
  dispatch_run_not_found: ['Vermittlung nicht gefunden', 'Prüfen Sie die ID der Vermittlung.'],
  ticket_not_found: ['Ticket nicht gefunden', 'Prüfen Sie die ID oder den Code des Tickets.'],
  experiment_not_found: ['Experiment nicht gefunden', 'Prüfen Sie die ID des Experiments.'],
  event_not_found: ['Ereignis nicht gefunden', 'Prüfen Sie die ID des Ereignisses.'],
  webhook_endpoint_not_found: [
    'Webhook-Endpunkt nicht gefunden',
    'Prüfen Sie die ID des Endpunkts.',
  ],
  webhook_delivery_not_found: [
    'Webhook-Zustellung nicht gefunden',
    'Prüfen Sie die ID der Zustellung.',
  ],
  log_entry_not_found: [
    'Protokolleintrag nicht gefunden',
    'Prüfen Sie ID und Version des Berichts; eine neue Version wird innerhalb von Sekunden eingetragen.',
  ],
  persisted_query_not_found: [
    'Gespeicherte Abfrage nicht gefunden',
    'Senden Sie das Dokument einmal zusammen mit seinem Hash; danach genügt der Hash.',
  ],
  step_not_found: [
    'Schritt nicht gefunden',
    'Verwenden Sie den step_name eines Schritts des Auftrags.',
  ],
  method_not_allowed: [
    'Methode nicht erlaubt',
    'Verwenden Sie eine Methode, die der Header Allow nennt.',
  ],
  not_acceptable: [
    'Format nicht verfügbar',
    'Akzeptieren Sie den Medientyp, den die Meldung nennt.',
  ],
  request_timeout: [
    'Zeit für die Anfrage abgelaufen',
    'Senden Sie die Anfrage erneut und ohne Unterbrechung.',
  ],
  nonce_conflict: [
    'Nonce bereits verwendet',
    'Verwenden Sie eine neue Nonce; diese wurde mit anderem Inhalt verwendet.',
  ],
  intake_conflict: [
    'Einreichung bereits verwendet',
    'Verwenden Sie eine neue intake_submission_id; diese wurde mit anderem Inhalt verwendet.',
  ],
  idempotency_key_reused: [
    'Idempotency-Key bereits verwendet',
    'Verwenden Sie einen neuen Idempotency-Key; dieser wurde für eine andere Anfrage verwendet.',
  ],
  idempotency_in_progress: [
    'Anfrage in Bearbeitung',
    'Versuchen Sie es erneut, sobald die Sekunden in Retry-After verstrichen sind; die erste Anfrage mit diesem Idempotency-Key läuft noch.',
  ],
  invalid_transition: [
    'Im aktuellen Status nicht möglich',
    'Rufen Sie den aktuellen Status ab, bevor Sie es erneut versuchen.',
  ],
  report_not_ready: [
    'Bericht noch nicht möglich',
    'Reichen Sie zu den Pflichtschritten, die die Meldung nennt, Nachweise ein, die die Prüfungen bestehen.',
  ],
  offer_not_available: [
    'Angebot nicht verfügbar',
    'Wählen Sie ein Angebot, dessen available true ist.',
  ],
  offer_not_selected: ['Kein Angebot gewählt', 'Wählen Sie zuerst ein Angebot.'],
  quote_expired: [
    'Kostenvoranschlag abgelaufen',
    'Wählen Sie erneut ein Angebot; zu der Prüfung gibt es einen neuen Kostenvoranschlag.',
  ],
  already_paid: [
    'Bereits bezahlt',
    'Fahren Sie mit der Prüfung fort; weitere Zahlungen oder Auswahlen sind nicht möglich.',
  ],
  payment_not_required: [
    'Keine Zahlung nötig',
    'Fahren Sie ohne Bezahlvorgang fort; das gewählte Angebot ist kostenlos.',
  ],
  session_closed: ['Bezahlvorgang beendet', 'Beginnen Sie einen neuen Bezahlvorgang.'],
  evidence_limit: [
    'Höchstzahl an Nachweisen erreicht',
    'Senden Sie keine weiteren Nachweise, solange der Auftrag nicht zur Bearbeitung zurückgegeben wird; die Meldung nennt die Höchstzahl.',
  ],
  answer_limit: [
    'Höchstzahl an Antworten erreicht',
    'Ändern Sie diese Antwort nicht mehr; die Meldung nennt die Höchstzahl.',
  ],
  feedback_limit: [
    'Höchstzahl an Rückmeldungen erreicht',
    'Senden Sie keine weiteren Rückmeldungen zu diesem Auftrag; die Meldung nennt die Höchstzahl.',
  ],
  email_taken: [
    'E-Mail-Adresse vergeben',
    'Melden Sie sich an, oder verwenden Sie eine andere E-Mail-Adresse.',
  ],
  already_claimed: [
    'Bereits einem Konto zugeordnet',
    'Melden Sie sich mit dem Konto an, dem diese Prüfung zugeordnet ist.',
  ],
  account_busy: [
    'Konto hat laufende Vorgänge',
    'Warten Sie, bis die Prüfungen in request_ids beendet sind, oder stornieren Sie sie.',
  ],
  invite_active: [
    'Einladung aktiv',
    'Senden Sie die aktive Einladung erneut, geben Sie sie an jemand anderen oder widerrufen Sie sie.',
  ],
  invite_limit: [
    'Höchstzahl an Einladungen erreicht',
    'Verwenden Sie die vorhandenen Einladungen; die Meldung nennt die Höchstzahl.',
  ],
  share_link_limit: [
    'Höchstzahl an Freigabelinks erreicht',
    'Verwenden Sie einen vorhandenen Link; die Meldung nennt die Höchstzahl.',
  ],
  delivery_not_possible: [
    'Zustellung nicht möglich',
    'Lesen Sie den Bericht über die API; zugestellt wird nur der Bericht einer Prüfung.',
  ],
  delivery_limit: [
    'Höchstzahl an Zustellungen erreicht',
    'Stellen Sie diese Version nicht erneut zu; die Meldung nennt die Höchstzahl.',
  ],
  report_withdrawn: [
    'Bericht zurückgezogen',
    'Erstellen Sie zuerst eine neue Version des Berichts.',
  ],
  alias_not_allowed: [
    'Alias nicht erlaubt',
    'Verwenden Sie einen Alias, den send_aliases_by_actor der E-Mail-Richtlinie für den Akteur nennt.',
  ],
  agent_not_allowed: [
    'Agent nicht erlaubt',
    'Weisen Sie einen Agenten aus allowed_agents der Nachricht zu.',
  ],
  human_review_required: [
    'Durchsicht durch einen Menschen nötig',
    'Lassen Sie die Nachricht zuerst von einem Menschen aus human_review verschieben.',
  ],
  mail_not_configured: [
    'E-Mail-Versand nicht eingerichtet',
    'Setzen Sie SMTP_URL und MAIL_FROM des Dienstes.',
  ],
  revision_conflict: [
    'Stand veraltet',
    'Rufen Sie den aktuellen Stand ab, und senden Sie dessen updated_at als expected_updated_at.',
  ],
  already_superseded: ['Bereits ersetzt', 'Ersetzen Sie die neueste Annahme der Kette.'],
  belief_exists: ['Annahme vorhanden', 'Ersetzen Sie die Annahme, die der Hinweis nennt.'],
  market_city_unknown: ['Stadt unbekannt', 'Verwenden Sie die Schlüssel des Katalogs.'],
  provider_busy: [
    'Prüfperson hat laufende Aufträge',
    'Löschen Sie die Prüfperson, wenn ihre Aufträge beendet sind.',
  ],
  dispatch_running: [
    'Vermittlung läuft',
    'Warten Sie auf die laufende Vermittlung des Auftrags, oder brechen Sie sie zuerst ab.',
  ],
  no_candidates: [
    'Niemand verfügbar',
    'Nennen Sie registrierte oder andere Prüfpersonen, oder registrieren Sie eine, die den Ort abdeckt.',
  ],
  offer_gone: [
    'Angebot nicht mehr verfügbar',
    'Warten Sie auf ein anderes Angebot; dieses wurde beantwortet, zurückgezogen oder von einer anderen Prüfperson angenommen.',
  ],
  scope_unknown: [
    'Geltungsbereich unbekannt',
    'Verwenden Sie global/default, eine Stadt oder eine Leistung des Katalogs.',
  ],
  ticket_code_taken: [
    'Ticketcode vergeben',
    'Senden Sie einen anderen ticket_code, oder lassen Sie ihn weg.',
  ],
  lease_held: [
    'Ticket reserviert',
    'Warten Sie, bis die Reservierung endet, oder senden Sie den Worker, der das Ticket reserviert hat.',
  ],
  verification_incomplete: [
    'Verifikation unvollständig',
    'Ergänzen Sie den Nachweis oder die Freigabe, die die Meldung nennt.',
  ],
  experiment_exists: ['Experiment vorhanden', 'Senden Sie eine andere experiment_id.'],
  experiment_running: [
    'Experiment läuft',
    'Beenden Sie zuerst das laufende Experiment mit demselben surface, derselben market_city und demselben lane_key.',
  ],
  forbidden_axis: [
    'Achse gesperrt',
    'Lassen Sie die Achse weg, die die Meldung nennt; sie steht Experimenten nicht offen.',
  ],
  axis_not_supported: [
    'Achse nicht unterstützt',
    'Verwenden Sie die Achsen und Grenzen, die die Meldung nennt.',
  ],
  acknowledgement_missing: [
    'Bestätigung fehlt',
    'Senden Sie forbidden_mutation_acknowledged als true.',
  ],
  baseline_missing: [
    'Vergleichswerte fehlen',
    'Berechnen Sie zuerst die KPI-Werte der vergangenen Woche.',
  ],
  push_off: [
    'Benachrichtigungen sind aus',
    'Rufen Sie stattdessen den Status ab; der Betreiber hat Benachrichtigungen nicht eingeschaltet.',
  ],
  push_limit: [
    'Höchstzahl an Browsern erreicht',
    'Schalten Sie zuerst die Benachrichtigungen in einem anderen Browser aus.',
  ],
  job_schedule_limit: [
    'Höchstzahl an Auftragsplänen erreicht',
    'Stornieren Sie zuerst einen Auftragsplan; die Meldung nennt die Höchstzahl.',
  ],
  webhook_limit: [
    'Höchstzahl an Webhook-Endpunkten erreicht',
    'Löschen Sie zuerst einen Endpunkt.',
  ],
  clock_limit: [
    'Grenze der Uhr erreicht',
    'Verwenden Sie einen neuen Integrator; seine Uhr beginnt bei der echten Zeit.',
  ],
  sandbox_limit: [
    'Höchstzahl an Testaufträgen erreicht',
    'Warten Sie, bis ältere Testaufträge gelöscht sind.',
  ],
  log_size: [
    'Protokollgröße nicht erreicht',
    'Verwenden Sie eine Baumgröße bis zu der des neuesten Checkpoints.',
  ],
  media_unavailable: [
    'Datei nicht abrufbar',
    'Sorgen Sie dafür, dass media_url die Datei mit Status 200 und innerhalb der Größengrenze liefert, und versuchen Sie es erneut.',
  ],
  token_expired: ['Token abgelaufen', 'Fordern Sie einen neuen Link an.'],
  erased: [
    'Gelöscht',
    'Wenden Sie sich an die verantwortliche Stelle; der Inhalt wurde aus Datenschutzgründen gelöscht.',
  ],
  payload_too_large: ['Daten zu groß', 'Senden Sie weniger Daten; die Meldung nennt die Grenze.'],
  uri_too_long: ['Adresse zu lang', 'Kürzen Sie die URL; die Meldung nennt die Grenze.'],
  unsupported_media_type: [
    'Medientyp nicht unterstützt',
    'Senden Sie den Medientyp, den die Meldung nennt, ohne Content-Encoding.',
  ],
  range_not_satisfiable: [
    'Bereich nicht verfügbar',
    'Fordern Sie einen Bereich innerhalb der Datei an; Content-Range nennt ihre Länge.',
  ],
  rate_limited: [
    'Zu viele Anfragen',
    'Versuchen Sie es erneut, sobald die Sekunden in Retry-After verstrichen sind.',
  ],
  internal_error: ['Interner Fehler', 'Wenden Sie sich mit der request_id an den Support.'],
  unavailable: [
    'Dienst nicht verfügbar',
    'Versuchen Sie es erneut, sobald die Sekunden in Retry-After verstrichen sind.',
  ],
};
