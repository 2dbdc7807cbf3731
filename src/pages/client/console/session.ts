import type { Call, Made } from './api.js';

/** A validated key, and the requests made with it. */
export interface Session {
  key: string;
  keyId: string;
  integrator: string;
  /** As written in REST, such as `jobs:write`. */
  scopes: readonly string[];
  /** Names under which the key sends mail and delivers reports. */
  actors: readonly string[];
  /** `test` for a key of the sandbox. */
  mode: 'live' | 'test';
  /** Sends a request and shows it. */
  send: (call: Call) => Promise<Made>;
}

/** `jobs:write` for `JOBS_WRITE`. */
export const scopeText = (scope: string): string => scope.toLowerCase().replace('_', ':');
