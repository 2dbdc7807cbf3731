const results = new WeakMap<object, Map<string, Promise<unknown>>>();

/**
 * Computes once for an owner (a request) what is asked for by equal keys; a failure is shared too.
 *
 * @param key plain JSON, dates included
 */
export function oncePer<T>(owner: object, key: unknown, compute: () => Promise<T>): Promise<T> {
  const answers = results.get(owner) ?? new Map<string, Promise<unknown>>();
  results.set(owner, answers);
  const name = JSON.stringify(key);
  const known = answers.get(name) as Promise<T> | undefined;
  if (known) return known;
  const answer = compute();
  answers.set(name, answer);
  return answer;
}
