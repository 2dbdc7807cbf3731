/** Copy of maps. */
export const messages = {
  attribution: 'Natural Earth, GeoNames',
  /** Shown under the built-in map. */
  detail: 'This map shows coasts, borders and towns, not streets. Places: GeoNames, CC BY 4.0.',
  /** On the built-in map where it has no detail; `spacing` is the distance between the lines of its grid. */
  noStreets: (spacing: string) => `No streets here. Grid: ${spacing}`,
  map: 'Map',
  mapWithPin: 'Map. Press Enter to place the pin in the middle.',
  address: 'The address',
  photo: (label: string, distance: string | null, passed: boolean) =>
    [label, distance && `${distance} from the address`, !passed && 'not accepted']
      .filter(Boolean)
      .join(', '),
  circles: (pass: string, warn: string) =>
    `Circles: photos taken within ${pass} of the address count; up to ${warn}, a reviewer decides. Both are wider if the position was inaccurate.`,
  outside: (photos: string) => `Outside the first view of the map: ${photos}.`,
  /** In the place of a map that is not drawn. */
  asList: 'The positions are in the list below.',
  list: 'Positions as a list',
  job: (objective: string, address: string) => `${objective} (${address})`,
  cluster: (count: number) => `${count} symbols close together. Press to see each.`,
  pin: (latitude: string, longitude: string) =>
    `Pin at ${latitude}, ${longitude}. Drag it, or move it with the arrow keys; hold Shift for small steps.`,
  /** Texts of maplibre-gl. */
  locale: {
    'NavigationControl.ZoomIn': 'Zoom in',
    'NavigationControl.ZoomOut': 'Zoom out',
    'Popup.Close': 'Close',
    'CooperativeGesturesHandler.WindowsHelpText': 'Hold Ctrl and scroll to zoom the map',
    'CooperativeGesturesHandler.MacHelpText': 'Hold ⌘ and scroll to zoom the map',
    'CooperativeGesturesHandler.MobileHelpText': 'Move the map with two fingers',
  },
};
