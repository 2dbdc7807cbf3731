import type { Translated } from '../create-translator.js';
import type { RequestEnglish } from './en.js';

/** Messages in French of the page for requesting a check. */
export const fr: Translated<RequestEnglish> = {
  'request.heading': 'Faites vérifier un lieu',
  'request.lead':
    'Quelqu’un s’y rend avec un téléphone. Vous recevez un rapport signé avec photos, positions et heures.',
  'request.edit_heading': 'Modifier votre demande',
  'request.edit_lead':
    'Toute modification crée une nouvelle demande avec de nouveaux prix. La précédente est annulée.',
  'request.keep_as_is': 'Ne rien changer',
  'request.not_editable': 'Cette demande ne peut plus être modifiée.',
  'request.earlier_stays':
    'Votre demande précédente est confirmée\u00a0: elle reste donc valable. Celle-ci est une nouvelle demande.',
  'request.kept': 'Votre saisie a été rétablie.',
  'request.kept_sent': '«\u00a0{button}\u00a0» remplace {link}, sauf si vous l’avez déjà payée.',
  'request.kept_link': 'la demande envoyée',
  'request.clear': 'Vider le formulaire',
  'request.form': 'Demander une vérification',

  'request.service': 'Que faut-il vérifier\u00a0?',
  'request.other': 'Autre chose',
  'request.objective': 'Que souhaitez-vous savoir\u00a0?',
  'request.objective_hint':
    'Une question à laquelle des photos peuvent répondre, par exemple «\u00a0Le magasin est-il ouvert\u00a0?\u00a0»',
  'request.address': 'Où\u00a0?',
  'request.address_hint':
    'Une adresse, un lieu, un Plus Code, deux coordonnées ou un lien copié dans une application de cartes.',
  'request.latitude': 'Latitude',
  'request.longitude': 'Longitude',
  'request.position_hint':
    'Ces champs se remplissent quand vous choisissez un lieu, appuyez sur la carte ou déplacez le repère. Sinon, saisissez deux nombres, par exemple 52.5219 et 13.4132.',
  'request.notes': 'Consignes pour la personne sur place (facultatif)',
  'request.notes_hint':
    'Où se trouve l’entrée, à qui s’adresser, ce qui ne doit pas figurer sur les photos.',

  'request.answered': 'Questions auxquelles répond la personne sur place',
  'request.besides': 'Votre question ci-dessus, et\u00a0:',
  'request.only_yours': 'Votre question ci-dessus.',
  'request.of_services': 'Questions de chaque prestation',
  'request.own.summary': 'Ajouter vos propres questions',
  'request.own.hint':
    'Cinq au maximum. La personne sur place répond à chacune ou indique pourquoi c’est impossible.',
  'request.own.label': 'Question {number}',
  'request.own.kind': 'Réponse à la question {number}',
  'request.own.kind.guessed': 'Selon la formulation',
  'request.own.kind.yes_no': 'Oui ou non',
  'request.own.kind.text': 'Texte',
  'request.own.kind.number': 'Nombre',
  'request.own.kind.date_time': 'Date et heure',
  'request.own.add': 'Ajouter une question',

  'request.contact': 'Comment vous joindre (facultatif)',
  'request.name': 'Nom',
  'request.email': 'E-mail',
  'request.email_hint': 'Nous y envoyons votre lien privé et des nouvelles de la vérification.',
  'request.no_mail':
    'Ce service n’envoie pas d’e-mails. Enregistrez le lien affiché à la page suivante.',
  'request.phone': 'Téléphone',
  'request.phone_hint': 'Pour vous joindre pendant la visite, par exemple devant un portail fermé.',
  'request.signed_in_as':
    'Vous êtes connecté en tant que {email}. Cette demande sera ajoutée à votre compte.',
  'request.see_offers': 'Voir les offres',
  'request.conflict':
    'Cette demande a déjà été envoyée avec d’autres informations. Rechargez la page pour en envoyer une nouvelle.',
  'request.signed_out':
    'Vous êtes déconnecté. Connectez-vous, ou appuyez sur «\u00a0{button}\u00a0» pour continuer sans compte.',

  'request.how_to': 'Comment obtenir les deux nombres',
  'request.google_phone': 'Google Maps sur téléphone',
  'request.google_phone_way':
    'Appuyez longuement sur le lieu jusqu’à ce qu’un repère apparaisse. Les deux nombres s’affichent dans le champ de recherche ou dans les détails du repère. Copiez-les.',
  'request.apple': 'Plans d’Apple',
  'request.apple_way':
    'Appuyez longuement sur le lieu jusqu’à ce qu’un repère apparaisse. Faites défiler sa fiche jusqu’à «\u00a0Coordonnées\u00a0», appuyez longuement dessus et copiez.',
  'request.google_computer': 'Google Maps sur ordinateur',
  'request.google_computer_way':
    'Faites un clic droit sur le lieu. La première ligne du menu contient les deux nombres\u00a0; un clic les copie.',
  'request.osm_way':
    'Déplacez la carte jusqu’à ce que le lieu soit au centre, zoomez et copiez l’adresse de la page.',

  'request.use_position': 'Utiliser ma position',
  'request.looking': 'Recherche de votre position…',
  'request.found': 'Position trouvée, à {distance} près.',
  'request.denied':
    'Votre navigateur n’a pas transmis de position. Saisissez-la, ou autorisez l’accès à la position dans les réglages de cette page et appuyez à nouveau.',
  'request.not_encrypted':
    'La connexion à cette page n’est pas chiffrée\u00a0: votre navigateur ne transmet pas de position. Saisissez-la.',
  'request.taken': 'Les deux champs sont remplis. Vérifiez la position sur la carte.',
  'request.taken_from_middle':
    'Position reprise du centre de cette carte. Si le lieu n’y est pas, déplacez la carte et copiez à nouveau le lien.',
  'request.no_position':
    'Ce lien ne contient pas de position. Ouvrez-le dans un navigateur et copiez l’adresse affichée, ou copiez les deux nombres.',
  'request.map': 'Carte\u00a0: {position}',
  'request.no_map': 'Carte\u00a0: aucune position pour l’instant',
  'request.place': 'Lieu',
  'request.place_hint': 'Saisissez le lieu\u00a0: la carte montre où il se trouve.',
  'request.suggestions': 'Lieux',
  'request.none_suggested': 'Aucun lieu trouvé.',
  'request.suggested': 'Lieux trouvés\u00a0: {count}',
  'request.apart': 'Distance entre le repère et {place}\u00a0: {distance}.',
  'request.apart_entered': 'Distance entre le repère et la position saisie\u00a0: {distance}.',
  'request.followed':
    'L’adresse est maintenant «\u00a0{place}\u00a0». Remplacez-la si vous connaissez l’adresse exacte.',
  'request.move_pin': 'Sur la carte, placez le repère sur le bâtiment.',

  'request.level.covered':
    'Nous pouvons envoyer un vérificateur à cet endroit, à {distance} de notre ville la plus proche ({city}). Toutes les offres sont disponibles.',
  'request.level.limited':
    'Nous pouvons envoyer un vérificateur à cet endroit, à {distance} de notre ville la plus proche ({city}). Certaines offres ne sont pas disponibles.',
  'request.level.self_service_only':
    'Ce lieu est à {distance} de notre ville la plus proche ({city})\u00a0: c’est trop loin pour y envoyer un vérificateur. Vous, ou une personne de confiance sur place, pouvez prendre les photos grâce à un lien que nous fournissons.',
  'request.level.unserviceable':
    'Nous ne pouvons rien vérifier à cet endroit, à {distance} de notre ville la plus proche ({city}). Vous n’avez rien à payer.',

  'request.kind.position': 'Position',
  'request.kind.address': 'Adresse',
  'request.kind.street': 'Rue',
  'request.kind.landmark': 'Point d’intérêt',
  'request.kind.postcode': 'Code postal',
  'request.kind.district': 'Quartier',
  'request.kind.village': 'Village',
  'request.kind.town': 'Ville',
  'request.kind.city': 'Grande ville',
  'request.kind.region': 'Région',
  'request.kind.country': 'Pays',
};
