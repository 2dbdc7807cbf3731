/** Adds a name to Vary. */
export function varyOn(headers: Headers, name: string): void {
  const vary = headers.get('vary');
  const names = vary?.toLowerCase().split(/\s*,\s*/) ?? [];
  if (!names.includes(name.toLowerCase())) headers.set('vary', vary ? `${vary}, ${name}` : name);
}
