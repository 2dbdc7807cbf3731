/**
 * Hosts whose links redirect to a map, with the start of their paths. No other host is ever contacted to read a link.
 * Short links of OpenStreetMap contain their position.
 */
export const shortLinkHosts: readonly { host: string; path: RegExp }[] = [
  { host: 'maps.app.goo.gl', path: /^\/./ },
  { host: 'goo.gl', path: /^\/maps\/./ },
  { host: 'maps.apple.com', path: /^\/p\/./ },
  { host: 'maps.apple', path: /^\/p\/./ },
  { host: 'binged.it', path: /^\/./ },
  { host: 'her.is', path: /^\/./ },
];

/** Returns true if the place of a link is known only after its redirects. */
export const isShortLink = ({ protocol, hostname, port, pathname }: URL): boolean =>
  /^https?:$/.test(protocol) &&
  port === '' &&
  shortLinkHosts.some(({ host, path }) => hostname.toLowerCase() === host && path.test(pathname));
