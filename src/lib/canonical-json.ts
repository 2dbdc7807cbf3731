import canonicalize from 'canonicalize';

/**
 * Serializes a value with the JSON Canonicalization Scheme, RFC 8785.
 *
 * @throws Error for a value without a canonical form: a lone surrogate or a number that is not finite
 */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new Error('a value without a JSON form');
  return text;
}
