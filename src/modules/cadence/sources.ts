/** What the cadence reads of nouns that may not be there; handed in at start. */
export interface CadenceSources {
  /** How many webhook endpoints are disabled. */
  countDisabledEndpoints(): Promise<number>;
  /** Whether an enabled webhook endpoint takes events of a type. */
  anyEndpointTakes(type: string): Promise<boolean>;
}

/** Without webhooks. */
export const noCadenceSources: CadenceSources = {
  countDisabledEndpoints: async () => 0,
  anyEndpointTakes: async () => false,
};
