import type { Translated } from '../create-translator.js';
import type { CaptureEnglish } from './en.js';

/** Messages in French of the capture page. */
export const fr: Translated<CaptureEnglish> = {
  'capture.title': 'Prendre les photos',
  'capture.opening': 'Ouverture de votre mission…',
  'capture.no_script':
    'Cette page a besoin de JavaScript pour lire votre position et conserver les photos hors connexion.',
  'capture.language_offline': 'Une connexion est nécessaire pour changer de langue.',

  'capture.before.photos':
    '{photos, plural, one {# photo} many {# de photos} other {# photos}}. Votre téléphone vous demandera l’accès à votre position\u00a0: le rapport indique où chaque photo a été prise.',
  'capture.before.photos_questions':
    '{photos, plural, one {# photo} many {# de photos} other {# photos}} et {questions, plural, one {# question} many {# de questions} other {# questions}}. Votre téléphone vous demandera l’accès à votre position\u00a0: le rapport indique où chaque photo a été prise.',
  'capture.before.start': 'Commencer',
  'capture.before.address': 'Adresse',
  'capture.before.notes': 'Consignes',
  'capture.notes': 'Consignes\u00a0: {notes}',
  'capture.more_requested': 'D’autres photos sont demandées\u00a0:',

  'capture.steps': 'Étapes',
  'capture.steps.region': 'Étape {at, number} sur {of, number}\u00a0: {label}',
  'capture.steps.number': 'Étape {at, number} sur {of, number}',
  'capture.steps.skip': 'Passer',
  'capture.steps.todo': 'À faire',
  'capture.steps.done': 'Faite',
  'capture.steps.again': 'À refaire',
  'capture.steps.skipped': 'Passée',
  'capture.steps.waiting': 'En attente d’envoi',
  'capture.steps.sending': 'Envoi en cours',

  'capture.example': 'Exemple',
  'capture.example.place': 'L’ensemble du lieu, avec ce qui se trouve à gauche et à droite',
  'capture.example.sign': 'L’enseigne remplit l’image et chaque lettre est lisible',
  'capture.example.entrance': 'Toute l’entrée, porte comprise',
  'capture.example.notice': 'Toute l’affiche, d’assez près pour qu’on puisse la lire',
  'capture.example.number': 'Le numéro remplit l’image et chaque chiffre est lisible',
  'capture.example.building': 'Tout le bâtiment, du sol au toit',
  'capture.example.street': 'La rue et ce qui se trouve des deux côtés',
  'capture.example.vehicle': 'Tout le véhicule',
  'capture.example.close': 'L’objet occupe presque toute l’image',
  'capture.example.people': 'Le public de dos, face à la scène',

  'capture.photo.take': 'Prendre une photo',
  'capture.photo.file': 'Envoyer plutôt un fichier',
  'capture.photo.camera': 'Photographier dans la page',
  'capture.photo.picture': 'Déclencher',
  'capture.photo.close_camera': 'Fermer l’appareil photo',
  'capture.photo.camera_view': 'Image de l’appareil photo',
  'capture.photo.camera_waits':
    'Ouverture de l’appareil photo. S’il ne démarre pas, fermez-le et utilisez «\u00a0Prendre une photo\u00a0».',
  'capture.photo.camera_denied':
    'L’appareil photo ne s’est pas ouvert. Autorisez-le dans les réglages du navigateur ou utilisez «\u00a0Prendre une photo\u00a0».',
  'capture.photo.camera_missing':
    'L’appareil photo ne s’est pas ouvert\u00a0: il est absent ou utilisé par une autre application. Utilisez «\u00a0Prendre une photo\u00a0».',
  'capture.photo.camera_stopped':
    'L’appareil photo s’est arrêté. Rouvrez-le ou utilisez «\u00a0Prendre une photo\u00a0».',
  'capture.photo.page_closed':
    'Votre téléphone a fermé cette page pendant que l’appareil photo était ouvert. Utilisez «\u00a0Photographier dans la page\u00a0».',
  'capture.photo.preview': 'Votre photo',
  'capture.photo.note': 'Note (facultatif)',
  'capture.photo.use': 'Utiliser la photo',
  'capture.photo.retake': 'Reprendre la photo',
  'capture.photo.too_large':
    'Ce fichier est trop volumineux. Le maximum est de {megabytes, number}\u00a0Mo. Envoyez-en un plus petit.',
  'capture.photo.too_large_shrink':
    'Ce fichier est trop volumineux. Le maximum est de {megabytes, number}\u00a0Mo. Vous pouvez envoyer une copie réduite.',
  'capture.photo.too_many_pixels':
    'Cette photo compte {width} × {height} pixels\u00a0; le maximum est de {megapixels, number} millions de pixels. Vous pouvez envoyer une copie réduite.',
  'capture.photo.shrink': 'Envoyer une copie réduite',
  'capture.photo.not_shrunk':
    'Ce navigateur ne peut pas réduire cette photo. Réduisez le nombre de mégapixels de l’appareil photo, puis reprenez la photo.',
  'capture.photo.unreadable': 'Ce fichier n’a pas pu être lu. Reprenez la photo.',
  'capture.photo.not_kept':
    'Votre téléphone n’a plus assez de place pour cette photo. Restez sur cette page jusqu’à son envoi ou libérez de l’espace.',
  'capture.photo.needs_position':
    'Votre téléphone n’a pas transmis de position pour cette photo. Appuyez sur «\u00a0Actualiser la position\u00a0» ou saisissez-la ci-dessous. La photo est conservée.',
  'capture.photo.needs_entry':
    'Votre téléphone n’a pas transmis de position pour cette photo. Saisissez-la ci-dessous. La photo est conservée.',

  'capture.question.yes': 'Oui',
  'capture.question.no': 'Non',
  'capture.question.cannot_tell': 'Impossible à dire',
  'capture.question.cannot_tell_because': 'Impossible à dire\u00a0: {reason}',
  'capture.question.reason': 'Pourquoi est-ce impossible à dire\u00a0?',
  'capture.question.comment': 'Commentaire (obligatoire)',
  'capture.question.comment_optional': 'Commentaire (facultatif)',
  'capture.question.photo': 'Photo qui le montre (obligatoire)',
  'capture.question.photo_optional': 'Photo qui le montre (facultatif)',
  'capture.question.no_photo': 'Aucune',
  'capture.question.optional': '(facultatif)',
  'capture.question.next': 'Suivant',
  'capture.question.back': 'Retour',
  'capture.question.skip': 'Passer',
  'capture.question.rejected':
    'Le service n’a pas accepté cette réponse\u00a0: {why}. Veuillez la corriger.',
  'capture.problem.choose': 'Choisissez une réponse.',
  'capture.problem.choose_some': 'Choisissez au moins une réponse.',
  'capture.problem.number': 'Saisissez un nombre.',
  'capture.problem.whole': 'Saisissez un nombre entier.',
  'capture.problem.text': 'Saisissez une réponse.',
  'capture.problem.time': 'Saisissez une date et une heure.',
  'capture.problem.number_between': 'Saisissez un nombre de {minimum} à {maximum}.',
  'capture.problem.whole_between': 'Saisissez un nombre entier de {minimum} à {maximum}.',
  'capture.problem.number_least': 'Saisissez un nombre supérieur ou égal à {minimum}.',
  'capture.problem.whole_least': 'Saisissez un nombre entier supérieur ou égal à {minimum}.',
  'capture.problem.number_most': 'Saisissez un nombre inférieur ou égal à {maximum}.',
  'capture.problem.whole_most': 'Saisissez un nombre entier inférieur ou égal à {maximum}.',
  'capture.problem.decimals':
    'Saisissez au plus {decimals, plural, one {# chiffre} many {# de chiffres} other {# chiffres}} après la virgule.',
  'capture.problem.reason': 'Expliquez en quelques mots pourquoi c’est impossible à dire.',
  'capture.problem.photo': 'Choisissez la photo qui le montre.',
  'capture.problem.comment': 'Ajoutez un commentaire à cette réponse.',

  'capture.review.title': 'Vérifiez avant l’envoi',
  'capture.review.answers': 'Réponses',
  'capture.review.photos': 'Photos',
  'capture.review.photo': '{label}\u00a0: {state}',
  'capture.review.unanswered': 'Sans réponse',
  'capture.review.answer': 'Répondre',
  'capture.review.change': 'Modifier',
  'capture.review.change_of': 'Modifier la réponse\u00a0: {label}',
  'capture.review.ready': 'Prête pour l’envoi',
  'capture.review.send': 'Envoyer',

  'capture.position': 'Position',
  'capture.position.looking': 'Recherche de votre position…',
  'capture.position.update': 'Actualiser la position',
  'capture.position.directions': 'Itinéraire',
  'capture.position.here':
    'Vous êtes sur place\u00a0: à {distance} de l’adresse, avec une précision de {accuracy}.',
  'capture.position.near':
    'Vous êtes à {distance} de l’adresse. Les photos prises d’ici comptent, mais seront d’abord examinées. Rapprochez-vous si possible.',
  'capture.position.far':
    'Vous êtes à {distance} de l’adresse. Les photos prises d’ici ne comptent pas\u00a0: rendez-vous sur place ou, si c’est une erreur, appuyez sur «\u00a0Actualiser la position\u00a0».',
  'capture.position.uncertain':
    'Votre téléphone indique une position à {distance} de l’adresse, avec une précision de {accuracy} seulement. Sortez ou activez la position exacte, puis appuyez sur «\u00a0Actualiser la position\u00a0».',
  'capture.position.inaccurate':
    'Votre position n’est précise qu’à {accuracy} près. Sortez ou activez la position exacte.',
  'capture.position.two_sentences': '{first} {second}',
  'capture.position.here_entered':
    'Vous êtes sur place\u00a0: à {distance} de l’adresse, d’après votre saisie.',
  'capture.position.known':
    'Votre position est connue, mais cette mission n’indique aucune position à laquelle la comparer.',
  'capture.position.denied':
    'Autorisez l’accès à la position pour cette page dans les réglages du navigateur, puis appuyez sur «\u00a0Actualiser la position\u00a0».',
  'capture.position.none':
    'Votre téléphone ne transmet pas de position. Sortez ou saisissez-la ci-dessous.',
  'capture.position.none_on_device':
    'Cette page ne reçoit pas la position du téléphone. Saisissez-la ci-dessous.',
  'capture.position.enter': 'Saisir votre position',
  'capture.position.latitude': 'Latitude',
  'capture.position.longitude': 'Longitude',
  'capture.position.use': 'Utiliser cette position',

  'capture.plain_http':
    'La connexion à cette page n’est pas chiffrée (http)\u00a0: votre téléphone ne partage avec elle ni sa position ni son appareil photo. Vous pouvez tout de même envoyer des photos.',
  'capture.clock_ahead':
    'L’horloge de votre téléphone avance de {minutes, plural, one {# minute} many {# de minutes} other {# minutes}}. Activez le réglage automatique de l’heure, sinon les photos risquent de ne pas compter.',
  'capture.clock_behind':
    'L’horloge de votre téléphone retarde de {minutes, plural, one {# minute} many {# de minutes} other {# minutes}}. Activez le réglage automatique de l’heure, sinon les photos risquent de ne pas compter.',

  'capture.sending': 'Envoi',
  'capture.sending.bar': 'Envoi\u00a0: {label}',
  'capture.sending.all': 'Tout est envoyé.',
  'capture.sending.one': 'Envoi {at, number} sur {of, number}.',
  'capture.sending.answers_wait':
    '{answers, plural, one {# réponse attend d’être envoyée} many {# de réponses attendent d’être envoyées} other {# réponses attendent d’être envoyées}}.',
  'capture.sending.photos_wait':
    '{photos, plural, one {# photo attend} many {# de photos attendent} other {# photos attendent}} une connexion.',
  'capture.sending.now': 'Envoyer maintenant',
  'capture.sending.busy':
    'Non envoyée\u00a0: trop de photos à la fois. L’envoi sera retenté automatiquement.',
  'capture.sending.trouble':
    'Non envoyée\u00a0: une erreur s’est produite de notre côté. L’envoi sera retenté automatiquement.',
  'capture.sending.large':
    'Non envoyé\u00a0: le fichier est trop volumineux. Envoyez-en un plus petit.',
  'capture.sending.full':
    'Non envoyée\u00a0: cette mission n’accepte plus de photos pour cette étape.',
  'capture.sending.rejected':
    'Non envoyée\u00a0: cette photo a été refusée. Prenez-en une nouvelle.',

  'capture.result': 'Résultat',
  'capture.result.accepted': 'Acceptée.',
  'capture.result.next': 'Ensuite\u00a0: {label}',
  'capture.result.again': 'Réessayer',
  'capture.result.far':
    'Vous étiez à {distance} de l’adresse\u00a0: la photo sera d’abord examinée.',
  'capture.result.late': 'Elle est arrivée avec plus d’un jour de retard.',
  'capture.failed.geofence':
    'Non acceptée\u00a0: vous étiez à {distance} de l’adresse\u00a0; le maximum est de {limit}.',
  'capture.failed.capture_time':
    'Non acceptée\u00a0: elle a été prise avant l’ouverture de la mission, ou l’horloge de votre téléphone n’est pas à l’heure. Prenez une nouvelle photo et activez le réglage automatique de l’heure.',
  'capture.failed.hash':
    'Non acceptée\u00a0: le fichier a été modifié pendant l’envoi. Envoyez-le à nouveau.',
  'capture.failed.duplicate':
    'Non acceptée\u00a0: ce fichier a déjà été accepté pour une autre mission. Prenez une nouvelle photo.',
  'capture.failed.nonce':
    'Non acceptée\u00a0: elle a déjà été envoyée sous un autre nom. Prenez une nouvelle photo.',
  'capture.failed.media':
    'Non acceptée\u00a0: ce fichier est endommagé ou n’est ni une photo, ni une vidéo, ni un PDF. Envoyez l’original ou prenez une nouvelle photo.',
  'capture.failed.exif':
    'Non acceptée\u00a0: l’heure ou le lieu indiqués dans le fichier diffèrent de ceux du téléphone. Autorisez l’appareil photo à accéder à la position et activez le réglage automatique de l’heure, ou utilisez «\u00a0Photographier dans la page\u00a0».',
  'capture.failed.provenance':
    'Non acceptée\u00a0: la photo diffère de celle que l’appareil a signée. Les téléphones modifient une photo quand ils en retirent le lieu\u00a0: utilisez «\u00a0Photographier dans la page\u00a0» ou envoyez l’original.',
  'capture.failed.other':
    'Non acceptée\u00a0: elle n’a pas satisfait à tous les contrôles. Prenez une nouvelle photo.',

  'capture.end.title': 'Toutes les photos sont arrivées',
  'capture.end.thanks': 'Merci. Vous pouvez fermer cette page.',
  'capture.end.thanks_own': 'Merci. La page de votre demande indique la suite.',
  'capture.end.to_request': 'Voir votre demande',

  'capture.dead.incomplete': 'Ce lien est incomplet',
  'capture.dead.incomplete_hint':
    'Rouvrez-le depuis le message reçu ou copiez-le en entier\u00a0: il est long.',
  'capture.dead.invalid': 'Ce lien ne fonctionne plus',
  'capture.dead.invalid_hint': 'Il a été remplacé ou révoqué. Demandez-en un nouveau.',
  'capture.dead.expired': 'Ce lien a expiré',
  'capture.dead.expired_hint':
    'Demandez-en un nouveau. Les photos non envoyées restent sur ce téléphone et partiront avec le nouveau lien.',
  'capture.dead.finished': 'Cette mission est terminée',
  'capture.dead.finished_hint': 'Elle n’accepte plus de photos. Merci.',
  'capture.dead.unsent':
    '{photos, plural, one {# photo n’a pas encore été envoyée} many {# de photos n’ont pas encore été envoyées} other {# photos n’ont pas encore été envoyées}}.',

  'capture.offline': 'Pas de connexion',
  'capture.offline.hint': 'Votre mission s’ouvrira dès qu’une connexion sera disponible.',
  'capture.offline.kept':
    'Pas de connexion. Vous pouvez continuer\u00a0: les photos sont conservées sur ce téléphone.',
};
