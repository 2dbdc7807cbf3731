import type { Messages } from './en.js';

/** The messages in French. A space before a colon or a question mark does not break the line, except in text messages. */
export const fr: Messages = {
  'mail.service_name': 'Service de vérification',
  'mail.fact': '{label}\u00a0: {value}',
  'mail.action': '{label}\u00a0:\n{url}',
  'mail.link_removed': '[lien supprimé]',
  'mail.utc': '{time} UTC',
  'mail.local_time': '{local}, heure locale ({utc} UTC)',
  'mail.ask': 'Poser une question',
  'mail.unsubscribe': 'Se désabonner des e-mails facultatifs',
  'mail.open_request': 'Ouvrir la demande',
  'mail.set_password': 'Choisir un nouveau mot de passe',
  'mail.reason_given': 'Motif\u00a0: {reason}',
  'mail.link_until': 'Le lien est valable jusqu’au {time}.',
  'mail.report_due': 'Rapport attendu au plus tard le {time}.',
  'mail.get_photo_link': 'Prochaine étape\u00a0: obtenez le lien photo et ouvrez-le sur place.',
  'mail.simulated': 'Ce paiement était simulé. Aucune somme n’a été transférée.',
  'mail.to_requester':
    'Vous recevez cet e-mail car votre adresse a servi à demander une vérification à {operator}.',
  'mail.to_account': 'Vous recevez cet e-mail car vous avez un compte chez {operator}.',

  'mail.fact.what': 'Question',
  'mail.fact.where': 'Lieu',
  'mail.fact.offer': 'Offre',
  'mail.fact.amount': 'Montant',
  'mail.fact.paid': 'Payé le',
  'mail.fact.refunded': 'Remboursé le',
  'mail.fact.version': 'Version',
  'mail.fact.photos': 'Photos',
  'mail.fact.question': 'Question',
  'mail.fact.more_questions': 'Autres questions',
  'mail.fact.work': 'À faire',
  'mail.fact.pay': 'Rémunération',
  'mail.fact.city': 'Ville',
  'mail.fact.distance': 'Distance',
  'mail.fact.accept_by': 'Date limite pour accepter',

  'mail.confirm_email.title': 'Confirmez votre adresse e-mail',
  'mail.confirm_email.body':
    'Un compte a été créé chez {operator} avec cette adresse. Confirmez que c’est bien la vôtre.',
  'mail.confirm_email.action': 'Confirmer l’adresse e-mail',
  'mail.confirm_email.browser':
    'Ouvrez le lien dans le navigateur avec lequel vous avez créé le compte. Dans un autre navigateur, vous devrez choisir un nouveau mot de passe et toutes les autres sessions seront fermées.',
  'mail.confirm_email.why':
    'Vous recevez cet e-mail car un compte a été créé avec cette adresse. Si vous n’en êtes pas à l’origine, ignorez ce message\u00a0: l’adresse ne sera pas confirmée.',

  'mail.password_reset.body':
    'Un nouveau mot de passe a été demandé pour votre compte chez {operator}.',
  'mail.password_reset.once': 'Lien à usage unique, valable jusqu’au {time}.',
  'mail.password_reset.why':
    'Vous recevez cet e-mail car quelqu’un a saisi votre adresse pour réinitialiser un mot de passe. Si vous n’en êtes pas à l’origine, ignorez ce message\u00a0: votre mot de passe reste inchangé.',

  'mail.password_changed.title': 'Votre mot de passe a été modifié',
  'mail.password_changed.body':
    'Le mot de passe de votre compte chez {operator} a été modifié le {time}. Toutes les autres sessions ont été fermées.',
  'mail.password_changed.next':
    'Si c’est bien vous, vous n’avez rien à faire. Sinon, choisissez sans attendre un nouveau mot de passe.',

  'mail.request_received.subject': 'Votre demande\u00a0: {objective}',
  'mail.request_received.heading': 'Nous avons bien reçu votre demande',
  'mail.request_received.quoted':
    'Choisissez une offre pour lancer la vérification. Les prix sont valables jusqu’au {time}.',
  'mail.request_received.choose': 'Choisissez une offre pour lancer la vérification.',
  'mail.request_received.unserviceable':
    'Nous ne pouvons pas vérifier ce lieu pour le moment. Vous n’avez rien à payer.',
  'mail.request_received.pay': 'Réglez votre offre pour lancer la vérification.',
  'mail.request_received.sending': 'Nous envoyons quelqu’un sur place.',
  'mail.request_received.other': 'Ouvrez votre demande pour suivre son avancement.',
  'mail.request_received.keep':
    'Conservez cet e-mail. Le lien permet d’ouvrir votre demande sur n’importe quel appareil. Toute personne qui a ce lien peut consulter et payer la demande.',
  'mail.request_received.sign_in':
    'Pour ouvrir votre demande avec ce lien, vous devez vous connecter.',
  'mail.request_received.why':
    'Vous recevez cet e-mail car votre adresse a servi à demander une vérification à {operator}. Si vous n’en êtes pas à l’origine, ignorez ce message.',

  'mail.quote_expiring.subject': 'Vos offres expirent bientôt\u00a0: {objective}',
  'mail.quote_expiring.heading': 'Vos offres expirent bientôt',
  'mail.quote_expiring.body':
    'Les prix sont valables jusqu’au {time}. Pour en bénéficier, choisissez une offre avant cette date. Ensuite, de nouveaux prix vous seront proposés.',

  'mail.payment_received.subject': 'Paiement reçu\u00a0: {objective}',
  'mail.payment_received.heading': 'Nous avons bien reçu votre paiement',
  'mail.payment_received.closed':
    'La vérification a été clôturée avant la réception de votre paiement, qui vous sera donc remboursé.',
  'mail.payment_received.sending':
    'Nous envoyons quelqu’un sur place. Vous recevrez le rapport par e-mail.',
  'mail.payment_received.sending_due':
    'Nous envoyons quelqu’un sur place. Vous recevrez le rapport par e-mail au plus tard le {time}.',

  'mail.payment_refunded.subject': 'Paiement remboursé\u00a0: {objective}',
  'mail.payment_refunded.heading': 'Votre paiement a été remboursé',
  'mail.payment_refunded.body':
    'Nous avons remboursé {amount} sur votre moyen de paiement. L’opération peut mettre quelques jours à apparaître sur votre compte bancaire.',

  'mail.verifier_on_way.subject': 'Un vérificateur est en route\u00a0: {objective}',
  'mail.verifier_on_way.heading': 'Un vérificateur est en route',
  'mail.verifier_on_way.body':
    'Un vérificateur a accepté la mission et prendra les photos sur place.',

  'mail.photos_received.subject': 'Photos reçues\u00a0: {objective}',
  'mail.photos_received.heading': 'Toutes les photos sont arrivées',
  'mail.photos_received.body': 'Nous examinons les photos. Vous recevrez le rapport par e-mail.',

  'mail.report_delivered.subject': 'Votre rapport\u00a0: {objective}',
  'mail.report_delivered.subject_answer': '{answer}\u00a0: {question}',
  'mail.report_delivered.heading': 'Votre rapport est prêt',
  'mail.report_delivered.heading_new': 'Nouvelle version de votre rapport',
  'mail.report_delivered.ready': 'Votre rapport est prêt.',
  'mail.report_delivered.ready_new': 'Une nouvelle version du rapport est disponible.',
  'mail.report_delivered.changed': 'Modifications\u00a0: {summary}',
  'mail.report_delivered.version': '{version}, créée le {time}',
  'mail.report_delivered.action': 'Lire le rapport',
  'mail.report_delivered.link':
    'Toute personne qui a ce lien peut lire le rapport jusqu’au {time}.',

  'mail.report_withdrawn.subject': 'Rapport retiré\u00a0: {objective}',
  'mail.report_withdrawn.heading': 'Un rapport a été retiré',
  'mail.report_withdrawn.body':
    'La version {version} de votre rapport a été retirée le {time}. Veuillez ne plus vous y fier.',
  'mail.report_withdrawn.none': 'Il n’y a pas d’autre version pour le moment.',
  'mail.report_withdrawn.current': 'La version actuelle est la version {version}.',
  'mail.report_withdrawn.see': 'Voir la version retirée',
  'mail.report_withdrawn.read': 'Lire la version {version}',

  'mail.request_closed.subject_cancelled': 'Vérification annulée\u00a0: {objective}',
  'mail.request_closed.subject_expired': 'Demande expirée\u00a0: {objective}',
  'mail.request_closed.cancelled': 'Votre vérification a été annulée',
  'mail.request_closed.expired': 'Votre demande a expiré',
  'mail.request_closed.not_charged': 'Rien ne vous a été facturé.',
  'mail.request_closed.refunded': 'Votre paiement de {amount} a été remboursé.',
  'mail.request_closed.refunding':
    'Votre paiement de {amount} est en cours de remboursement. Nous vous écrirons dès que ce sera fait.',

  'mail.capture_invite.subject': '{sender} vous demande de photographier un lieu',
  'mail.capture_invite.subject_customer':
    'Un client vous demande, via {operator}, de photographier un lieu',
  'mail.capture_invite.heading': 'Pouvez-vous photographier un lieu\u00a0?',
  'mail.capture_invite.body':
    '{sender} vous demande de montrer, avec votre téléphone, à quoi ressemble ce lieu. Cela ne prend que quelques minutes.',
  'mail.capture_invite.body_customer':
    'Un client vous demande, via {operator}, de montrer avec votre téléphone à quoi ressemble ce lieu. Cela ne prend que quelques minutes.',
  'mail.capture_invite.photos': '{photos, number}',
  'mail.capture_invite.action': 'Prendre les photos',
  'mail.capture_invite.position':
    'Ouvrez le lien sur votre téléphone une fois sur place. Le téléphone vous demandera l’accès à votre position, car le rapport indique où chaque photo a été prise.',
  'mail.capture_invite.link': 'Ce lien vous est réservé. Il est valable jusqu’au {time}.',
  'mail.capture_invite.why':
    'Vous recevez cet e-mail car {sender} a transmis votre adresse à {operator} à cette fin. Si ce nom ne vous dit rien, ignorez ce message.',
  'mail.capture_invite.why_customer':
    'Vous recevez cet e-mail car un client a transmis votre adresse à {operator} à cette fin. Si vous ne voyez pas de qui il s’agit, ignorez ce message.',

  'mail.invite_expired.subject': 'Lien photo expiré\u00a0: {objective}',
  'mail.invite_expired.heading': 'Un lien photo a expiré',
  'mail.invite_expired.own':
    'Votre lien photo a expiré le {time}, sans qu’aucune photo ait été reçue.',
  'mail.invite_expired.sent':
    'Le lien photo envoyé à {name} a expiré le {time}, sans qu’aucune photo ait été reçue.',
  'mail.invite_expired.next':
    'La vérification est en attente. Renvoyez le lien, transmettez-le à quelqu’un d’autre ou prenez les photos vous-même.',

  'mail.dispatch_offer.title': 'Nouvelle mission',
  'mail.dispatch_offer.title_near': 'Nouvelle mission (secteur {city})',
  'mail.dispatch_offer.body':
    '{operator} vous propose une mission\u00a0: rendez-vous sur place et montrez, avec votre téléphone, à quoi ressemble le lieu.',
  'mail.dispatch_offer.work':
    '{photos, plural, one {# photo} many {# de photos} other {# photos}}, {questions, plural, one {# question} many {# de questions} other {# questions}}, environ {minutes, plural, one {# minute} many {# de minutes} other {# minutes}}',
  'mail.dispatch_offer.action': 'Voir l’offre',
  'mail.dispatch_offer.first':
    'L’offre peut être envoyée à plusieurs vérificateurs. Le premier à l’accepter reçoit la mission et l’adresse, et dispose de {hours, plural, one {# heure} many {# d’heures} other {# heures}} pour terminer.',
  'mail.dispatch_offer.why':
    'Vous recevez cet e-mail car {operator} dispose de votre adresse pour vous proposer des missions.',

  'sms.capture_invite':
    "{sender} vous demande de photographier un lieu : {url} Lien valable jusqu'au {time}. Pour ne plus recevoir de messages, répondez STOP.",
  'sms.capture_invite.customer':
    "Un client vous demande, via {operator}, de photographier un lieu : {url} Lien valable jusqu'au {time}. Pour ne plus recevoir de messages, répondez STOP.",
  'sms.capture_invite.anonymous':
    "Un client vous demande de photographier un lieu : {url} Lien valable jusqu'au {time}. Pour ne plus recevoir de messages, répondez STOP.",
  'sms.dispatch_offer':
    '{operator} vous propose une mission : {url} Acceptez avant le {time}. Pour ne plus recevoir de messages, répondez STOP.',
  'sms.dispatch_offer.near':
    '{operator} vous propose une mission (secteur {city}) : {url} Acceptez avant le {time}. Pour ne plus recevoir de messages, répondez STOP.',
  'sms.dispatch_offer.anonymous':
    'Nouvelle mission : {url} Acceptez avant le {time}. Pour ne plus recevoir de messages, répondez STOP.',
  'sms.dispatch_offer.anonymous_near':
    'Nouvelle mission (secteur {city}) : {url} Acceptez avant le {time}. Pour ne plus recevoir de messages, répondez STOP.',
};
