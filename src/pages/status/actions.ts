import type { Context, Hono } from 'hono';
import type { Env } from '../../http/request.js';
import { codeOf, errorMessage } from '../frame/error-message.js';
import { type FormState, isInvalid, rejectedForm } from '../frame/form-state.js';
import { type PageAnswer, pageRequest } from '../frame/page-request.js';
import { nameOf, orNull } from '../frame/read-form.js';
import { messages } from '../messages/status.en.js';
import { inviteFormId } from './invites.js';
import type { PhotoLink } from './photo-link.js';
import type { Reader } from './read-request.js';

/** The outcome of an action for the page shown after it. */
export interface Outcome {
  status?: number;
  alert?: string;
  changing?: boolean;
  photoLink?: PhotoLink;
  forms?: Record<string, FormState>;
  /** The checkout to redirect to. */
  checkoutUrl?: string | null;
}

type Send = (path: string, body: Record<string, unknown>) => Promise<PageAnswer>;
type Typed = Record<string, string>;

const inviteOf = (typed: Typed) => ({
  invitee_name: nameOf(typed['invitee_name']),
  invitee_email: orNull(typed['invitee_email']),
  invitee_phone: orNull(typed['invitee_phone']),
});

const invites = '/v1/self-service/invites';

/** Messages for the errors of these actions. */
const errors = {
  invite_active: messages.inviteActive,
  invite_limit: messages.inviteLimit,
  already_claimed: messages.alreadyClaimed,
};

function outcomeOf(answer: PageAnswer, formId?: string, typed: Typed = {}): Outcome {
  if (answer.ok) return {};
  const { status } = answer;
  if (formId && isInvalid(answer)) {
    return { status, forms: { [formId]: rejectedForm(formId, typed, answer) } };
  }
  return { status, alert: errorMessage(answer, errors) };
}

interface Call {
  /** Path of the request below /v1, for the holder of its token or its customer. */
  base: string;
  send: Send;
  typed: Typed;
}

const actions: Record<string, (call: Call) => Promise<Outcome>> = {
  async choose({ base, send, typed }) {
    const { offer_key } = typed;
    const answer = await send(`${base}/select-offer`, { offer_key });
    if (codeOf(answer) === 'quote_expired') {
      return { status: answer.status, alert: messages.pricesChanged };
    }
    return outcomeOf(answer);
  },
  async pay({ base, send }) {
    const answer = await send(`${base}/checkout-session`, {});
    const { checkout } = (answer.body ?? {}) as { checkout?: { checkout_url: string | null } };
    return {
      ...outcomeOf(answer),
      checkoutUrl: answer.ok ? (checkout?.checkout_url ?? null) : null,
    };
  },
  change: async () => ({ changing: true }),
  async link({ base, send }) {
    const answer = await send(`${base}/self-service-capture`, {});
    if (!answer.ok) return outcomeOf(answer);
    const { capture_url: url, expires_at: expiresAt } = answer.body as Record<string, string>;
    return { photoLink: { url: url ?? '', expiresAt: expiresAt ?? '' } };
  },
  async cancel({ base, send, typed }) {
    const answer = await send(`${base}/cancel`, { reason: orNull(typed['reason']) });
    return outcomeOf(answer, 'cancel', typed);
  },
  async claim({ send, typed }) {
    const answer = await send('/v1/customer/requests/claim', {
      access_token: typed['access_token'] ?? '',
    });
    return outcomeOf(answer);
  },
  async invite({ base, send, typed }) {
    const answer = await send(`${base}/self-service-invites`, inviteOf(typed));
    return outcomeOf(answer, inviteFormId(), typed);
  },
  async resend({ send, typed }) {
    return outcomeOf(await send(`${invites}/${typed['invite_id']}/resend`, {}));
  },
  async reassign({ send, typed }) {
    const { invite_id } = typed;
    const answer = await send(`${invites}/${invite_id}/reassign`, inviteOf(typed));
    return outcomeOf(answer, inviteFormId(invite_id), typed);
  },
  async revoke({ send, typed }) {
    return outcomeOf(await send(`${invites}/${typed['invite_id']}/revoke`, {}));
  },
};

/** Runs the action of a form; returns an empty outcome if the form only opens or shows the page. */
export async function act(
  app: Hono<Env>,
  c: Context<Env>,
  { id, token }: Reader,
  typed: Typed,
): Promise<Outcome> {
  const name = typed['do'] ?? '';
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (!action) return {};
  const place = encodeURIComponent(id);
  return action({
    base: token ? `/v1/public/site-checks/${place}` : `/v1/customer/requests/${place}`,
    send: (path, body) =>
      pageRequest(app, c, {
        method: 'POST',
        path,
        body: { ...(token && path.startsWith('/v1/public/') && { access_token: token }), ...body },
      }),
    typed,
  });
}
