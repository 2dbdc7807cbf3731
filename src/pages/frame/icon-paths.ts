/** Exported separately for scripts that use no other icon. */
export const warnPath = 'M10 2.5a7.5 7.5 0 100 15 7.5 7.5 0 000-15zM10 6.3v4.4M10 13.6v.1';

/** SVG paths of the icons, in a square of 20. */
const iconPaths = {
  good: 'M4.5 10.5l3.5 3.5 7.5-8',
  warn: warnPath,
  bad: 'M5.5 5.5l9 9M14.5 5.5l-9 9',
  none: 'M5 10h10',
  now: 'M10 5.5v5l3 2M10 2.5a7.5 7.5 0 100 15 7.5 7.5 0 000-15z',
  place:
    'M10 17.5s-5.5-5-5.5-9.2a5.5 5.5 0 0111 0c0 4.2-5.5 9.2-5.5 9.200zM10 6.500v3.600M8.2 8.300h3.6',
  arrow: 'M4 10h11M10.5 5.500L15 10l-4.5 4.5',
  copy: 'M7 7h9v9H7zM4 13V4h9',
  camera:
    'M3 6.500h3l1.500-2h5l1.500 2h3v9.500H3zM10 8.500a2.700 2.700 0 100 5.400 2.700 2.700 0 000-5.400z',
  file: 'M5 2.500h6.500L15 6v11.500H5zM11 3v3.500h3.500',
  again: 'M16 10a6 6 0 11-1.800-4.300L16 7.500M16 3.500v4h-4',
  todo: 'M10 3.500a6.500 6.500 0 100 13 6.500 6.500 0 000-13z',
  send: 'M10 16V4M5 9l5-5 5 5',
};
export type IconName = keyof typeof iconPaths;

/** Returns the attributes of an icon's path, as both renderers write them. */
export const iconPath = (name: IconName) =>
  ({
    d: iconPaths[name],
    // Points forward, and is mirrored on a page from right to left.
    ...(name === 'arrow' && { class: 'onward' }),
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': '2.2',
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
  }) as const;
