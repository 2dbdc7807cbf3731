import canonicalize from 'canonicalize';

/**
 * JSON Canonicalization Scheme, RFC 8785.
 *
 * @throws Error for what has no canonical form: a lone surrogate, a number that is not finite
 */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new Error('a value without a JSON form');
  return text;
}
