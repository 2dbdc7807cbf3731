import type { Translated } from '../create-translator.js';
import type { AboutEnglish } from './en.js';

/** Messages in French of the page about the service, and of the facts on the order form. */
export const fr: Translated<AboutEnglish> = {
  'about.heading': 'À propos de ce service',
  'about.lead':
    'Quelqu’un se rend sur place avec un téléphone. Vous recevez un rapport signé avec photos, positions et heures.',
  'about.how': 'Comment ça marche',
  'about.step_enter':
    'Vous indiquez le lieu et votre question, puis consultez les offres et leurs prix.',
  'about.step_choose':
    'Vous choisissez une offre et payez. Vous pouvez aussi prendre les photos vous-même, ou les demander à quelqu’un sur place.',
  'about.step_visit':
    'La personne sur place prend les photos étape par étape. Le lieu, l’heure et le fichier de chaque photo sont contrôlés.',
  'about.step_report':
    'Vous recevez le rapport sous forme de page, de PDF et de JSON. Chacun peut vérifier qu’il n’a pas été modifié.',
  'about.cost': 'Tarifs',
  'about.from': 'À partir de {prices}',
  'about.cost_text':
    'Le prix dépend de ce qui est vérifié, du lieu et du délai souhaité. Vous le voyez avant de payer. Si vous prenez les photos vous-même, c’est gratuit lorsqu’une offre le prévoit.',
  'about.duration':
    '{last, plural, one {Rapport sous {hours} heure} many {Rapport sous {hours} d’heures} other {Rapport sous {hours} heures}}',
  'about.sample': 'Voir un exemple de rapport (PDF)',
  'about.sample_text':
    'L’exemple est fictif\u00a0: personne ne s’est rendu sur place et les photos sont dessinées.',
  'about.facts': 'Prix, délai et exemple',
  'about.runs': 'Qui exploite ce service',
  'about.run_by': 'Ce service est exploité par {name}.',
  'about.privacy': 'Confidentialité',
  'about.privacy_policy': 'Lire la politique de confidentialité de l’exploitant.',
  'about.stored_content':
    'Le service conserve ce que vous saisissez, vos paiements (sans numéro de carte) et les photos avec leurs positions et heures.',
  'about.stored_link': 'Toute personne disposant du lien privé d’une demande peut la consulter.',
  'about.stored_account':
    'Depuis la page de votre compte, vous pouvez télécharger vos données et supprimer le compte avec ses demandes.',
  'about.stored_guest':
    'Une demande sans compte peut être effacée via l’API, avec son code d’accès.',
  'about.retained':
    '{days, plural, one {Une demande terminée est effacée # jour après sa dernière modification.} many {Une demande terminée est effacée # de jours après sa dernière modification.} other {Une demande terminée est effacée # jours après sa dernière modification.}}',
  'about.help': 'Aide',
  'about.help_more': 'Obtenir de l’aide auprès de l’exploitant.',
  'about.where': 'Où est ma demande\u00a0?',
  'about.where_answer':
    'Ouvrez son lien privé. Si elle est dans votre compte, connectez-vous\u00a0: elle figure dans la liste.',
  'about.cancel': 'Puis-je annuler\u00a0?',
  'about.cancel_answer':
    'Oui, sur la page de la demande, tant que la mission n’a pas commencé. Ce que vous avez payé est intégralement remboursé.',
  'about.unanswered': 'Et si le rapport ne répond pas à ma question\u00a0?',
  'about.unanswered_answer':
    'À la fin du rapport, demandez d’autres photos ou contestez le résultat.',
  'about.genuine': 'Comment savoir si un rapport est authentique\u00a0?',
  'about.genuine_answer':
    'Ouvrez-le et lancez la vérification\u00a0: la page compare le rapport à sa signature.',
};
