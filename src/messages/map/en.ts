/** Messages in English of maps. */
export const en = {
  'map.detail':
    'This map shows coasts, borders and towns, not streets. Places: GeoNames, CC BY 4.0.',
  'map.no_streets': 'No streets here. Grid: {spacing}',
  'map.name': 'Map',
  'map.name_with_pin': 'Map. Press Enter to place the pin in the middle.',
  'map.address': 'The address',
  'map.photo': '{photo}, {distance} from the address',
  'map.photo_rejected': '{photo}, {distance} from the address, not accepted',
  'map.photo_unmeasured_rejected': '{photo}, not accepted',
  'map.circles':
    'Circles: photos taken within {pass} of the address count; up to {warn}, a reviewer decides. Both are wider if the position was inaccurate.',
  'map.outside': 'Outside the first view of the map:',
  'map.as_list': 'The positions are in the list below.',
  'map.list': 'Positions as a list',
  'map.item': '{name}: {position}',
  'map.cluster': 'Symbols close together: {count}. Press to see each.',
  'map.pin':
    'Pin at {position}. Drag it, or move it with the arrow keys; hold Shift for small steps.',
  'map.zoom_in': 'Zoom in',
  'map.zoom_out': 'Zoom out',
  'map.close': 'Close',
  'map.gesture_windows': 'Hold Ctrl and scroll to zoom the map',
  'map.gesture_mac': 'Hold ⌘ and scroll to zoom the map',
  'map.gesture_phone': 'Move the map with two fingers',
} as const;

export type MapEnglish = typeof en;
