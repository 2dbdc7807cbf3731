import type { Services } from '../../services.js';
import type { Wired } from '../../wiring.js';
import { createSandbox, type Sandbox, type SandboxOptions } from './create-sandbox.js';

declare module '../../services.js' {
  interface Services {
    sandbox: Sandbox;
  }
}

/** @param sweepMode cleans up after interrupted requests in a mode */
export function wireSandbox(
  options: SandboxOptions,
  sweepMode: (services: Services) => Promise<unknown>,
): Wired<'sandbox'> {
  const sandbox = createSandbox(options);
  return {
    services: { sandbox },
    start: sandbox.start,
    stop: sandbox.stop,
    sweep: () => sandbox.sweep(sweepMode),
  };
}
