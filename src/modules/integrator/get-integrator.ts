import type { Services } from '../../services.js';
import type { Integrator } from './integrator.js';

/** @throws ApiError `not_found` */
export function getIntegrator(services: Services, id: string): Promise<Integrator> {
  return services.integrators.get(id);
}
