import type { CodeTexts } from './code-texts.js';

/** Title and hint of every error, in French. */
export const fr: CodeTexts = {
  bad_request: [
    'Requête incorrecte',
    'Comparez la requête au document OpenAPI disponible sur /openapi.json.',
  ],
  bad_cursor: [
    'Curseur non valide',
    'Envoyez un curseur tel qu’il a été renvoyé, avec le même filtre et le même ordre, ou omettez-le pour commencer au premier élément.',
  ],
  graphql_parse_failed: [
    'Erreur de syntaxe GraphQL',
    'Corrigez la syntaxe à l’endroit indiqué dans locations.',
  ],
  graphql_validation_failed: [
    'Document GraphQL non valide',
    'Comparez le document au schéma, par exemple dans GraphiQL sur /graphql.',
  ],
  bad_user_input: ['Saisie non valide', 'Corrigez les arguments indiqués dans extensions.issues.'],
  query_too_expensive: [
    'Requête trop coûteuse',
    'Demandez des pages plus petites ou moins de champs.',
  ],
  query_too_deep: ['Requête trop profonde', 'Réduisez l’imbrication de la sélection.'],
  api_key_missing: ['Clé d’API manquante', 'Envoyez une clé d’API dans l’en-tête X-API-Key.'],
  api_key_invalid: [
    'Clé d’API non valide',
    'Vérifiez qu’il ne manque aucun caractère à la clé ou demandez-en une autre\u00a0; celle-ci est inconnue ou révoquée.',
  ],
  token_invalid: [
    'Jeton non valide',
    'Demandez un nouveau lien\u00a0; le jeton est mal formé, révoqué ou émis pour un autre usage.',
  ],
  session_missing: [
    'Session manquante',
    'Connectez-vous\u00a0; la session est conservée dans un cookie.',
  ],
  session_invalid: [
    'Session non valide',
    'Reconnectez-vous\u00a0; la session a expiré ou a été fermée.',
  ],
  login_failed: [
    'Échec de la connexion',
    'Vérifiez l’adresse e-mail et le mot de passe, ou demandez la réinitialisation du mot de passe.',
  ],
  scope_missing: [
    'Autorisation manquante',
    'Utilisez une clé d’API avec la portée indiquée dans le détail.',
  ],
  actor_not_allowed: [
    'Acteur non autorisé',
    'Envoyez un acteur de la clé d’API ou utilisez une clé avec cet acteur\u00a0; createApiKey accepte des acteurs.',
  ],
  test_mode: [
    'Clé de test',
    'Utilisez une clé de production\u00a0; les clés de test ne servent qu’aux missions de l’environnement de test.',
  ],
  origin_refused: [
    'Origine non autorisée',
    'Envoyez les requêtes avec un cookie de session uniquement depuis les pages de ce service.',
  ],
  not_found: [
    'Introuvable',
    'Vérifiez le chemin et les identifiants qu’il contient\u00a0; /openapi.json liste tous les chemins.',
  ],
  job_not_found: [
    'Mission introuvable',
    'Vérifiez l’identifiant de la mission\u00a0; une clé d’API n’a accès qu’aux missions de son intégrateur.',
  ],
  job_schedule_not_found: [
    'Planification introuvable',
    'Vérifiez l’identifiant de la planification\u00a0; une clé d’API n’a accès qu’à celles de son intégrateur.',
  ],
  site_check_not_found: [
    'Vérification introuvable',
    'Vérifiez que l’identifiant de la demande et le jeton d’accès vont ensemble.',
  ],
  report_not_found: [
    'Rapport introuvable',
    'Réessayez lorsque la mission sera dans l’état submitted ou completed et que la première version du rapport existera.',
  ],
  report_version_not_found: [
    'Version du rapport introuvable',
    'Utilisez un numéro de version indiqué dans versions.',
  ],
  customer_not_found: ['Client introuvable', 'Vérifiez l’identifiant du compte.'],
  invite_not_found: ['Invitation introuvable', 'Vérifiez l’identifiant de l’invitation.'],
  share_link_not_found: ['Lien de partage introuvable', 'Vérifiez l’identifiant du partage.'],
  email_message_not_found: ['Message introuvable', 'Vérifiez l’identifiant du message.'],
  mail_not_found: ['E-mail introuvable', 'Vérifiez l’identifiant de l’e-mail.'],
  agent_state_not_found: [
    'État de l’agent introuvable',
    'Vérifiez le nom et la portée de l’agent\u00a0; un état n’existe qu’une fois enregistré.',
  ],
  belief_not_found: ['Hypothèse introuvable', 'Vérifiez l’identifiant de l’hypothèse.'],
  decision_not_found: ['Décision introuvable', 'Vérifiez l’identifiant de la décision.'],
  provider_not_found: ['Vérificateur introuvable', 'Vérifiez l’identifiant du vérificateur.'],
  dispatch_run_not_found: ['Attribution introuvable', 'Vérifiez l’identifiant de l’attribution.'],
  ticket_not_found: ['Ticket introuvable', 'Vérifiez l’identifiant ou le code du ticket.'],
  experiment_not_found: ['Expérience introuvable', 'Vérifiez l’identifiant de l’expérience.'],
  event_not_found: ['Événement introuvable', 'Vérifiez l’identifiant de l’événement.'],
  webhook_endpoint_not_found: [
    'Point de terminaison de webhook introuvable',
    'Vérifiez l’identifiant du point de terminaison.',
  ],
  webhook_delivery_not_found: [
    'Envoi de webhook introuvable',
    'Vérifiez l’identifiant de l’envoi.',
  ],
  log_entry_not_found: [
    'Entrée du journal introuvable',
    'Vérifiez l’identifiant et la version du rapport\u00a0; une nouvelle version est ajoutée en quelques secondes.',
  ],
  persisted_query_not_found: [
    'Requête enregistrée introuvable',
    'Envoyez une fois le document avec son empreinte\u00a0; ensuite, l’empreinte suffit.',
  ],
  step_not_found: ['Étape introuvable', 'Utilisez le step_name d’une étape de la mission.'],
  method_not_allowed: [
    'Méthode non autorisée',
    'Utilisez une méthode indiquée dans l’en-tête Allow.',
  ],
  not_acceptable: ['Format non disponible', 'Acceptez le type de média indiqué dans le détail.'],
  request_timeout: ['Délai de la requête dépassé', 'Renvoyez la requête sans interruption.'],
  nonce_conflict: [
    'Nonce déjà utilisé',
    'Utilisez un nouveau nonce\u00a0; celui-ci a servi avec un autre contenu.',
  ],
  intake_conflict: [
    'Envoi déjà utilisé',
    'Utilisez un nouvel intake_submission_id\u00a0; celui-ci a servi avec un autre contenu.',
  ],
  idempotency_key_reused: [
    'Idempotency-Key déjà utilisé',
    'Utilisez un nouvel Idempotency-Key\u00a0; celui-ci a servi pour une autre requête.',
  ],
  idempotency_in_progress: [
    'Requête en cours',
    'Réessayez après le nombre de secondes de Retry-After\u00a0; la première requête avec cet Idempotency-Key est encore en cours.',
  ],
  invalid_transition: [
    'Impossible dans l’état actuel',
    'Consultez l’état actuel avant de réessayer.',
  ],
  report_not_ready: [
    'Rapport pas encore possible',
    'Envoyez des preuves valides pour les étapes obligatoires indiquées dans le détail.',
  ],
  offer_not_available: ['Offre non disponible', 'Sélectionnez une offre dont available vaut true.'],
  offer_not_selected: ['Aucune offre sélectionnée', 'Sélectionnez d’abord une offre.'],
  quote_expired: [
    'Devis expiré',
    'Sélectionnez à nouveau une offre\u00a0; la vérification a un nouveau devis.',
  ],
  already_paid: [
    'Déjà payé',
    'Poursuivez la vérification\u00a0; aucun autre paiement ni aucune autre sélection n’est possible.',
  ],
  payment_not_required: [
    'Aucun paiement requis',
    'Poursuivez sans session de paiement\u00a0; l’offre sélectionnée est gratuite.',
  ],
  session_closed: ['Session de paiement fermée', 'Créez une nouvelle session de paiement.'],
  evidence_limit: [
    'Limite de preuves atteinte',
    'N’envoyez plus de preuves, sauf si la mission est à reprendre\u00a0; la limite figure dans le détail.',
  ],
  answer_limit: [
    'Limite de réponses atteinte',
    'Ne modifiez plus cette réponse\u00a0; la limite figure dans le détail.',
  ],
  feedback_limit: [
    'Limite d’avis atteinte',
    'N’envoyez plus d’avis sur cette mission\u00a0; la limite figure dans le détail.',
  ],
  email_taken: [
    'Adresse e-mail déjà utilisée',
    'Connectez-vous ou utilisez une autre adresse e-mail.',
  ],
  already_claimed: [
    'Déjà associée à un compte',
    'Connectez-vous au compte auquel cette vérification est associée.',
  ],
  account_busy: [
    'Compte en cours d’utilisation',
    'Attendez la fin des vérifications indiquées dans request_ids ou annulez-les.',
  ],
  invite_active: ['Invitation active', 'Renvoyez, réattribuez ou révoquez l’invitation active.'],
  invite_limit: [
    'Limite d’invitations atteinte',
    'Utilisez les invitations existantes\u00a0; la limite figure dans le détail.',
  ],
  share_link_limit: [
    'Limite de liens de partage atteinte',
    'Utilisez un lien existant\u00a0; la limite figure dans le détail.',
  ],
  delivery_not_possible: [
    'Envoi impossible',
    'Lisez le rapport via l’API\u00a0; seul le rapport d’une vérification est envoyé.',
  ],
  delivery_limit: [
    'Limite d’envois atteinte',
    'N’envoyez plus cette version\u00a0; la limite figure dans le détail.',
  ],
  report_withdrawn: ['Rapport retiré', 'Créez d’abord une nouvelle version du rapport.'],
  alias_not_allowed: [
    'Alias non autorisé',
    'Utilisez un alias que send_aliases_by_actor de la politique d’e-mail prévoit pour l’acteur.',
  ],
  agent_not_allowed: [
    'Agent non autorisé',
    'Attribuez un agent indiqué dans allowed_agents du message.',
  ],
  human_review_required: [
    'Examen humain requis',
    'Demandez d’abord à une personne de sortir le message de human_review.',
  ],
  mail_not_configured: ['E-mail non configuré', 'Définissez SMTP_URL et MAIL_FROM du service.'],
  revision_conflict: [
    'État périmé',
    'Consultez l’état actuel et envoyez son updated_at comme expected_updated_at.',
  ],
  already_superseded: ['Déjà remplacée', 'Remplacez l’hypothèse la plus récente de la chaîne.'],
  belief_exists: ['Hypothèse existante', 'Remplacez l’hypothèse indiquée dans le conseil.'],
  market_city_unknown: ['Ville inconnue', 'Utilisez les clés du catalogue.'],
  provider_busy: [
    'Vérificateur occupé',
    'Effacez le vérificateur une fois ses missions terminées.',
  ],
  dispatch_running: [
    'Attribution en cours',
    'Attendez la fin de l’attribution en cours de la mission ou annulez-la d’abord.',
  ],
  no_candidates: [
    'Aucun candidat',
    'Indiquez des vérificateurs ou des candidats, ou inscrivez un vérificateur qui dessert le lieu.',
  ],
  offer_gone: [
    'Offre indisponible',
    'Attendez une autre offre\u00a0; celle-ci a reçu une réponse, a été retirée ou prise par un autre vérificateur.',
  ],
  scope_unknown: [
    'Portée inconnue',
    'Utilisez global/default, une ville ou un service du catalogue.',
  ],
  ticket_code_taken: ['Code de ticket déjà utilisé', 'Envoyez un autre ticket_code ou omettez-le.'],
  lease_held: [
    'Ticket réservé',
    'Attendez la fin de la réservation ou envoyez le worker qui la détient.',
  ],
  verification_incomplete: [
    'Validation incomplète',
    'Ajoutez la preuve ou le contrôle indiqué dans le détail.',
  ],
  experiment_exists: ['Expérience existante', 'Envoyez un autre experiment_id.'],
  experiment_running: [
    'Expérience en cours',
    'Terminez d’abord l’expérience en cours sur la même surface, la même ville et la même voie.',
  ],
  forbidden_axis: [
    'Axe interdit',
    'Omettez l’axe indiqué dans le détail\u00a0; il n’est pas ouvert aux expériences.',
  ],
  axis_not_supported: [
    'Axe non pris en charge',
    'Utilisez les axes et les bornes indiqués dans le détail.',
  ],
  acknowledgement_missing: [
    'Confirmation manquante',
    'Envoyez forbidden_mutation_acknowledged avec la valeur true.',
  ],
  baseline_missing: [
    'Valeurs de référence manquantes',
    'Calculez d’abord les KPI de la semaine passée.',
  ],
  push_off: [
    'Notifications désactivées',
    'Consultez plutôt l’état\u00a0; l’exploitant n’a pas activé les notifications.',
  ],
  push_limit: [
    'Limite de notifications atteinte',
    'Désactivez d’abord les notifications dans un autre navigateur.',
  ],
  job_schedule_limit: [
    'Limite de planifications atteinte',
    'Annulez d’abord une planification\u00a0; la limite figure dans le détail.',
  ],
  webhook_limit: ['Limite de webhooks atteinte', 'Supprimez d’abord un point de terminaison.'],
  clock_limit: [
    'Limite de l’horloge atteinte',
    'Utilisez un nouvel intégrateur\u00a0; son horloge part de l’heure réelle.',
  ],
  sandbox_limit: [
    'Limite de l’environnement de test atteinte',
    'Attendez que d’anciennes missions de test soient supprimées.',
  ],
  log_size: [
    'Taille du journal non atteinte',
    'Utilisez une taille d’arbre ne dépassant pas celle du dernier point de contrôle.',
  ],
  media_unavailable: [
    'Fichier non disponible',
    'Faites en sorte que media_url renvoie le fichier avec le statut 200 et dans la limite de taille, puis réessayez.',
  ],
  token_expired: ['Jeton expiré', 'Demandez un nouveau lien.'],
  erased: [
    'Effacé',
    'Adressez-vous au propriétaire\u00a0; le contenu a été effacé pour protéger la vie privée.',
  ],
  payload_too_large: [
    'Données trop volumineuses',
    'Envoyez moins d’octets\u00a0; la limite figure dans le détail.',
  ],
  uri_too_long: [
    'Adresse trop longue',
    'Raccourcissez l’URL\u00a0; la limite figure dans le détail.',
  ],
  unsupported_media_type: [
    'Type de média non pris en charge',
    'Envoyez le type de média indiqué dans le détail, sans Content-Encoding.',
  ],
  range_not_satisfiable: [
    'Plage non disponible',
    'Demandez une plage comprise dans le fichier\u00a0; Content-Range en indique la longueur.',
  ],
  rate_limited: ['Trop de requêtes', 'Réessayez après le nombre de secondes de Retry-After.'],
  internal_error: ['Erreur interne', 'Contactez l’assistance en indiquant le request_id.'],
  unavailable: ['Service indisponible', 'Réessayez après le nombre de secondes de Retry-After.'],
};
