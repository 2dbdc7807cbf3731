import type { Context, Hono } from 'hono';
import type { Env } from '../http/request.js';
import { linkOfOfferCode, offerCodePath } from '../modules/dispatch/offer-code.js';
import { linkOfPhotoCode, photoCodePath } from '../modules/job/photo-code.js';
import type { Services } from '../services.js';
import { Alert, CodeForm } from './frame/form.js';
import { Frame, renderPage } from './frame/frame.js';
import { readForm } from './frame/read-form.js';
import { messages } from './messages/short-link.en.js';

/** A page that opens a link by a short code. */
interface ShortLink {
  path: string;
  copy: (typeof messages)['photos' | 'offer'];
  linkOf(services: Services, code: string): Promise<string | null>;
}

const shortLinks: readonly ShortLink[] = [
  { path: photoCodePath, copy: messages.photos, linkOf: linkOfPhotoCode },
  { path: offerCodePath, copy: messages.offer, linkOf: linkOfOfferCode },
];

interface Shown {
  /** The link, which the script follows; null before the code is known. */
  link?: string | null;
  alert?: string;
  status?: number;
}

function show(
  c: Context<Env>,
  { path, copy }: ShortLink,
  { link, alert, status = 200 }: Shown = {},
) {
  return renderPage(
    c,
    <Frame
      heading={copy.heading}
      width="narrow"
      bare
      operator={c.get('services').config.operatorName}
    >
      <div class="stack">
        <h1>{copy.heading}</h1>
        {alert && <Alert>{alert}</Alert>}
        {link ? (
          <p>
            <a class="button go large" href={link} data-follow="">
              {copy.open}
            </a>
          </p>
        ) : (
          <CodeForm action={path} id={copy.id} />
        )}
      </div>
    </Frame>,
    { status },
  );
}

/** The link is in the body: an access log can contain the header of a redirect. */
async function post(c: Context<Env>, shortLink: ShortLink) {
  const { access_token: code = '' } = await readForm(c);
  const link = await shortLink.linkOf(c.get('services'), code.trim());
  return link
    ? show(c, shortLink, { link })
    : show(c, shortLink, { alert: shortLink.copy.ended, status: 404 });
}

/** Mounts the pages that open photo links and offers by their short codes. */
export function mountShortLinks(app: Hono<Env>): void {
  for (const shortLink of shortLinks) {
    app.get(shortLink.path, (c) => show(c, shortLink));
    app.post(shortLink.path, (c) => post(c, shortLink));
  }
}
