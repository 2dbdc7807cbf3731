/** A media link as a path: the page may stand under another name of this service. */
export function mediaPath(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}
