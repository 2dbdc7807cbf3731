import type { Context } from 'hono';
import type { Child } from 'hono/jsx';
import type { Env } from '../../http/request.js';
import type { FormState } from '../frame/form-state.js';
import { Frame, renderPage } from '../frame/frame.js';
import { Icon } from '../frame/icons.js';
import type { PageAnswer } from '../frame/page-request.js';

/** What was typed, less what no page may send back. */
export function withoutSecrets(typed: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(typed).filter(([name]) => !/password/.test(name)));
}

/** Puts the cookies of an answer of the interface on the page's. */
export function passCookies(c: Context<Env>, { headers }: PageAnswer): void {
  for (const cookie of headers.getSetCookie()) c.header('set-cookie', cookie, { append: true });
}

/** What was done, said once. */
export function Done({ children }: { children?: Child }) {
  return (
    <div class="notice good" role="status">
      <Icon name="good" />
      <p>{children}</p>
    </div>
  );
}

interface SmallPage {
  heading: string;
  lead?: string | undefined;
  states?: readonly FormState[];
  status?: number | undefined;
  children?: Child;
}

/** A page of one form. */
export function renderSmall(
  c: Context<Env>,
  { heading, lead, states = [], status = 200, children }: SmallPage,
): Response | Promise<Response> {
  const wrong = states.some(({ errors }) => Object.keys(errors).length > 0);
  return renderPage(
    c,
    <Frame heading={heading} wrong={wrong} operator={c.get('services').config.operatorName}>
      <div class="slim stack">
        <div class="head">
          <h1>{heading}</h1>
          {lead && <p class="lead">{lead}</p>}
        </div>
        {children}
      </div>
    </Frame>,
    { status, session: true },
  );
}
