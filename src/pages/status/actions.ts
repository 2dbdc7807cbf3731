import type { Context } from 'hono';
import type { Env } from '../../http/request.js';
import { createTranslator } from '../../messages/create-translator.js';
import type { Language } from '../../messages/language.js';
import { statusCatalogue } from '../../messages/status/catalogue.js';
import { cancelCustomerRequest } from '../../modules/customer-request/cancel-customer-request.js';
import { claimCustomerRequest } from '../../modules/customer-request/claim-customer-request.js';
import { createCustomerCheckoutSession } from '../../modules/customer-request/create-customer-checkout-session.js';
import { selectCustomerRequestOffer } from '../../modules/customer-request/select-customer-request-offer.js';
import { startCustomerCapture } from '../../modules/customer-request/start-customer-capture.js';
import { createSelfServiceInvite } from '../../modules/invite/create-self-service-invite.js';
import { reassignSelfServiceInvite } from '../../modules/invite/reassign-self-service-invite.js';
import { resendSelfServiceInvite } from '../../modules/invite/resend-self-service-invite.js';
import { revokeSelfServiceInvite } from '../../modules/invite/revoke-self-service-invite.js';
import {
  createCustomerShareLink,
  createShareLink,
} from '../../modules/share-link/create-share-link.js';
import {
  revokeCustomerShareLink,
  revokeShareLink,
} from '../../modules/share-link/revoke-share-link.js';
import { cancelSiteCheck } from '../../modules/site-check/cancel-site-check.js';
import { createCheckoutSession } from '../../modules/site-check/create-checkout-session.js';
import { selectSiteCheckOffer } from '../../modules/site-check/select-offer.js';
import { openSession, type SiteCheckView } from '../../modules/site-check/site-check.js';
import { startSelfServiceCapture } from '../../modules/site-check/start-self-service-capture.js';
import { updateSiteCheckContact } from '../../modules/site-check/update-contact.js';
import type { Operation } from '../../operation.js';
import { errorMessage } from '../frame/error-message.js';
import { type FormState, isInvalid, rejectedForm } from '../frame/form-state.js';
import { pageLanguage } from '../frame/language.js';
import { nameOf, orNull } from '../frame/read-form.js';
import { type PageAnswer, type PageCall, runOperation } from '../frame/run-operation.js';
import { inviteFormId } from './invites.js';
import type { Reader } from './read-request.js';

/** The outcome of an action for the page shown after it. */
export interface Outcome {
  status?: number;
  alert?: string;
  changing?: boolean;
  forms?: Record<string, FormState>;
  /** The checkout to redirect to. */
  checkoutUrl?: string | null;
}

type Typed = Record<string, string>;

const inviteOf = (typed: Typed) => ({
  invitee_name: nameOf(typed['invitee_name']),
  invitee_email: orNull(typed['invitee_email']),
  invitee_phone: orNull(typed['invitee_phone']),
});

/** Returns the messages for the errors of these actions. */
function errorsIn(language: Language) {
  const t = createTranslator(statusCatalogue, language);
  return {
    invite_active: t('status.invite.one_active'),
    invite_limit: t('status.invite.limit'),
    already_claimed: t('status.private.claimed'),
    share_link_limit: t('status.share.limit'),
    quote_expired: t('status.prices_changed'),
  };
}

function outcomeOf(
  language: Language,
  answer: PageAnswer,
  formId?: string,
  typed: Typed = {},
): Outcome {
  if (answer.ok) return {};
  const { status } = answer;
  if (formId && isInvalid(answer)) {
    return { status, forms: { [formId]: rejectedForm(formId, typed, answer, {}, language) } };
  }
  return { status, alert: errorMessage(answer, errorsIn(language), language) };
}

/** The operations on a request for the holder of its token. */
const byToken = {
  select: selectSiteCheckOffer,
  pay: createCheckoutSession,
  link: startSelfServiceCapture,
  cancel: cancelSiteCheck,
  share: createShareLink,
  endShare: revokeShareLink,
};

/** The same for its customer. */
const bySession = {
  select: selectCustomerRequestOffer,
  pay: createCustomerCheckoutSession,
  link: startCustomerCapture,
  cancel: cancelCustomerRequest,
  share: createCustomerShareLink,
  endShare: revokeCustomerShareLink,
};

type Input = NonNullable<PageCall['input']>;
type Run = <R>(
  op: Operation<R>,
  call: Pick<PageCall, 'target' | 'input' | 'path'>,
) => Promise<PageAnswer<Awaited<R>>>;

interface Call {
  id: string;
  operations: typeof byToken | typeof bySession;
  /** Input of every operation on the request: the access token of a reader who has one. */
  own: Input;
  run: Run;
  typed: Typed;
  /** Returns the outcome of an answer in the language of the page. */
  outcomeOf: (answer: PageAnswer, formId?: string, typed?: Typed) => Outcome;
}

const actions: Record<string, (call: Call) => Promise<Outcome>> = {
  async choose({ id, operations, own, run, typed, outcomeOf }) {
    const input = { ...own, offer_key: typed['offer_key'] };
    return outcomeOf(await run<unknown>(operations.select, { target: id, input }));
  },
  async pay({ id, operations, own, run, outcomeOf }) {
    const answer = await run<SiteCheckView>(operations.pay, { target: id, input: own });
    if (!answer.ok) return outcomeOf(answer);
    return { checkoutUrl: openSession(answer.result.request)?.url ?? null };
  },
  change: async () => ({ changing: true }),
  async link({ id, operations, own, run, outcomeOf }) {
    return outcomeOf(await run<unknown>(operations.link, { target: id, input: own }));
  },
  async cancel({ id, operations, own, run, typed, outcomeOf }) {
    const input = { ...own, reason: orNull(typed['reason']) };
    return outcomeOf(await run<unknown>(operations.cancel, { target: id, input }), 'cancel', typed);
  },
  async share({ id, operations, own, run, typed, outcomeOf }) {
    const days = Number(typed['expires_in_days'] ?? '');
    const input = { ...own, expires_in_days: days };
    return outcomeOf(await run<unknown>(operations.share, { target: id, input }), 'share', typed);
  },
  async unshare({ id, operations, own, run, typed, outcomeOf }) {
    const path = { share_id: typed['share_id'] ?? '' };
    return outcomeOf(await run<unknown>(operations.endShare, { target: id, input: own, path }));
  },
  async contact({ id, own, run, typed, outcomeOf }) {
    const input = { ...own, requester_email: typed['requester_email'] ?? '' };
    const answer = await run<unknown>(updateSiteCheckContact, { target: id, input });
    return outcomeOf(answer, 'contact', typed);
  },
  async claim({ run, typed, outcomeOf }) {
    const input = { access_token: typed['access_token'] ?? '' };
    return outcomeOf(await run(claimCustomerRequest, { input }));
  },
  async invite({ id, run, typed, outcomeOf }) {
    const answer = await run(createSelfServiceInvite, { target: id, input: inviteOf(typed) });
    return outcomeOf(answer, inviteFormId(), typed);
  },
  async resend({ run, typed, outcomeOf }) {
    return outcomeOf(await run(resendSelfServiceInvite, { target: typed['invite_id'] ?? '' }));
  },
  async reassign({ run, typed, outcomeOf }) {
    const target = typed['invite_id'] ?? '';
    const answer = await run(reassignSelfServiceInvite, { target, input: inviteOf(typed) });
    return outcomeOf(answer, inviteFormId(target), typed);
  },
  async revoke({ run, typed, outcomeOf }) {
    return outcomeOf(await run(revokeSelfServiceInvite, { target: typed['invite_id'] ?? '' }));
  },
};

/** Runs the action that a form of the page names; does nothing for one that only opens the page. */
export async function act(c: Context<Env>, { id, token }: Reader, typed: Typed): Promise<Outcome> {
  const name = typed['do'] ?? '';
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (!action) return {};
  return action({
    id,
    operations: token ? byToken : bySession,
    own: token ? { access_token: token } : {},
    run: (op, call) => runOperation(c, op, call),
    typed,
    outcomeOf: (...answered) => outcomeOf(pageLanguage(c), ...answered),
  });
}
