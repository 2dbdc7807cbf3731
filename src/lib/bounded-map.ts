interface Entry<V> {
  value: V;
  bytes: number;
}

/** Limits of a `BoundedMap`. */
export interface Bounds {
  entries: number;
  /** Maximum sum of the entries' declared sizes. */
  bytes: number;
}

/** A map with a maximum number of entries and bytes that evicts the least recently used entries. */
export class BoundedMap<K, V> {
  readonly #entries = new Map<K, Entry<V>>();
  readonly #bounds: Bounds;
  readonly #onEvict: (key: K) => void;
  #bytes = 0;

  /** @param onEvict called with the key of each evicted entry */
  constructor(bounds: Bounds, onEvict: (key: K) => void = () => {}) {
    this.#bounds = bounds;
    this.#onEvict = onEvict;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Sum of the sizes that were passed to `set`. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Returns the value of a key and marks it as the most recently used. */
  get(key: K): V | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /**
   * Stores a value, unless it is larger than the bound on its own.
   *
   * @param bytes size of the value; an estimate is enough
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
