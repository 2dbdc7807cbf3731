/** `mediaSha256` → `media_sha256`: the REST name of a schema's field. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** `media_sha256` → `mediaSha256`; the inverse of `snakeCase` for every name that starts in lower case. */
export function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
