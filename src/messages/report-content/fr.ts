import type { Translated } from '../create-translator.js';
import type { ContentEnglish } from './en.js';

/** Messages in French of what the service writes into a report. */
export const fr: Translated<ContentEnglish> = {
  'content.verdict.incomplete': 'Preuves incomplètes',
  'content.verdict.verified': 'Lieu et heure vérifiés',
  'content.verdict.time_only': 'Heure vérifiée, lieu non vérifié',
  'content.verdict.place_only': 'Lieu vérifié, heure non vérifiée',
  'content.verdict.unverified': 'Lieu et heure non vérifiés',
  'content.verdict.by_verifier': 'Réponse donnée sur place',
  'content.verdict.by_requester': 'Réponse du demandeur',
  'content.verdict.by_invitee': 'Réponse d’une personne invitée',
  'content.verdict.by_integrator': 'Réponse du donneur d’ordre',
  'content.verdict.by_reviewer': 'Réponse d’un relecteur',
  'content.verdict.corrected': 'Corrigé par un relecteur',
  'content.verdict.confirmed': 'Confirmé par un relecteur',
  'content.verdict.submitted': 'Pas encore relu',
  'content.verdict.disputed': 'Contesté par le demandeur',
  'content.verdict.other': 'État de la mission\u00a0: {status}',
  'content.verdict.withdrawn': 'Retiré',

  'content.party.verifier': 'vérificateur sur place',
  'content.party.requester': 'demandeur',
  'content.party.invitee': 'personne invitée par le demandeur',
  'content.party.integrator': 'donneur d’ordre de la vérification',
  'content.party.reviewer': 'relecteur',
  'content.source.provider': 'vérificateur muni d’un lien de mission',
  'content.source.self_service': 'demandeur ou personne invitée',
  'content.source.integrator': 'donneur d’ordre de la mission',
  'content.source.simulated': 'vérificateur simulé de l’environnement de test',

  'content.title': 'Rapport de visite',
  'content.title_of': 'Rapport de visite\u00a0: {service}',
  'content.title_test': 'TEST\u00a0: {title}',
  'content.sandbox': 'Environnement de test\u00a0: personne ne s’est rendu sur place.',

  'content.answer.none': 'Sans réponse',
  'content.answer.yes': 'Oui',
  'content.answer.no': 'Non',
  'content.answer.cannot_tell': 'Impossible à dire',
  'content.local_time': '{local}, heure locale ({utc} UTC)',
  'content.sentence': '{text}.',
  'content.unprinted': '[texte – voir le rapport]',
  'content.pair': '{first}, {second}',

  'content.checks.none': 'Aucun contrôle effectué',
  'content.checks.all':
    '{count, plural, one {# contrôle réussi} many {# contrôles, tous réussis} other {# contrôles, tous réussis}}',
  'content.checks.some': 'Contrôles réussis\u00a0: {passed, number} sur {count, number}',
  'content.checks.failed': '{count, plural, one {# échec} many {# échecs} other {# échecs}}',
  'content.checks.warnings':
    '{count, plural, one {# avertissement} many {# avertissements} other {# avertissements}}',
  'content.checks.not_run':
    '{count, plural, one {# non effectué} many {# non effectués} other {# non effectués}}',

  'content.status.submitted': 'remise',
  'content.status.completed': 'terminée',
  'content.status.disputed': 'contestée',

  'content.summary.submitted': 'Les preuves sont complètes mais pas encore confirmées.',
  'content.summary.completed': 'La vérification est terminée.',
  'content.summary.disputed': 'Le demandeur conteste le résultat.',
  'content.summary.other': 'État de la mission\u00a0: {status}.',
  'content.summary.steps':
    'Étapes obligatoires montrées par des preuves validées\u00a0: {passed, number} sur {count, number}.',
  'content.summary.items':
    'Preuves reçues\u00a0: {count, number}, dont {passed, number} validées et {failed, number} non validées.',
  'content.summary.at': 'Les preuves validées ont été prises le {time}.',
  'content.summary.between': 'Les preuves validées ont été prises entre le {first} et le {last}.',
  'content.summary.near_at':
    'Les preuves validées ont été prises à {distance} de l’adresse, le {time}.',
  'content.summary.near_between':
    'Les preuves validées ont été prises à {distance} de l’adresse, entre le {first} et le {last}.',
  'content.summary.range_at':
    'Les preuves validées ont été prises à une distance de {nearest} à {farthest} de l’adresse, le {time}.',
  'content.summary.range_between':
    'Les preuves validées ont été prises à une distance de {nearest} à {farthest} de l’adresse, entre le {first} et le {last}.',
  'content.summary.by_hand_all': 'Positions saisies à la main\u00a0: toutes.',
  'content.summary.by_hand':
    'Positions saisies à la main\u00a0: {count, number} sur {total, number}.',
  'content.summary.self_all':
    'Preuves validées prises par le demandeur ou une personne qu’il a désignée\u00a0: toutes.',
  'content.summary.self':
    'Preuves validées prises par le demandeur ou une personne qu’il a désignée\u00a0: {count, number} sur {total, number}.',
  'content.summary.judge': 'C’est au lecteur de juger ce que montrent les images.',

  'content.change.withdrawn': 'La version {version, number} a été retirée.',
  'content.change.accepted': 'Le demandeur a accepté le résultat.',
  'content.change.needs_more': 'Le demandeur a demandé d’autres preuves.',
  'content.change.disputed': 'Le demandeur a contesté le résultat.',
  'content.change.status': 'L’état est passé de «\u00a0{before}\u00a0» à «\u00a0{after}\u00a0».',
  'content.change.added': 'Preuves ajoutées\u00a0: {count, number}.',
  'content.change.removed': 'Preuves retirées\u00a0: {count, number}.',
  'content.change.steps': 'Étapes modifiées\u00a0: {steps}.',
  'content.change.answers': 'Réponses modifiées\u00a0: {questions}.',
  'content.change.members': 'Également modifié\u00a0: {members}.',
  'content.change.nothing': 'Rien n’a changé dans le rapport depuis la version {version, number}.',
  'content.member.summary': 'résumé',
  'content.member.limitations': 'limites',
  'content.member.completed_at': 'date d’achèvement',

  'content.limit.test': 'Personne ne s’est rendu sur place\u00a0: ces preuves ont été générées.',
  'content.limit.declared':
    'Les positions et heures de prise de vue sont celles déclarées par l’appareil. Les contrôles les comparent à la mission, à l’heure de réception et au fichier lui-même\u00a0; ils ne permettent pas d’exclure que l’appareil ait été réglé pour déclarer de fausses valeurs.',
  'content.limit.moment':
    'Les preuves montrent le lieu au moment de la prise de vue. Elles ne disent rien de ce qui précède ni de ce qui suit.',
  'content.limit.picture':
    'Les contrôles automatiques jugent la position, l’heure et le fichier. Ils ne jugent pas ce que montre une image.',
  'content.limit.signature':
    'La signature prouve que ce rapport a été émis par le service et n’a pas été modifié depuis. Elle ne prouve pas l’authenticité de ce que montrent les preuves.',
  'content.limit.no_position':
    'La position indiquée pour la mission n’est pas valide. Preuves validées dont la distance n’a pas pu être contrôlée\u00a0: {count, number} sur {total, number}.',
  'content.limit.far':
    'Preuves validées prises plus loin de l’adresse que la distance admise pour être «\u00a0sur place\u00a0»\u00a0: {count, number} sur {total, number}.',
  'content.limit.late':
    'Preuves validées reçues plus de {hours, number} heures après la prise de vue\u00a0: {count, number} sur {total, number}. Il y a eu plus de temps que d’habitude pour les modifier.',
  'content.limit.no_hash':
    'Preuves validées dont l’expéditeur n’a pas déclaré l’empreinte\u00a0: {count, number} sur {total, number}. Celle de ce rapport a été calculée à la réception et ne dit rien d’éventuelles modifications en chemin.',
  'content.limit.duplicate':
    'Preuves validées dont le fichier avait déjà été validé pour cette mission, ou envoyé pour une autre sans y être accepté\u00a0: {count, number} sur {total, number}.',
  'content.limit.similar':
    'Preuves validées ressemblant à une image envoyée pour une autre mission\u00a0: {count, number} sur {total, number}.',
  'content.limit.no_nonce':
    'Preuves validées reçues sans code à usage unique\u00a0: {count, number} sur {total, number}. Seule la comparaison des octets montre qu’elles n’ont pas été envoyées auparavant.',
  'content.limit.no_exif':
    'Preuves validées dont le fichier ne contient ni heure ni position à comparer avec les valeurs déclarées\u00a0: {count, number} sur {total, number}.',
  'content.limit.no_exif_other':
    'Preuves validées dont le fichier n’indique ni heure ni position exploitable\u00a0: {count, number} sur {total, number}. Rien n’y a été comparé avec les valeurs déclarées.',
  'content.limit.exif':
    'Preuves validées dont le fichier indique une heure ou une position qui ne concorde pas avec les autres valeurs\u00a0: {count, number} sur {total, number}. Aucune de ces valeurs ne l’emporte.',
  'content.limit.not_decoded':
    'Preuves validées que le service n’a pas pu lire entièrement en raison d’une erreur interne\u00a0: {count, number} sur {total, number}. On ignore si elles sont complètes.',
  'content.limit.no_credentials':
    'Preuves validées dont l’image n’a pas de Content Credentials\u00a0: {count, number} sur {total, number}. Aucun appareil ne s’en porte garant.',
  'content.limit.credentials_not_read':
    'Preuves validées dont les Content Credentials ont une forme que le service ne lit pas\u00a0: {count, number} sur {total, number}. Ces données ne garantissent donc rien ici.',
  'content.limit.signer_not_judged':
    'Preuves validées dont les Content Credentials proviennent de signataires que le service n’évalue pas\u00a0: {count, number} sur {total, number}.',
  'content.limit.signer_not_listed':
    'Preuves validées dont les Content Credentials proviennent d’un signataire absent de la liste du service\u00a0: {count, number} sur {total, number}.',
  'content.limit.not_captured':
    'Preuves validées dont les Content Credentials ne montrent pas une prise de vue restée intacte\u00a0: {count, number} sur {total, number}.',
  'content.limit.unshown':
    'Preuves validées dans un format que le rapport imprimé ne peut pas afficher\u00a0: {count, number}. Seuls leur type et leur empreinte y figurent.',
  'content.limit.failed':
    'Preuves dont au moins un contrôle a échoué\u00a0: {count, number}. Elles figurent ici par souci d’exhaustivité et n’étayent rien.',
  'content.limit.by_hand':
    'Preuves validées dont la position a été saisie à la main, faute de position de l’appareil\u00a0: {count, number} sur {total, number}. Rien ne montre qu’elles ont été prises à cet endroit.',
  'content.limit.self':
    'Preuves validées fournies par le demandeur ou une personne qu’il a désignée, et non par un vérificateur indépendant\u00a0: {count, number} sur {total, number}.',
  'content.limit.integrator':
    'Preuves validées fournies par le donneur d’ordre, et non par un vérificateur indépendant\u00a0: {count, number} sur {total, number}.',
  'content.limit.step_required': '«\u00a0{step}\u00a0» (obligatoire)',
  'content.limit.step_optional': '«\u00a0{step}\u00a0» (facultative)',
  'content.limit.steps':
    '{count, plural, one {Aucune preuve validée ne montre l’étape {steps}.} many {Aucune preuve validée ne montre les étapes {steps}.} other {Aucune preuve validée ne montre les étapes {steps}.}}',
  'content.limit.submitted': 'Les preuves de cette version n’ont pas encore été confirmées.',
  'content.limit.disputed':
    'Le demandeur conteste le résultat\u00a0; la contestation était ouverte lors de la création de cette version.',
  'content.limit.no_verdict':
    'Le demandeur n’avait pas encore donné son avis lors de la création de cette version.',
  'content.limit.no_timestamp':
    'Aucune autorité extérieure au service n’a confirmé la date de ce rapport\u00a0: ses heures sont celles du service.',

  'content.check.geofence_pass': 'La position déclarée est assez proche de l’adresse.',
  'content.check.geofence_warn': 'La position déclarée est plus éloignée de l’adresse que prévu.',
  'content.check.geofence_fail': 'La position déclarée est trop éloignée de l’adresse.',
  'content.check.geofence_not_run': 'La mission n’a pas de position valide.',
  'content.check.capture_time_pass':
    'L’heure de prise de vue déclarée se situe pendant la mission.',
  'content.check.capture_time_fail':
    'L’heure de prise de vue déclarée se situe en dehors de la mission.',
  'content.check.freshness_pass': 'Fichier reçu peu après l’heure de prise de vue déclarée.',
  'content.check.freshness_warn': 'Fichier reçu longtemps après l’heure de prise de vue déclarée.',
  'content.check.hash_pass': 'Le fichier a le SHA-256 déclaré.',
  'content.check.hash_fail': 'Le fichier ou le SHA-256 déclaré a changé en chemin.',
  'content.check.hash_not_run': 'Aucune empreinte n’a été déclarée.',
  'content.check.duplicate_pass': 'Le fichier n’a encore été accepté pour aucune mission.',
  'content.check.duplicate_warn': 'Un fichier de même SHA-256 a déjà été envoyé.',
  'content.check.duplicate_fail':
    'Un fichier de même SHA-256 a été accepté pour une autre mission.',
  'content.check.duplicate_not_run':
    'Le fichier est illisible\u00a0: il n’a pas été comparé à d’autres.',
  'content.check.similar_pass': 'Aucune image semblable n’a été envoyée pour une autre mission.',
  'content.check.similar_warn':
    'L’image ressemble à une image envoyée pour une autre mission. Les photos d’un même lieu peuvent se ressembler.',
  'content.check.similar_not_run': 'Le fichier n’a pas pu être comparé à d’autres images.',
  'content.check.nonce_pass': 'Le code à usage unique est nouveau.',
  'content.check.nonce_fail': 'Le code à usage unique a déjà servi.',
  'content.check.nonce_not_run': 'Aucun code à usage unique n’a été fourni.',
  'content.check.media_pass': 'Le fichier est lisible et du type indiqué.',
  'content.check.media_warn':
    'Le fichier est plus petit que prévu, ou n’a pas pu être lu entièrement.',
  'content.check.media_fail':
    'Le fichier est illisible, ou n’est ni une photo, ni une vidéo, ni un PDF du type déclaré.',
  'content.check.exif_pass':
    'L’heure ou la position du fichier concorde avec les valeurs déclarées.',
  'content.check.exif_warn':
    'L’heure ou la position du fichier ne concorde pas avec les autres valeurs\u00a0; aucune ne l’emporte.',
  'content.check.exif_fail': 'L’heure ou la position du fichier contredit les valeurs déclarées.',
  'content.check.exif_not_run': 'Le fichier n’indique ni heure ni position à comparer.',
  'content.check.provenance_pass':
    'Un appareil photo a signé le fichier à la prise de vue\u00a0; le fichier n’a pas été modifié depuis.',
  'content.check.provenance_warn':
    'Les Content Credentials ne montrent pas une prise de vue intacte d’un appareil figurant sur la liste.',
  'content.check.provenance_fail': 'Le fichier a été modifié après sa signature.',
  'content.check.provenance_not_run':
    'Le fichier n’a pas de Content Credentials que le service puisse lire.',

  'content.value.accurate': '{distance} (à {accuracy} près)',
  'content.value.distance_limits': 'réussi ≤\u00a0{pass}, avertissement ≤\u00a0{warn}',
  'content.value.period': '{from} – {to}',
  'content.value.never_elsewhere': 'jamais accepté pour une autre mission',
  'content.value.elsewhere': 'accepté pour une autre mission',
  'content.value.passed_here': 'déjà validé pour cette mission',
  'content.value.never_seen': 'jamais vu',
  'content.value.seen_here': 'vu dans cette mission, non validé',
  'content.value.jobs_tried': 'missions essayées\u00a0: {count}',
  'content.value.not_used': 'jamais utilisé',
  'content.value.unused': 'inutilisé',
  'content.value.used': 'déjà utilisé',
  'content.value.none_alike': 'aucune semblable',
  'content.value.bits_limit':
    'avertissement\u00a0: ≤\u00a0{hash} bits sur {hash_bits} et ≤\u00a0{blocks} sur {block_bits} différents',
  'content.value.bits': '{hash} bits sur {hash_bits}, {blocks} sur {block_bits} différents',
  'content.value.no_bytes': '0 octet',
  'content.value.unknown_type': 'type inconnu',
  'content.value.not_decoded': '{type}, non lu',
  'content.value.undecodable': '{type}, illisible',
  'content.value.pages': '{type}, pages\u00a0: {pages}',
  'content.value.picture_limit':
    '{type}, lu entièrement en {seconds}\u00a0s, ≤\u00a0{pixels}\u00a0mégapixels, ≤\u00a0{scans} passes ou images\u00a0; avertissement <\u00a0{side}\u00a0px',
  'content.value.video_limit':
    '{type}, une piste avec durée et premier échantillon, toutes les données dans le fichier',
  'content.value.document_limit': '{type}, pages comptées en {seconds}\u00a0s',
  'content.value.any_limit': 'image, vidéo ou PDF lu entièrement en {seconds}\u00a0s',
  'content.value.time_apart': 'heure\u00a0: écart de {time}',
  'content.value.position_apart': 'position\u00a0: écart de {distance}',
  'content.value.both_apart': 'heure\u00a0: écart de {time}, position\u00a0: écart de {distance}',
  'content.value.exif_limit':
    'heure à {time} près, position à {distance} près des valeurs déclarées',
  'content.value.exif_limit_accuracy':
    'heure à {time} près, position à {distance} près des valeurs déclarées, plus sa précision',
  'content.value.credentials': 'signé à la prise de vue, aucun pixel modifié depuis',
  'content.value.credentials_listed':
    'signé à la prise de vue par un signataire de la liste, aucun pixel modifié depuis',
  'content.value.not_read': 'non lu',
  'content.value.not_confirmed': 'non confirmé',
  'content.value.changed': 'modifié après signature',
  'content.value.captured': 'prise de vue',
  'content.value.generated': 'généré',
  'content.value.edited': 'retouché',
  'content.value.origin_unknown': 'origine inconnue',
  'content.value.signer_not_judged': 'signataire non évalué',
  'content.value.signer_listed': 'signataire sur la liste',
  'content.value.signer_not_listed': 'signataire absent de la liste',
};
