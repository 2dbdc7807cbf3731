import type { Translated } from '../create-translator.js';
import type { MapEnglish } from './en.js';

/** Messages in German of maps. */
export const de: Translated<MapEnglish> = {
  'map.detail':
    'Diese Karte zeigt Küsten, Grenzen und Orte, keine Straßen. Orte: GeoNames, CC BY 4.0.',
  'map.no_streets': 'Keine Straßen hier. Raster: {spacing}',
  'map.name': 'Karte',
  'map.name_with_pin': 'Karte. Die Eingabetaste setzt die Markierung in die Mitte.',
  'map.address': 'Die Adresse',
  'map.photo': '{photo}, {distance} von der Adresse entfernt',
  'map.photo_rejected': '{photo}, {distance} von der Adresse entfernt, nicht angenommen',
  'map.photo_unmeasured_rejected': '{photo}, nicht angenommen',
  'map.circles':
    'Kreise: Fotos zählen bis {pass} Entfernung von der Adresse; bis {warn} entscheiden wir im Einzelfall. War der Standort ungenau, sind beide Kreise größer.',
  'map.outside': 'Außerhalb des ersten Kartenausschnitts:',
  'map.as_list': 'Die Standorte stehen in der Liste unten.',
  'map.list': 'Standorte als Liste',
  'map.item': '{name}: {position}',
  'map.cluster': 'Nahe beieinanderliegende Symbole: {count}. Drücken, um alle zu sehen.',
  'map.pin':
    'Markierung bei {position}. Ziehen oder mit den Pfeiltasten verschieben, mit Umschalttaste in kleinen Schritten.',
  'map.zoom_in': 'Vergrößern',
  'map.zoom_out': 'Verkleinern',
  'map.close': 'Schließen',
  'map.gesture_windows': 'Zum Zoomen Strg gedrückt halten und scrollen',
  'map.gesture_mac': 'Zum Zoomen ⌘ gedrückt halten und scrollen',
  'map.gesture_phone': 'Karte mit zwei Fingern verschieben',
};
