import type { Translated } from '../create-translator.js';
import type { MapEnglish } from './en.js';

/** Messages in Spanish of maps. */
export const es: Translated<MapEnglish> = {
  'map.detail':
    'Este mapa muestra costas, fronteras y poblaciones, no calles. Lugares: GeoNames, CC BY 4.0.',
  'map.no_streets': 'Aquí no hay calles. Cuadrícula: {spacing}',
  'map.name': 'Mapa',
  'map.name_with_pin': 'Mapa. Pulse Intro para poner el marcador en el centro.',
  'map.address': 'La dirección',
  'map.photo': '{photo}, a {distance} de la dirección',
  'map.photo_rejected': '{photo}, a {distance} de la dirección, no aceptada',
  'map.photo_unmeasured_rejected': '{photo}, no aceptada',
  'map.circles':
    'Círculos: cuentan las fotos tomadas a menos de {pass} de la dirección; hasta {warn}, decide un revisor. Ambos son mayores si la ubicación era imprecisa.',
  'map.outside': 'Fuera de la vista inicial del mapa:',
  'map.as_list': 'Las ubicaciones están en la lista de abajo.',
  'map.list': 'Lista de ubicaciones',
  'map.item': '{name}: {position}',
  'map.cluster': 'Símbolos muy próximos: {count}. Pulse para ver cada uno.',
  'map.pin':
    'Marcador en {position}. Arrástrelo o muévalo con las flechas; con Mayús, a pasos pequeños.',
  'map.zoom_in': 'Acercar',
  'map.zoom_out': 'Alejar',
  'map.close': 'Cerrar',
  'map.gesture_windows': 'Mantenga pulsado Ctrl y desplácese para ampliar el mapa',
  'map.gesture_mac': 'Mantenga pulsado ⌘ y desplácese para ampliar el mapa',
  'map.gesture_phone': 'Mueva el mapa con dos dedos',
};
