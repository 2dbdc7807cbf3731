import type { Services } from '../../services.js';
import type { Wired } from '../../wiring.js';
import { type Catalogue, loadCatalogue } from './catalogue.js';

declare module '../../services.js' {
  interface Services {
    catalogue: Catalogue;
  }
}

/** @throws CatalogueError */
export const wireCatalogue = ({ config }: Pick<Services, 'config'>): Wired<'catalogue'> => ({
  services: { catalogue: loadCatalogue(config.catalogueFile) },
});
