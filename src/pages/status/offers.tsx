import { useContext } from 'hono/jsx';
import { statusCatalogue } from '../../messages/status/catalogue.js';
import type { Offer as QuotedOffer } from '../../modules/catalogue/quote.js';
import { ActionButton } from '../frame/form.js';
import { moneyText } from '../frame/format.js';
import { useText } from '../frame/frame-text.js';
import { Icon } from '../frame/icons.js';
import { SiteContext } from '../frame/site.js';

interface OfferProps {
  offer: QuotedOffer;
  action: string;
  token: string | undefined;
}

function Offer({ offer, action, token }: OfferProps) {
  const t = useText(statusCatalogue);
  const { language } = useContext(SiteContext);
  const { label, amountMinor, currency, recommended } = offer;
  const open = offer.available && amountMinor !== null;
  const id = `offer-${offer.offerKey}`;
  return (
    <article class={recommended && open ? 'offer card chosen' : 'offer card'} aria-labelledby={id}>
      <div class="tight">
        <h2 id={id} lang="en" dir="auto">
          {label}
        </h2>
        <p class="terms">
          <span>{t('status.within', { hours: offer.turnaroundHours })}</span>
          {recommended && open && (
            <span class="badge good">
              <Icon name="good" size={14} />
              {t('status.recommended')}
            </span>
          )}
        </p>
        <ul class="ticks">
          {offer.includes.map((text) => (
            <li>
              <Icon name="good" size={16} />
              <bdi lang="en">{text}</bdi>
            </li>
          ))}
        </ul>
      </div>
      <div class="buy">
        {open ? (
          <>
            <div>
              <p class="price">{moneyText(amountMinor, currency, language)}</p>
              <p class="soft small">
                {t(amountMinor > 0 ? 'status.price_terms' : 'status.free_terms')}
              </p>
            </div>
            <ActionButton
              do="choose"
              action={action}
              token={token}
              hidden={{ offer_key: offer.offerKey }}
              button={recommended ? 'button go' : 'button'}
              name={t('status.choose_offer', { label })}
            >
              {t('status.choose')}
            </ActionButton>
          </>
        ) : (
          <p class="soft">{t('status.not_available')}</p>
        )}
      </div>
    </article>
  );
}

/** Orders offers: recommended, then available, then the rest, each in the catalogue's order. */
function rank({ recommended, available }: QuotedOffer): number {
  if (!available) return 2;
  return recommended ? 0 : 1;
}

/** Lists the offers, the recommended one first and highlighted. */
export function Offers(props: {
  offers: readonly QuotedOffer[];
  action: string;
  token: string | undefined;
}) {
  const t = useText(statusCatalogue);
  const { offers, ...rest } = props;
  const ordered = offers.toSorted((one, other) => rank(one) - rank(other));
  return (
    <section class="tight" aria-label={t('status.offers')}>
      {ordered.map((offer) => (
        <Offer offer={offer} {...rest} />
      ))}
    </section>
  );
}
