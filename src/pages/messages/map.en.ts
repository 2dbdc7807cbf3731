/** Copy of maps. */
export const messages = {
  attribution: 'Natural Earth, GeoNames',
  /** Shown under the built-in map. */
  detail: 'This map shows coasts, borders and towns, not streets. Places: GeoNames, CC BY 4.0.',
  pin: (latitude: string, longitude: string) =>
    `Pin at ${latitude}, ${longitude}. Drag it, or move it with the arrow keys; hold Shift for small steps.`,
  /** Texts of maplibre-gl. */
  locale: {
    'Map.Title': 'Map',
    'NavigationControl.ZoomIn': 'Zoom in',
    'NavigationControl.ZoomOut': 'Zoom out',
    'CooperativeGesturesHandler.WindowsHelpText': 'Hold Ctrl and scroll to zoom the map',
    'CooperativeGesturesHandler.MacHelpText': 'Hold ⌘ and scroll to zoom the map',
    'CooperativeGesturesHandler.MobileHelpText': 'Move the map with two fingers',
  },
};
