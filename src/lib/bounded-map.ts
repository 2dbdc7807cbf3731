interface Entry<V> {
  value: V;
  bytes: number;
}

/** What a `BoundedMap` may hold. */
export interface Bounds {
  entries: number;
  /** Sum of what the entries are said to take. */
  bytes: number;
}

/** A map bounded by number and by bytes, from which the least recently used entries go. */
export class BoundedMap<K, V> {
  readonly #entries = new Map<K, Entry<V>>();
  readonly #bounds: Bounds;
  readonly #onEvict: (key: K) => void;
  #bytes = 0;

  /** @param onEvict called with the key of each entry that makes room */
  constructor(bounds: Bounds, onEvict: (key: K) => void = () => {}) {
    this.#bounds = bounds;
    this.#onEvict = onEvict;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** What the entries take together, as `set` was given it. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The value of a key, which is the most recently used from now on. */
  get(key: K): V | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /**
   * Keeps a value; one that is larger than the bound alone is not kept.
   *
   * @param bytes what the value takes; an estimate is enough
   */
  set(key: K, value: V, bytes: number): void {
    this.#remove(key);
    if (bytes > this.#bounds.bytes) return;
    this.#entries.set(key, { value, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.size <= this.#bounds.entries && this.#bytes <= this.#bounds.bytes) break;
      this.#remove(oldest);
      this.#onEvict(oldest);
    }
  }

  #remove(key: K): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
  }
}
