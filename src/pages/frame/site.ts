import { createContext } from 'hono/jsx';
import type { OperatorLinks } from '../../config.js';
import type { Language } from '../../messages/language.js';

/** Path of the page about the service. */
export const aboutPath = '/about';

/** Values of the service that every page can show; `renderPage` sets them. */
export interface Site {
  /** Time at which the page is rendered. */
  now: Date;
  links: OperatorLinks;
  /** Language of the page. */
  language: Language;
  /** Path and query to which the form for another language returns; null for a page that exists only in English. */
  returnTo: string | null;
}

export const SiteContext = createContext<Site>({
  now: new Date(0),
  links: { imprint: undefined, privacy: undefined, help: undefined },
  language: 'en',
  returnTo: null,
});
