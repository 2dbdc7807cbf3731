import type { Services } from './services.js';

/**
 * A module as the process opens it. Each module has one `wire.ts`: it declares the members that the module adds to
 * `Services`, makes them, and names what it needs for that in the type of its parameter.
 */
export interface Wired<K extends keyof Services = never> {
  services: Pick<Services, K>;
  /** Creates the indexes; awaited before anything starts. */
  ensureIndexes?(): Promise<unknown>;
  /** Registers followers and schedules, once every module is open. */
  connect?(services: Services): void;
  start?(): unknown;
  stop?(): Promise<unknown>;
  /** Called every minute: finishes what interrupted requests left. */
  sweep?(services: Services): Promise<unknown>;
}

/** Opens modules one after another; the compiler checks that each finds the services that it needs. */
export class Opening<Have extends object> {
  constructor(
    readonly services: Have,
    readonly wired: readonly Wired[] = [],
  ) {}

  with<K extends keyof Services = never>(
    wire: (have: Have) => Wired<K>,
  ): Opening<Have & Pick<Services, K>> {
    const module = wire(this.services);
    return new Opening({ ...this.services, ...module.services }, [...this.wired, module]);
  }

  ensureIndexes(): Promise<unknown> {
    return Promise.all(this.wired.map((module) => module.ensureIndexes?.()));
  }
}
