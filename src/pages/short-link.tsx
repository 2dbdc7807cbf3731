import type { Context, Hono } from 'hono';
import type { Env } from '../http/request.js';
import { createTranslator } from '../messages/create-translator.js';
import { shortLinkCatalogue } from '../messages/short-link/catalogue.js';
import type { ShortLinkEnglish } from '../messages/short-link/en.js';
import { linkOfOfferCode, offerCodePath } from '../modules/dispatch/offer-code.js';
import { linkOfPhotoCode, photoCodePath } from '../modules/job/photo-code.js';
import type { Services } from '../services.js';
import { Alert, CodeForm } from './frame/form.js';
import { Frame, renderPage } from './frame/frame.js';
import { pageLanguage } from './frame/language.js';
import { readForm } from './frame/read-form.js';

/** A page that opens a link by a short code. */
interface ShortLink {
  path: string;
  /** Prefix of the code in the browser's storage. */
  id: string;
  copy: Record<'heading' | 'open' | 'ended', keyof ShortLinkEnglish>;
  linkOf(services: Services, code: string): Promise<string | null>;
}

const shortLinks: readonly ShortLink[] = [
  {
    path: photoCodePath,
    id: 'photos',
    copy: {
      heading: 'short_link.photos.heading',
      open: 'short_link.photos.open',
      ended: 'short_link.photos.ended',
    },
    linkOf: linkOfPhotoCode,
  },
  {
    path: offerCodePath,
    id: 'offer',
    copy: {
      heading: 'short_link.offer.heading',
      open: 'short_link.offer.open',
      ended: 'short_link.offer.ended',
    },
    linkOf: linkOfOfferCode,
  },
];

interface Shown {
  /** The link, which the script follows; null before the code is known. */
  link?: string | null;
  /** True if the code opens nothing. */
  ended?: boolean;
  status?: number;
}

function show(
  c: Context<Env>,
  { path, id, copy }: ShortLink,
  { link, ended = false, status = 200 }: Shown = {},
) {
  const language = pageLanguage(c);
  const t = createTranslator(shortLinkCatalogue, language);
  const heading = t(copy.heading);
  return renderPage(
    c,
    <Frame heading={heading} width="narrow" bare operator={c.get('services').config.operatorName}>
      <div class="stack">
        <h1>{heading}</h1>
        {ended && <Alert>{t(copy.ended)}</Alert>}
        {link ? (
          <p>
            <a class="button go large" href={link} data-follow="">
              {t(copy.open)}
            </a>
          </p>
        ) : (
          <CodeForm action={path} id={id} />
        )}
      </div>
    </Frame>,
    { status, language },
  );
}

/** The link is in the body: an access log can contain the header of a redirect. */
async function post(c: Context<Env>, shortLink: ShortLink) {
  const { access_token: code = '' } = await readForm(c);
  const link = await shortLink.linkOf(c.get('services'), code.trim());
  return link ? show(c, shortLink, { link }) : show(c, shortLink, { ended: true, status: 404 });
}

/** Mounts the pages that open photo links and offers by their short codes. */
export function mountShortLinks(app: Hono<Env>): void {
  for (const shortLink of shortLinks) {
    app.get(shortLink.path, (c) => show(c, shortLink));
    app.post(shortLink.path, (c) => post(c, shortLink));
  }
}
