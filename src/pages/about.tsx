import type { Context } from 'hono';
import type { Child } from 'hono/jsx';
import type { Env } from '../http/request.js';
import type { Catalogue } from '../modules/catalogue/catalogue.js';
import { lowestPrices, visitHours } from '../modules/catalogue/lowest-prices.js';
import { assetPath } from './frame/assets.js';
import { moneyText } from './frame/format.js';
import { Frame, renderPage } from './frame/frame.js';
import { accountOf } from './frame/session.js';
import { messages } from './messages/about.en.js';
import { messages as frameMessages } from './messages/frame.en.js';

/** Number of currencies that the lowest prices are shown in. */
const shownPrices = 3;

/** Returns the lowest price in the first currencies of the catalogue: `From €29.00`; null if every offer is free. */
function priceText(catalogue: Catalogue): string | null {
  const prices = lowestPrices(catalogue)
    .slice(0, shownPrices)
    .map(({ amountMinor, currency }) => moneyText(amountMinor, currency));
  if (prices.length === 0) return null;
  const format = new Intl.ListFormat('en', { type: 'disjunction' });
  return messages.from(format.format(prices));
}

function durationText(catalogue: Catalogue): string | null {
  const hours = visitHours(catalogue);
  return hours.length > 0 ? messages.duration(hours) : null;
}

/** The price and duration of a visit, and a sample of its result. */
export function ServiceFacts({ catalogue }: { catalogue: Catalogue }) {
  const texts = [priceText(catalogue), durationText(catalogue)];
  return (
    <ul class="service-facts" aria-label={messages.about}>
      {texts.map((text) => text && <li>{text}</li>)}
      <li>
        <a href={assetPath('sample-report.pdf')}>{messages.sample}</a>
      </li>
    </ul>
  );
}

function Section({ id, heading, children }: { id: string; heading: string; children?: Child }) {
  return (
    <section class="tight" aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      {children}
    </section>
  );
}

/** The page about the service: how it works, price, who runs it, privacy and help. */
export async function aboutPage(c: Context<Env>): Promise<Response> {
  const { config, catalogue, baseUrl } = c.get('services');
  const { operatorName, links, retentionDays } = config;
  const account = await accountOf(c);
  return renderPage(
    c,
    <Frame
      heading={messages.heading}
      width="narrow"
      operator={operatorName}
      account={account}
      baseUrl={baseUrl}
      listed
    >
      <div class="stack">
        <div class="head">
          <h1>{messages.heading}</h1>
          <p class="lead">{messages.lead}</p>
        </div>
        <Section id="how" heading={messages.how}>
          <ol class="bullets">
            {messages.steps.map((step) => (
              <li>{step}</li>
            ))}
          </ol>
        </Section>
        <Section id="cost" heading={messages.cost}>
          <ServiceFacts catalogue={catalogue} />
          <p>{messages.costText}</p>
          <p class="soft small">{messages.sampleText}</p>
        </Section>
        {(operatorName || links.imprint) && (
          <Section id="operator" heading={messages.runs}>
            {operatorName && <p>{messages.runBy(operatorName)}</p>}
            {links.imprint && (
              <p>
                <a href={links.imprint}>{frameMessages.imprint}</a>
              </p>
            )}
          </Section>
        )}
        <Section id="privacy" heading={messages.privacy}>
          <ul class="bullets">
            {messages.stored.map((text) => (
              <li>{text}</li>
            ))}
            {retentionDays > 0 && <li>{messages.retained(retentionDays)}</li>}
          </ul>
          {links.privacy && (
            <p>
              <a href={links.privacy}>{messages.privacyPolicy}</a>
            </p>
          )}
        </Section>
        <Section id="help" heading={messages.help}>
          <dl class="ways">
            {messages.questions.map(([question, answer]) => (
              <div>
                <dt>{question}</dt>
                <dd>{answer}</dd>
              </div>
            ))}
          </dl>
          {links.help && (
            <p>
              <a href={links.help}>{messages.helpMore}</a>
            </p>
          )}
        </Section>
      </div>
    </Frame>,
    { session: true },
  );
}
