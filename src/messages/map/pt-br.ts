import type { Translated } from '../create-translator.js';
import type { MapEnglish } from './en.js';

/** Messages in Brazilian Portuguese of maps. */
export const ptBR: Translated<MapEnglish> = {
  'map.detail':
    'Este mapa mostra costas, fronteiras e cidades, não ruas. Lugares: GeoNames, CC BY 4.0.',
  'map.no_streets': 'Sem ruas aqui. Grade: {spacing}',
  'map.name': 'Mapa',
  'map.name_with_pin': 'Mapa. Pressione Enter para pôr o marcador no centro.',
  'map.address': 'O endereço',
  'map.photo': '{photo}, a {distance} do endereço',
  'map.photo_rejected': '{photo}, a {distance} do endereço, não aceita',
  'map.photo_unmeasured_rejected': '{photo}, não aceita',
  'map.circles':
    'Círculos: valem as fotos tiradas a até {pass} do endereço; até {warn}, um revisor decide. Ambos são maiores se a localização foi imprecisa.',
  'map.outside': 'Fora da visão inicial do mapa:',
  'map.as_list': 'As localizações estão na lista abaixo.',
  'map.list': 'Lista de localizações',
  'map.item': '{name}: {position}',
  'map.cluster': 'Símbolos muito próximos: {count}. Pressione para ver cada um.',
  'map.pin':
    'Marcador em {position}. Arraste-o ou mova-o com as setas; com Shift, em passos pequenos.',
  'map.zoom_in': 'Aumentar o zoom',
  'map.zoom_out': 'Diminuir o zoom',
  'map.close': 'Fechar',
  'map.gesture_windows': 'Segure Ctrl e role para dar zoom no mapa',
  'map.gesture_mac': 'Segure ⌘ e role para dar zoom no mapa',
  'map.gesture_phone': 'Mova o mapa com dois dedos',
};
