import type { Translated } from '../create-translator.js';
import type { StatusEnglish } from './en.js';

/** Messages in French of the page of one request. */
export const fr: Translated<StatusEnglish> = {
  'status.your_request': 'Votre demande',
  'status.enter_code': 'Saisissez le code d’accès de votre demande pour voir son état.',
  'status.status': 'État',
  'status.progress': 'Avancement',
  'status.place': 'Lieu',
  'status.edit': 'Modifier la demande',
  'status.two_sentences': '{first} {second}',

  'status.heading.received': 'Nous avons bien reçu votre demande',
  'status.heading.quoted': 'Choisissez une offre',
  'status.heading.unserviceable': 'Nous ne pouvons pas vérifier ce lieu',
  'status.heading.offer_selected': 'Payez pour lancer la vérification',
  'status.heading.awaiting_payment': 'Terminez le paiement',
  'status.heading.confirmed': 'Nous envoyons quelqu’un sur place',
  'status.heading.your_turn': 'À vous\u00a0: prenez les photos',
  'status.heading.in_progress': 'Les photos arrivent',
  'status.heading.all_in': 'Toutes les photos sont arrivées',
  'status.heading.report_ready': 'Votre rapport est prêt',
  'status.heading.completed': 'Vous avez votre rapport',
  'status.heading.disputed': 'Vous avez contesté le résultat',
  'status.heading.cancelled': 'Demande annulée',
  'status.heading.expired': 'Demande expirée',

  'status.received': 'Nous calculons les prix.',
  'status.covered':
    'Nous pouvons envoyer un vérificateur sur place depuis {city}. Toutes les offres sont disponibles.',
  'status.limited':
    'Nous pouvons envoyer un vérificateur sur place depuis {city}. Certaines offres ne sont pas disponibles.',
  'status.self_service_only':
    'Ce lieu est trop loin de notre ville la plus proche ({city})\u00a0: nous ne pouvons pas y envoyer de vérificateur. Vous, ou une personne de confiance sur place, pouvez prendre les photos grâce à un lien que nous fournissons.',
  'status.unserviceable':
    'Il est trop loin de notre ville la plus proche ({city}). Vous n’avez rien à payer.',
  'status.hold': 'Fin de validité des prix\u00a0: {time}.',
  'status.prices_expired': 'Ces prix ont expiré. Choisissez une offre pour en obtenir de nouveaux.',
  'status.declined': 'Le paiement a été refusé. Rien n’a été débité.',
  'status.chosen': '{label}, {amount}.',
  'status.open': 'Date limite de paiement\u00a0: {time}.',
  'status.due': 'Date limite de remise du rapport\u00a0: {time}.',
  'status.get_link': 'Obtenez le lien et ouvrez-le sur place.',
  'status.collecting': 'La prise de photos est en cours sur place.',
  'status.reviewing': 'Nous examinons les photos.',
  'status.completed': 'Vous pouvez encore demander d’autres photos ou contester le résultat.',
  'status.disputed': 'Nous examinons votre contestation.',
  'status.disputed_at': 'Vous avez contesté ce rapport ({time}). Nous l’examinons.',
  'status.more_photos': 'Vous avez demandé d’autres photos ({time}).',
  'status.refunded': 'Montant remboursé\u00a0: {amount}.',
  'status.not_chosen':
    'Aucune offre n’a été choisie ni payée pendant {days, plural, one {# jour} many {# de jours} other {# jours}}.',
  'status.replaced': 'Vous l’avez remplacée par une demande modifiée.',
  'status.deadline_passed': 'La vérification n’a pas pu être terminée à temps.',
  'status.current': 'Il contient les photos, positions et heures, et il est signé.',
  'status.withdrawn': 'Le rapport a été retiré. Ne vous y fiez pas.',
  'status.add_comment': 'Pour ajouter quelque chose, ouvrez le rapport et envoyez un commentaire.',

  'status.step.requested': 'Demande',
  'status.step.chosen': 'Choix de l’offre',
  'status.step.paid': 'Paiement',
  'status.step.free': 'Gratuit',
  'status.step.on_site': 'Sur place',
  'status.step.photos': 'Photos',
  'status.step.report': 'Rapport',
  'status.mark.done': 'terminé',
  'status.mark.done_at': 'terminé, {time}',
  'status.mark.now': 'en cours',
  'status.mark.later': 'à venir',

  'status.offers': 'Offres',
  'status.recommended': 'Recommandée',
  'status.within': 'Sous {hours, plural, one {# heure} many {# d’heures} other {# heures}}',
  'status.choose': 'Choisir',
  'status.choose_offer': 'Choisir {label}',
  'status.price_terms':
    'Prix total, taxes comprises. Remboursement intégral si vous annulez avant le début de la mission.',
  'status.free_terms': 'Rien à payer.',
  'status.not_available': 'Non disponible à cet endroit.',
  'status.prices_changed': 'Les prix ont changé. Choisissez à nouveau.',
  'status.pay': 'Payer {amount}',
  'status.change_offer': 'Changer d’offre',
  'status.to_checkout': 'Aller au paiement',
  'status.open_until': 'Date limite de paiement\u00a0: {time}.',
  'status.another': 'Demander une autre vérification',

  'status.link.get': 'Obtenir le lien photo',
  'status.link.replace': 'Remplacer ce lien',
  'status.link.current_stops': 'Le lien actuel ne fonctionnera plus.',
  'status.link.replace_now': 'Remplacer le lien',
  'status.link.take_yourself': 'Prendre les photos moi-même',
  'status.link.invitee_stops': 'Le lien envoyé à {name} ne fonctionnera plus.',
  'status.link.take_photos': 'Prendre les photos avec cet appareil',
  'status.link.qr': 'Code QR du lien photo',
  'status.link.copy': 'Copier le lien photo',
  'status.link.scan': 'Ou scannez ce code avec le téléphone qui prendra les photos.',
  'status.link.until': 'Fin de validité\u00a0: {time}.',

  'status.invite.ask': 'Demander à quelqu’un sur place',
  'status.invite.lead':
    'Cette personne reçoit un lien qui s’ouvre dans le navigateur de n’importe quel téléphone.',
  'status.invite.name': 'Nom',
  'status.invite.email': 'E-mail',
  'status.invite.phone': 'Téléphone',
  'status.invite.texts_sent': 'Sans e-mail, le lien est envoyé par SMS à ce numéro.',
  'status.invite.no_texts':
    'Ce service n’envoie pas de SMS. Sans e-mail, copiez le lien et partagez-le.',
  'status.invite.send': 'Envoyer le lien',
  'status.invite.list': 'Liens envoyés',
  'status.invite.again': 'Renvoyer',
  'status.invite.to_other': 'Transmettre à quelqu’un d’autre',
  'status.invite.give': 'Transmettre le lien',
  'status.invite.revoke': 'Révoquer',
  'status.invite.copy': 'Copier le lien pour {name}',
  'status.invite.one_active':
    'Quelqu’un a déjà un lien valide. Renvoyez-le ou transmettez-le à quelqu’un d’autre.',
  'status.invite.limit': 'Plus aucun lien ne peut être créé pour cette demande.',

  'status.invite_state.active': 'Valide',
  'status.invite_state.expired': 'Expiré',
  'status.invite_state.invalidated': 'Révoqué',
  'status.invite_state.completed': 'Terminé',
  'status.session.not_started': 'Pas encore ouvert',
  'status.session.opened': 'Ouvert',
  'status.session.capturing': 'Photos en cours',
  'status.session.submitted': 'Photos envoyées',

  'status.delivery.queued': 'En attente d’envoi',
  'status.delivery.sent': 'Envoyé\u00a0: {time}',
  'status.delivery.skipped': 'Non envoyé',

  'status.failed.sms_not_configured': 'Échec de l’envoi\u00a0: ce service n’envoie pas de SMS.',
  'status.failed.no_number': 'Échec de l’envoi\u00a0: il n’y a pas de numéro de téléphone.',
  'status.failed.number_not_valid':
    'Échec de l’envoi\u00a0: ce numéro ne peut pas recevoir de SMS.',
  'status.failed.number_not_reachable': 'Échec de l’envoi\u00a0: le téléphone est injoignable.',
  'status.failed.region_not_supported':
    'Échec de l’envoi\u00a0: les SMS ne peuvent pas être envoyés vers ce pays.',
  'status.failed.recipient_opted_out':
    'Échec de l’envoi\u00a0: la personne a répondu STOP à un message précédent.',
  'status.failed.message_blocked': 'Échec de l’envoi\u00a0: l’opérateur a bloqué le message.',
  'status.failed.not_delivered':
    'Échec de l’envoi\u00a0: l’opérateur n’a pas pu remettre le message.',
  'status.failed.bounced': 'Échec de l’envoi\u00a0: l’e-mail nous est revenu.',
  'status.failed.mailbox_full': 'Échec de l’envoi\u00a0: la boîte de réception est pleine.',
  'status.failed.unknown_address': 'Échec de l’envoi\u00a0: l’adresse e-mail n’existe pas.',
  'status.failed.other': 'Échec de l’envoi\u00a0: {error}',

  'status.not_sent.address_not_confirmed':
    'Confirmez d’abord votre adresse e-mail, ou copiez le lien.',
  'status.not_sent.mail_not_configured':
    'Ce service n’envoie pas d’e-mails. Copiez le lien et partagez-le.',
  'status.not_sent.sms_not_configured':
    'Ce service n’envoie pas de SMS. Copiez le lien et partagez-le.',
  'status.not_sent.no_address': 'Il n’y a pas d’adresse e-mail. Copiez le lien et partagez-le.',
  'status.not_sent.address_not_plain':
    'Aucun e-mail ne peut être envoyé à cette adresse. Copiez le lien et partagez-le.',
  'status.not_sent.no_number': 'Il n’y a pas de numéro. Copiez le lien et partagez-le.',
  'status.not_sent.number_not_valid':
    'Ce numéro ne peut pas recevoir de SMS. Copiez le lien et partagez-le.',
  'status.not_sent.recipient_opted_out':
    'La personne a répondu STOP à un message précédent. Copiez le lien et partagez-le.',
  'status.not_sent.other': 'Copiez le lien et partagez-le.',

  'status.read': 'Lire le rapport',
  'status.pdf': 'Télécharger le PDF',

  'status.share': 'Partager le rapport',
  'status.share.lead':
    'Toute personne qui a le lien peut lire la version actuelle du rapport sans se connecter. Dans les messageries, l’aperçu du lien montre la question, la réponse, le lieu et la date.',
  'status.share.days': 'Durée de validité du lien',
  'status.share.7_days': '7 jours',
  'status.share.30_days': '30 jours',
  'status.share.90_days': '90 jours',
  'status.share.365_days': '1 an',
  'status.share.create': 'Créer un lien',
  'status.share.list': 'Liens de partage',
  'status.share.number': 'Lien {number}',
  'status.share.until': 'Fin de validité\u00a0: {time}',
  'status.share.unopened': 'Pas encore ouvert',
  'status.share.views':
    '{views, plural, one {Ouvert # fois} many {Ouvert # fois} other {Ouvert # fois}}',
  'status.share.copy': 'Copier le lien',
  'status.share.copy_number': 'Copier le lien {number}',
  'status.share.send': 'Partager',
  'status.share.send_number': 'Partager le lien {number}',
  'status.share.preview': 'Aperçu',
  'status.share.preview_number': 'Aperçu du lien {number}',
  'status.share.end': 'Révoquer',
  'status.share.end_number': 'Révoquer le lien {number}',
  'status.share.ended': 'Liens expirés ou révoqués ({count})',
  'status.share.revoked': 'Révoqué\u00a0: {time}',
  'status.share.expired': 'Expiré\u00a0: {time}',
  'status.share.limit': 'Plus aucun lien ne peut être créé pour ce rapport.',

  'status.cancel': 'Annuler cette demande',
  'status.cancel.free': 'Vous n’avez rien payé\u00a0; il n’y a donc rien à rembourser.',
  'status.cancel.paid': 'Votre paiement de {amount} sera intégralement remboursé.',
  'status.cancel.reason': 'Motif (facultatif)',
  'status.cancel.now': 'Annuler définitivement',

  'status.contact': 'E-mail',
  'status.contact.goes_to': 'Les e-mails sont envoyés à {email}.',
  'status.contact.full':
    'Un e-mail envoyé à {email} nous est revenu\u00a0: la boîte est pleine. Faites de la place et renvoyez le lien, ou saisissez une autre adresse.',
  'status.contact.unknown':
    'Un e-mail envoyé à {email} nous est revenu\u00a0: l’adresse n’existe pas. Saisissez-en une autre.',
  'status.contact.returned':
    'Un e-mail envoyé à {email} nous est revenu. Saisissez une autre adresse.',
  'status.contact.account_full':
    'Un e-mail envoyé à {email} nous est revenu\u00a0: la boîte est pleine. Faites de la place pour recevoir les suivants.',
  'status.contact.account_unknown':
    'Un e-mail envoyé à {email} nous est revenu\u00a0: l’adresse n’existe pas.',
  'status.contact.account_returned': 'Un e-mail envoyé à {email} nous est revenu.',
  'status.contact.change': 'Modifier',
  'status.contact.address': 'Adresse e-mail',
  'status.contact.save': 'Enregistrer et envoyer le lien',
  'status.contact.send': 'Envoyer le lien',

  'status.save': 'Conservez votre lien',
  'status.save.lead':
    'Vous n’avez pas indiqué d’adresse e-mail. Sans ce lien, vous ne pourrez pas revenir à votre demande.',
  'status.save.no_mail':
    'Ce service n’envoie pas d’e-mails. Sans ce lien, vous ne pourrez pas revenir à votre demande.',
  'status.save.copy': 'Copier le lien',
  'status.save.share': 'Partager',
  'status.save.calendar': 'Ajouter au calendrier',
  'status.save.calendar_title': 'Votre demande\u00a0: {objective}',
  'status.save.by_mail': 'L’envoyer par e-mail',
  'status.save.qr': 'Code QR de votre lien privé',
  'status.save.saved': 'J’ai conservé le lien',

  'status.push': 'Notifications',
  'status.push.lead':
    'Ce navigateur peut vous avertir lorsque votre paiement est reçu, qu’un vérificateur est en route et que les photos et le rapport sont arrivés.',
  'status.push.on': 'M’avertir dans ce navigateur',
  'status.push.off': 'Désactiver',
  'status.push.denied':
    'Votre navigateur bloque les notifications de ce site. Autorisez-les dans ses réglages, puis réessayez.',
  'status.push.failed': 'Cela n’a pas fonctionné. Réessayez dans une minute.',

  'status.private': 'Votre lien privé',
  'status.private.code': 'Code d’accès\u00a0: {code}',
  'status.private.copy': 'Copier le lien privé',
  'status.private.lead':
    'Conservez-le\u00a0: toute personne qui l’a peut consulter et payer cette demande.',
  'status.private.keep': 'Ajouter à mon compte',
  'status.private.kept': 'Cette demande est dans votre compte.',
  'status.private.claimed': 'Cette demande est dans un autre compte.',

  'status.fact.address': 'Adresse',
  'status.fact.offer': 'Offre',
  'status.fact.payment': 'Paiement',
  'status.fact.report': 'Rapport',
  'status.quote.pending': 'Prix en cours de calcul',
  'status.quote.ready': 'Prix disponibles',
  'status.quote.unavailable': 'Aucune offre ici',
  'status.quote.accepted': 'Offre choisie',
  'status.quote.expired': 'Prix expirés',
  'status.report.not_ready': 'Pas encore disponible',
  'status.report.generating': 'En cours de création',
  'status.report.ready': 'Prêt',
  'status.report.delivered': 'Envoyé\u00a0: {time}',
  'status.report.withdrawn': 'Retiré',
  'status.report.withdrawn_because': 'Retiré\u00a0: {reason}',
  'status.payment.unpaid': 'Non payé',
  'status.payment.not_required': 'Gratuit',
  'status.payment.pending': 'En attente de paiement',
  'status.payment.paid': 'Payé',
  'status.payment.paid_at': 'Payé\u00a0: {time}',
  'status.payment.failed': 'Paiement refusé',
  'status.payment.refunded': 'Remboursé',
};
