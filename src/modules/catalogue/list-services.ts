import { anyone } from '../../access.js';
import { get, operation } from '../../operation.js';
import { type StepTemplate, stepsFor } from './catalogue.js';

/** A service of the catalogue, as it is offered. */
export interface CatalogueService {
  serviceKey: string;
  label: string;
  steps: StepTemplate[];
}

export const listServices = operation({
  name: 'services',
  kind: 'query',
  description: 'List the services that can be requested, in the order of the catalogue.',
  access: anyone,
  errors: [],
  rest: get('/v1/public/services', { tag: 'Site checks', summary: 'List the services' }),
  run: ({ services: { catalogue } }): CatalogueService[] =>
    catalogue.services.map(({ service_key: serviceKey, label }) => ({
      serviceKey,
      label,
      steps: stepsFor(catalogue, serviceKey),
    })),
});
