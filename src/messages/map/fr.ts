import type { Translated } from '../create-translator.js';
import type { MapEnglish } from './en.js';

/** Messages in French of maps. */
export const fr: Translated<MapEnglish> = {
  'map.detail':
    'Cette carte montre les côtes, les frontières et les villes, pas les rues. Lieux\u00a0: GeoNames, CC BY 4.0.',
  'map.no_streets': 'Pas de rues ici. Grille\u00a0: {spacing}',
  'map.name': 'Carte',
  'map.name_with_pin': 'Carte. Appuyez sur Entrée pour placer le repère au centre.',
  'map.address': 'L’adresse',
  'map.photo': '{photo}, à {distance} de l’adresse',
  'map.photo_rejected': '{photo}, à {distance} de l’adresse, non acceptée',
  'map.photo_unmeasured_rejected': '{photo}, non acceptée',
  'map.circles':
    'Cercles\u00a0: les photos prises à moins de {pass} de l’adresse comptent\u00a0; jusqu’à {warn}, un relecteur décide. Les deux sont plus larges si la position était imprécise.',
  'map.outside': 'Hors de la vue initiale de la carte\u00a0:',
  'map.as_list': 'Les positions figurent dans la liste ci-dessous.',
  'map.list': 'Liste des positions',
  'map.item': '{name}\u00a0: {position}',
  'map.cluster': 'Symboles rapprochés\u00a0: {count}. Appuyez pour les voir un à un.',
  'map.pin':
    'Repère à {position}. Faites-le glisser ou déplacez-le avec les flèches du clavier\u00a0; avec Maj, il avance par petits pas.',
  'map.zoom_in': 'Zoom avant',
  'map.zoom_out': 'Zoom arrière',
  'map.close': 'Fermer',
  'map.gesture_windows': 'Pour zoomer, maintenez la touche Ctrl enfoncée et faites défiler',
  'map.gesture_mac': 'Pour zoomer, maintenez la touche ⌘ enfoncée et faites défiler',
  'map.gesture_phone': 'Déplacez la carte avec deux doigts',
};
