import { useContext } from 'hono/jsx';
import { SiteContext } from './site.js';

/** A text of the catalogue in the language of the page; one that is still the stored English text is marked. */
export function Label({ text, english }: { text: string; english: string }) {
  const { language } = useContext(SiteContext);
  return <bdi lang={language !== 'en' && text === english ? 'en' : undefined}>{text}</bdi>;
}
