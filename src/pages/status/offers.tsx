import { useContext } from 'hono/jsx';
import { statusCatalogue } from '../../messages/status/catalogue.js';
import { ActionButton } from '../frame/form.js';
import { moneyText } from '../frame/format.js';
import { useText } from '../frame/frame-text.js';
import { Icon } from '../frame/icons.js';
import { Label } from '../frame/label.js';
import { SiteContext } from '../frame/site.js';
import type { ShownOffer } from './read-request.js';

interface OfferProps {
  offer: ShownOffer;
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
        <h2 id={id}>
          <Label text={label} english={offer.stored.label} />
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
          {offer.includes.map((text, i) => (
            <li>
              <Icon name="good" size={16} />
              <Label text={text} english={offer.stored.includes[i] ?? text} />
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
function rank({ recommended, available }: ShownOffer): number {
  if (!available) return 2;
  return recommended ? 0 : 1;
}

/** Lists the offers, the recommended one first and highlighted. */
export function Offers(props: {
  offers: readonly ShownOffer[];
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
