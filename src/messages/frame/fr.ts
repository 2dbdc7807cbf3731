import type { Translated } from '../create-translator.js';
import type { FrameEnglish } from './en.js';

/** Messages in French that every page can show. */
export const fr: Translated<FrameEnglish> = {
  'frame.service': 'Service de vérification',
  'frame.description':
    'Quelqu’un se rend sur place avec un téléphone. Vous recevez un rapport signé avec photos, positions et heures.',
  'frame.title': '{heading} – Service de vérification',
  'frame.title_with_error': 'Erreur\u00a0: {heading} – Service de vérification',
  'frame.skip': 'Aller au contenu',
  'frame.navigation': 'Menu principal',
  'frame.your_requests': 'Vos demandes',
  'frame.signed_in_as': 'Connecté en tant que',
  'frame.sign_out': 'Se déconnecter',
  'frame.sign_in': 'Se connecter',
  'frame.interface': 'API',
  'frame.about': 'À propos',
  'frame.help': 'Aide',
  'frame.privacy': 'Confidentialité',
  'frame.imprint': 'Mentions légales',
  'frame.run_by': 'Service exploité par {name}.',
  'frame.language': 'Langue',
  'frame.change_language': 'Changer',

  'frame.zones.utc': 'Les heures sont en UTC.',
  'frame.zones.place': 'Les heures sont dans le fuseau horaire du lieu ({zone}).',
  'frame.zones.apart':
    'Les heures sur place sont dans le fuseau horaire du lieu ({zone}), les autres dans le vôtre.',

  'frame.did_you_mean': 'Vouliez-vous dire {email}\u00a0?',

  'frame.name_hint':
    'Au moins 2 caractères. Pour un nom d’un seul caractère comme 李, ajoutez le prénom.',
  'frame.problem': 'Vérifiez votre saisie',
  'frame.field_problem': '{label}\u00a0– {message}',
  'frame.fill_in': 'Ce champ est obligatoire.',
  'frame.too_short': 'Saisissez au moins {least} caractères.',
  'frame.too_long': '{most} caractères au maximum\u00a0; vous en avez saisi {have}.',
  'frame.number': 'Saisissez un nombre, par exemple 52.5219.',
  'frame.range': 'Saisissez un nombre de {least} à {most}.',
  'frame.email': 'Saisissez une adresse e-mail, par exemple name@example.com.',
  'frame.invalid': 'Cette saisie n’est pas valide.',

  'frame.no_connection': 'Pas de connexion. Votre saisie est conservée.',
  'frame.try_again': 'Réessayer',
  'frame.too_many': 'Trop de requêtes. Réessayez dans {time}.',
  'frame.our_fault':
    'Une erreur s’est produite de notre côté. Si vous nous contactez, indiquez le numéro {number}.',
  'frame.our_fault_unnumbered':
    'Une erreur s’est produite de notre côté. Réessayez dans une minute.',
  'frame.no_pdf': 'Le PDF est en cours de création. Réessayez dans une minute.',
  'frame.signed_out': 'Vous avez été déconnecté. Connectez-vous à nouveau.',
  'frame.other_site':
    'L’envoi provient d’une page d’un autre site. Rechargez cette page et réessayez.',
  'frame.not_now': 'Ce n’est plus possible. Voici l’état actuel.',
  'frame.rejected': 'Cela n’a pas fonctionné. Rechargez la page et réessayez.',

  'frame.access_code': 'Code d’accès',
  'frame.open': 'Ouvrir',
  'frame.enter_code': 'Saisissez le code d’accès',
  'frame.code_hint': 'Le code est la dernière partie de votre lien privé, après le #.',
  'frame.sign_in_instead': 'La demande est dans votre compte\u00a0? Connectez-vous.',
  'frame.opens_nothing': 'Ce lien n’est pas valide',
  'frame.check_link': 'Vérifiez qu’il est complet ou saisissez le code d’accès.',

  'frame.show_password': 'Afficher',
  'frame.copied': 'Copié.',
  'frame.not_copied':
    'Votre navigateur n’a pas pu copier le texte. Sélectionnez-le et copiez-le vous-même.',
  'frame.free': 'Gratuit',
};
