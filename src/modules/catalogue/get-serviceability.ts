import { anyoneLive } from '../../access.js';
import { finite, text } from '../../lib/schema.js';
import { get, operation } from '../../operation.js';
import { serviceKeyLength } from './catalogue-schema.js';
import { evaluateServiceability, type Serviceability } from './serviceability.js';

export const getServiceability = operation({
  name: 'serviceability',
  kind: 'query',
  description:
    'Get the offers that are available at a place, before a site check is requested. Nothing is stored.',
  access: anyoneLive,
  args: {
    latitude: finite({ ge: -90, le: 90 }).describe('Latitude in degrees, WGS 84.'),
    longitude: finite({ ge: -180, le: 180 }).describe('Longitude in degrees, WGS 84.'),
    serviceKey: text(serviceKeyLength.min, serviceKeyLength.max)
      .nullish()
      .describe('Key of a service; coverage is the same for every service of the catalogue.'),
  },
  example: { latitude: 52.5219, longitude: 13.4132, service_key: 'storefront_open' },
  errors: [],
  rest: get('/v1/public/serviceability', {
    tool: { name: 'check_serviceability' },
    operationId: 'get_serviceability',
    tag: 'Site checks',
    summary: 'Get the serviceability of a place',
  }),
  run: ({ services }, place): Serviceability => evaluateServiceability(services.catalogue, place),
});
