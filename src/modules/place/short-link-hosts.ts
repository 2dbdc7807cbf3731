/**
 * Hosts whose links redirect to a map, with the start of their paths. No other host is ever contacted to read a link.
 * Short links of OpenStreetMap contain their position.
 */
export const shortLinkHosts: readonly { host: string; path: RegExp; name: string }[] = [
  { host: 'maps.app.goo.gl', path: /^\/./, name: 'maps.app.goo.gl' },
  { host: 'goo.gl', path: /^\/maps\/./, name: 'goo.gl/maps' },
  { host: 'maps.apple.com', path: /^\/p\/./, name: 'maps.apple.com/p' },
  { host: 'maps.apple', path: /^\/p\/./, name: 'maps.apple/p' },
  { host: 'binged.it', path: /^\/./, name: 'binged.it' },
  { host: 'her.is', path: /^\/./, name: 'her.is' },
];

/** Returns true if the place of a link is known only after its redirects. */
export const isShortLink = ({ protocol, hostname, port, pathname }: URL): boolean =>
  /^https?:$/.test(protocol) &&
  port === '' &&
  shortLinkHosts.some(({ host, path }) => hostname.toLowerCase() === host && path.test(pathname));
