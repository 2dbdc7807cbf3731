import type { Translated } from '../create-translator.js';
import type { AccountEnglish } from './en.js';

/** Messages in French of the account pages: sign-in, registration, the links of account mails, and the account with its requests. */
export const fr: Translated<AccountEnglish> = {
  'account.full_name': 'Nom complet',
  'account.email': 'E-mail',
  'account.phone': 'Téléphone',
  'account.phone_hint':
    'Pour vous joindre pendant la visite, par exemple devant un portail fermé. Jamais pour de la publicité.',
  'account.language': 'Langue des e-mails',
  'account.language_hint': 'La langue des pages se choisit en bas de chaque page.',
  'account.language_of_request': 'Celle de la demande concernée',
  'account.password': 'Mot de passe',
  'account.current_password': 'Mot de passe actuel',
  'account.new_password': 'Nouveau mot de passe',
  'account.password_hint': 'Quelques mots choisis au hasard font un bon mot de passe.',
  'account.password_is_email': 'Le mot de passe ne doit pas être votre adresse e-mail.',

  'account.sign_in.lead': 'Retrouvez vos demandes et leurs rapports au même endroit.',
  'account.sign_in.forgotten': 'Mot de passe oublié\u00a0?',
  'account.sign_in.wrong': 'Adresse e-mail ou mot de passe incorrect.',

  'account.register.heading': 'Créer un compte',
  'account.register.lead':
    'Retrouvez toutes vos demandes et tous vos rapports, et envoyez des liens photo à d’autres personnes.',
  'account.register.button': 'Créer le compte',
  'account.register.taken': 'Un compte existe déjà avec cette adresse e-mail. Connectez-vous.',
  'account.register.already': 'Vous avez déjà un compte\u00a0? Connectez-vous.',

  'account.request': 'Demander une vérification',
  'account.none':
    'Aucune demande pour l’instant. Demandez une vérification\u00a0: elle apparaîtra ici.',
  'account.older': 'Demandes plus anciennes',
  'account.search': 'Rechercher dans vos demandes',
  'account.find': 'Rechercher',
  'account.all_states': 'Tous',
  'account.show_all': 'Tout afficher',
  'account.found':
    '{found, plural, one {# demande trouvée.} many {# de demandes trouvées.} other {# demandes trouvées.}}',
  'account.found_none': 'Aucune demande trouvée.',
  'account.found_first':
    'Seules les {shown, number} premières sont affichées\u00a0; le fichier les contient toutes.',
  'account.file': 'Télécharger en CSV',
  'account.column.question': 'Question',
  'account.column.address': 'Adresse',
  'account.column.state': 'État',
  'account.column.requested': 'Demandé le',
  'account.column.request_id': 'Identifiant de la demande',

  'account.state.received': 'Reçue',
  'account.state.quoted': 'Offre à choisir',
  'account.state.unserviceable': 'Vérification impossible',
  'account.state.offer_selected': 'À payer',
  'account.state.awaiting_payment': 'Paiement commencé',
  'account.state.confirmed': 'Confirmée',
  'account.state.in_progress': 'Photos en cours',
  'account.state.report_ready': 'Rapport prêt',
  'account.state.completed': 'Terminée',
  'account.state.disputed': 'Contestée',
  'account.state.cancelled': 'Annulée',
  'account.state.expired': 'Expirée',

  'account.unconfirmed':
    'Confirmez votre adresse e-mail\u00a0: nous avons envoyé un lien à {email}. D’ici là, nous n’enverrons aucun lien photo de votre part.',
  'account.unconfirmable':
    'Ce service n’envoie pas d’e-mails\u00a0: votre adresse ne peut donc pas être confirmée. Copiez chaque lien photo et partagez-le.',
  'account.send_new': 'Envoyer un nouveau lien',
  'account.sent': 'Un nouveau lien est en route.',

  'account.your_account': 'Votre compte',
  'account.details': 'Vos informations',
  'account.save': 'Enregistrer',
  'account.saved': 'Vos informations sont enregistrées.',
  'account.change_password': 'Changer le mot de passe',
  'account.password_changed':
    'Votre mot de passe a été modifié. Les autres appareils ont été déconnectés.',
  'account.wrong_password': 'Le mot de passe est incorrect.',
  'account.data': 'Vos données',
  'account.data_lead':
    'Toutes les données enregistrées sur vous et vos demandes, dans un seul fichier.',
  'account.download': 'Télécharger mes données',
  'account.delete': 'Supprimer mon compte',
  'account.delete_lead':
    'Votre compte, vos demandes et leurs rapports seront supprimés. Cette action est irréversible.',
  'account.delete_now': 'Supprimer définitivement',
  'account.busy':
    'Vous pourrez supprimer votre compte une fois reçu le rapport ou le remboursement de ces demandes en cours\u00a0:',
  'account.deleted': 'Votre compte a été supprimé',
  'account.deleted_lead':
    'Les données restantes seront supprimées dans l’heure. Vous êtes déconnecté.',

  'account.confirm.heading': 'Confirmez votre adresse e-mail',
  'account.confirm.lead':
    'Appuyez sur le bouton pour confirmer que cette adresse e-mail est bien la vôtre. Si vous n’êtes pas connecté à votre compte dans ce navigateur, vous choisirez ensuite un nouveau mot de passe.',
  'account.confirm.button': 'Confirmer',
  'account.confirm.done': 'Votre adresse e-mail est confirmée.',
  'account.confirm.choose_password':
    'Votre adresse e-mail est confirmée. Vous n’étiez pas connecté au compte dans ce navigateur\u00a0: le mot de passe choisi à la création du compte ne fonctionne plus et tous les appareils ont été déconnectés. Choisissez un nouveau mot de passe.',
  'account.confirm.sign_in': 'Connectez-vous pour recevoir un nouveau lien.',

  'account.reset.heading': 'Réinitialiser le mot de passe',
  'account.reset.lead': 'Nous vous envoyons un lien pour choisir un nouveau mot de passe.',
  'account.reset.no_mail':
    'Ce service n’envoie pas d’e-mails et ne peut donc pas vous envoyer de lien. Adressez-vous à son exploitant.',
  'account.reset.button': 'Envoyer le lien',
  'account.reset.sent': 'S’il existe un compte avec cette adresse e-mail, un lien est en route.',
  'account.reset.sent_again':
    'S’il existe un compte avec cette adresse e-mail, un autre lien est en route.',
  'account.reset.wait':
    'Il arrive en général en moins d’une minute et reste valable {hours, plural, one {# heure} many {# d’heures} other {# heures}}. S’il n’arrive pas, regardez dans vos courriers indésirables et vérifiez l’adresse\u00a0: {email}.',
  'account.reset.again': 'Renvoyer',
  'account.reset.other_email': 'Utiliser une autre adresse e-mail',
  'account.reset.have_link': 'Vous avez déjà le lien\u00a0?',
  'account.reset.set': 'Enregistrer le mot de passe',
  'account.reset.done': 'Votre mot de passe est enregistré. Vous êtes connecté.',

  'account.link.expired': 'Ce lien a expiré.',
  'account.link.invalid': 'Ce lien ne fonctionne plus.',
};
