import type { Context, Hono } from 'hono';
import { useContext } from 'hono/jsx';
import { z } from 'zod';
import { ApiError, errorText } from '../errors.js';
import { jsonBodyBytesMax, readBody } from '../http/body.js';
import type { Env } from '../http/request.js';
import { choice } from '../lib/schema.js';
import { checkoutCatalogue } from '../messages/checkout/catalogue.js';
import type { CheckoutEnglish } from '../messages/checkout/en.js';
import { createTranslator } from '../messages/create-translator.js';
import type { Catalogue } from '../modules/catalogue/catalogue.js';
import { offerLabel } from '../modules/catalogue/service-texts.js';
import {
  checkoutOutcome,
  endSandboxCheckout,
  getCheckout,
  type ShownCheckout,
} from '../modules/site-check/checkout-page.js';
import { validateForm, validateJsonBody } from '../rest/pydantic/validate.js';
import { validationResponse } from '../rest/pydantic/validation-response.js';
import { moneyText, Time, Times } from './frame/format.js';
import { Frame, renderPage } from './frame/frame.js';
import { useText } from './frame/frame-text.js';
import { Icon, type IconName } from './frame/icons.js';
import { Label } from './frame/label.js';
import { pageLanguage } from './frame/language.js';
import { SiteContext } from './frame/site.js';

/** Input of the page's buttons, as a form or as JSON. */
const checkoutOutcomeInput = z.object({
  outcome: choice(checkoutOutcome).describe('Outcome of the checkout session.'),
});

const outcomes = {
  paid: 'checkout.outcome.paid',
  failed: 'checkout.outcome.failed',
  cancelled: 'checkout.outcome.cancelled',
  expired: 'checkout.outcome.expired',
} as const satisfies Record<string, keyof CheckoutEnglish>;

const tones = { paid: 'good', failed: 'bad', cancelled: 'none', expired: 'none' } as const;

function Notice({ tone, texts }: { tone: IconName; texts: readonly string[] }) {
  return (
    <div class={`notice ${tone}`} role="status">
      <Icon name={tone} />
      <div>
        {texts.map((text) => (
          <p>{text}</p>
        ))}
      </div>
    </div>
  );
}

function Ended({ request, session }: ShownCheckout) {
  const t = useText(checkoutCatalogue);
  const { state, refundedAt } = session;
  if (state === 'open') return null;
  const texts = [t(outcomes[state]), ...(refundedAt ? [t('checkout.refunded')] : [])];
  return (
    <>
      <Notice tone={tones[state]} texts={texts} />
      <p class="actions">
        <a class="button go" href={`/site-checks/${request._id}`}>
          {t('checkout.back')}
        </a>
      </p>
    </>
  );
}

function Pay({ session }: ShownCheckout) {
  const t = useText(checkoutCatalogue);
  const { language } = useContext(SiteContext);
  const amount = moneyText(session.amountMinor, session.currency, language);
  return (
    <>
      <p class="notice warn">
        <Icon name="warn" />
        {t('checkout.sandbox')}
      </p>
      <form
        method="post"
        action={`/checkout/${session.sessionId}?key=${session.key}`}
        class="checkout"
      >
        <button type="submit" class="button go large" name="outcome" value="paid">
          {t('checkout.pay', { amount })}
        </button>
        <button type="submit" class="button" name="outcome" value="declined">
          {t('checkout.decline')}
        </button>
        <button type="submit" class="button" name="outcome" value="cancelled">
          {t('checkout.cancel')}
        </button>
      </form>
    </>
  );
}

/** Content for a session of another provider, with a link to the provider's page. */
function Elsewhere({ session }: ShownCheckout) {
  const t = useText(checkoutCatalogue);
  return (
    <>
      <Notice tone="warn" texts={[t('checkout.not_paid')]} />
      {session.url && (
        <p class="actions">
          <a class="button go large" href={session.url} rel="external">
            {t('checkout.to_checkout')}
          </a>
        </p>
      )}
    </>
  );
}

interface CheckoutPageProps extends ShownCheckout {
  operator: string | undefined;
  catalogue: Catalogue;
}

function CheckoutPage(props: CheckoutPageProps) {
  const { request, session, operator, catalogue } = props;
  const t = useText(checkoutCatalogue);
  const { language } = useContext(SiteContext);
  const isOpen = session.state === 'open';
  return (
    <Frame heading={request.objective} operator={operator} scripts={[]} bare>
      <div class="slim">
        <Times place={request}>
          <div class="card stack">
            <div class="head">
              <p class="price">{moneyText(session.amountMinor, session.currency, language)}</p>
              <h1 class="objective">
                <bdi>{request.objective}</bdi>
              </h1>
            </div>
            <dl class="facts">
              <div>
                <dt>{t('checkout.address')}</dt>
                <dd>
                  <bdi>{request.address}</bdi>
                </dd>
              </div>
              <div>
                <dt>{t('checkout.offer')}</dt>
                <dd>
                  <Label text={offerLabel(catalogue, session, language)} english={session.label} />
                </dd>
              </div>
              <div>
                <dt>{t(isOpen ? 'checkout.pay_until' : 'checkout.opened')}</dt>
                <dd>
                  <Time at={isOpen ? session.expiresAt : session.createdAt} first />
                </dd>
              </div>
            </dl>
            {!isOpen ? (
              <Ended {...props} />
            ) : session.provider === 'sandbox' ? (
              <Pay {...props} />
            ) : (
              <Elsewhere {...props} />
            )}
          </div>
        </Times>
      </div>
    </Frame>
  );
}

const wantsHtml = (c: Context<Env>) => (c.req.header('accept') ?? '').includes('text/html');

const placeOf = (c: Context<Env>) =>
  [c.req.param('session_id') ?? '', c.req.query('key') ?? ''] as const;

/** Returns the page for an error of a checkout; null for any other error. */
async function rejection(c: Context<Env>, error: unknown) {
  const known = error instanceof ApiError && (error.status === 404 || error.status === 409);
  if (!known || !wantsHtml(c)) return null;
  const services = c.get('services');
  const operator = services.config.operatorName;
  const language = pageLanguage(c);
  const t = createTranslator(checkoutCatalogue, language);
  if (error.status === 409) {
    const shown = await getCheckout(services, ...placeOf(c));
    // A closed session shows its outcome, and links back to the request.
    if (shown.session.state !== 'open') {
      return renderPage(
        c,
        <CheckoutPage {...shown} operator={operator} catalogue={services.catalogue} />,
        {
          status: 409,
          language,
        },
      );
    }
  }
  const isUnknown = error.status === 404;
  const heading = t(isUnknown ? 'checkout.unknown' : 'checkout.ended');
  const page = (
    <Frame heading={heading} operator={operator} scripts={[]} bare>
      <div class="head narrow">
        <h1>{heading}</h1>
        <p class="lead">{t(isUnknown ? 'checkout.check_link' : 'checkout.ended_hint')}</p>
      </div>
    </Frame>
  );
  return renderPage(c, page, { status: error.status, language });
}

async function showCheckout(c: Context<Env>): Promise<Response> {
  try {
    const shown = await getCheckout(c.get('services'), ...placeOf(c));
    const { config, catalogue } = c.get('services');
    return await renderPage(
      c,
      <CheckoutPage {...shown} operator={config.operatorName} catalogue={catalogue} />,
      { language: pageLanguage(c) },
    );
  } catch (error) {
    const page = await rejection(c, error);
    if (page) return page;
    throw error;
  }
}

/** Reads the outcome from a form or from JSON. */
async function readOutcome(c: Context<Env>) {
  const bytes = await readBody(c.req.raw, jsonBodyBytesMax);
  const contentType = c.req.header('content-type') ?? '';
  if (!contentType.startsWith('application/x-www-form-urlencoded')) {
    return validateJsonBody(checkoutOutcomeInput, { bytes, contentType });
  }
  const form = new URLSearchParams(Buffer.from(bytes).toString('utf8'));
  return validateForm(checkoutOutcomeInput, Object.fromEntries(form));
}

async function endCheckout(c: Context<Env>): Promise<Response> {
  const place = placeOf(c);
  try {
    // Without access to the session, errors of the form must not reveal anything either.
    await getCheckout(c.get('services'), ...place);
    const sent = await readOutcome(c);
    if (sent.outcome === 'unreadable')
      throw new ApiError('bad_request', errorText('error.not_text'));
    if (sent.outcome === 'invalid') return validationResponse(sent.issues);
    const ended = await endSandboxCheckout(c.get('services'), ...place, sent.value.outcome);
    if (wantsHtml(c)) return c.redirect(`/checkout/${place[0]}?key=${place[1]}`, 303);
    const { request, session } = ended;
    return c.json({
      session_id: session.sessionId,
      status: session.state,
      request_id: request._id,
      request_status: request.status,
      payment_status: request.paymentStatus,
    });
  } catch (error) {
    const page = await rejection(c, error);
    if (page) return page;
    throw error;
  }
}

/** Mounts the pages at checkout URLs; they work without script. */
export function mountCheckout(app: Hono<Env>): void {
  app.get('/checkout/:session_id', showCheckout);
  app.post('/checkout/:session_id', endCheckout);
}
