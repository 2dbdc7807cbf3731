import { hash } from 'node:crypto';

const byName = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1);

/**
 * Returns the lower-case hex SHA-256 of a parsed input, by which a replay of it is recognised. The order of
 * members does not count, nor do members that are null, absent or an empty list: a release that adds such an
 * optional field still recognises the inputs of earlier ones.
 */
export function inputHash(input: object): string {
  const text = JSON.stringify(input, (_, value: unknown) => {
    if (Array.isArray(value)) return value.length === 0 ? undefined : value;
    if (value === null || typeof value !== 'object') return value ?? undefined;
    return Object.fromEntries(Object.entries(value).sort(byName));
  });
  return hash('sha256', text, 'hex');
}

/**
 * Returns whether an input repeats the one that made a record.
 *
 * @param stored the record, with the hash of its input. A record of a release before the hash was stored has
 *   every member of the input under the name that it has there.
 * @param members names of the members of the input
 */
export function repeatsInput(
  input: object,
  stored: { inputSha256?: string | undefined },
  members: readonly string[],
): boolean {
  if (stored.inputSha256 !== undefined) return stored.inputSha256 === inputHash(input);
  const fields = Object.entries(stored).filter(([name]) => members.includes(name));
  return inputHash(Object.fromEntries(fields)) === inputHash(input);
}
