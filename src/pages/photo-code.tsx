import type { Context, Hono } from 'hono';
import type { Env } from '../http/request.js';
import { linkOfPhotoCode } from '../modules/job/photo-code.js';
import { Alert, CodeForm } from './frame/form.js';
import { Frame, renderPage } from './frame/frame.js';
import { readForm } from './frame/read-form.js';
import { messages } from './messages/photo-code.en.js';

/** Path of the page behind the QR code of a photo link; the code is in the fragment, which is not sent. */
export const photoCodePath = '/p';

interface Shown {
  /** The capture link, which the script follows; null before the code is known. */
  link?: string | null;
  alert?: string;
  status?: number;
}

function show(c: Context<Env>, { link, alert, status = 200 }: Shown = {}) {
  return renderPage(
    c,
    <Frame
      heading={messages.heading}
      width="narrow"
      bare
      operator={c.get('services').config.operatorName}
    >
      <div class="stack">
        <h1>{messages.heading}</h1>
        {alert && <Alert>{alert}</Alert>}
        {link ? (
          <p>
            <a class="button go large" href={link} data-follow="">
              {messages.open}
            </a>
          </p>
        ) : (
          <CodeForm action={photoCodePath} id="photos" />
        )}
      </div>
    </Frame>,
    { status },
  );
}

/** The capture link is in the body: an access log can contain the header of a redirect. */
async function post(c: Context<Env>) {
  const { access_token: code = '' } = await readForm(c);
  const link = await linkOfPhotoCode(c.get('services'), code.trim());
  return link ? show(c, { link }) : show(c, { alert: messages.ended, status: 404 });
}

/** Mounts the page that opens a photo link by its short code. */
export function mountPhotoCode(app: Hono<Env>): void {
  app.get(photoCodePath, (c) => show(c));
  app.post(photoCodePath, (c) => post(c));
}
