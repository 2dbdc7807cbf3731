/// <reference lib="dom" />
import { useEffect, useState } from 'preact/hooks';

/** Returns the view named in the fragment; fragments of another form belong to links inside the page. */
export function useRoute(): string {
  const read = (before: string) =>
    location.hash === '' || location.hash.startsWith('#/') ? location.hash.slice(1) : before;
  const [route, setRoute] = useState(() => read(''));
  useEffect(() => {
    const change = () => setRoute(read);
    addEventListener('hashchange', change);
    return () => removeEventListener('hashchange', change);
  }, []);
  return route;
}

/** Decodes a path segment; a malformed one is kept unchanged, so that the service rejects it. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
