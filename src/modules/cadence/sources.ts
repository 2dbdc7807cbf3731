/** Figures of one day by their keys: numbers, and null for a rate of nothing. */
export type DayFigures = Readonly<Record<string, unknown>>;

/** What the cadence reads of other nouns, handed in at start. */
export interface CadenceSources {
  /**
   * The stored figures of a scope from one UTC day to another, both included.
   * @param scope `market_city` with its key, or `global` with `default`
   */
  figures(
    scope: { scopeType: string; scopeKey: string },
    from: string,
    to: string,
  ): Promise<DayFigures[]>;
  /** Computes the global figures of a day unless they are stored. @returns whether they were not */
  computeMissing(date: string): Promise<boolean>;
  /** Of how many of these jobs the last dispatch run is exhausted. */
  countExhausted(jobIds: readonly string[]): Promise<number>;
  /** How many webhook endpoints are disabled. */
  countDisabledEndpoints(): Promise<number>;
  /** Whether an enabled webhook endpoint takes events of a type. */
  anyEndpointTakes(type: string): Promise<boolean>;
}

/** Of nouns that are not there. */
export const noCadenceSources: CadenceSources = {
  figures: async () => [],
  computeMissing: async () => false,
  countExhausted: async () => 0,
  countDisabledEndpoints: async () => 0,
  anyEndpointTakes: async () => false,
};
