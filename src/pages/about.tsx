import type { Context } from 'hono';
import { type Child, useContext } from 'hono/jsx';
import type { Env } from '../http/request.js';
import { aboutCatalogue } from '../messages/about/catalogue.js';
import type { AboutEnglish } from '../messages/about/en.js';
import { createTranslator } from '../messages/create-translator.js';
import { fill } from '../messages/fill.js';
import { type Language, locales } from '../messages/language.js';
import type { Catalogue } from '../modules/catalogue/catalogue.js';
import { lowestPrices, visitHours } from '../modules/catalogue/lowest-prices.js';
import { assetPath } from './frame/assets.js';
import { moneyText } from './frame/format.js';
import { Frame, renderPage } from './frame/frame.js';
import { frameText, useText } from './frame/frame-text.js';
import { pageLanguage } from './frame/language.js';
import { accountOf } from './frame/session.js';
import { SiteContext } from './frame/site.js';

/** Number of currencies that the lowest prices are shown in. */
const shownPrices = 3;

/** Joins alternatives: `€29.00, $31.00 or £25.00`. */
const anyOf = (language: Language, texts: readonly string[]): string =>
  new Intl.ListFormat(locales[language], { type: 'disjunction' }).format(texts);

/** Returns the lowest price in the first currencies of the catalogue: `From €29.00`; null if every offer is free. */
function priceText(catalogue: Catalogue, language: Language): string | null {
  const prices = lowestPrices(catalogue)
    .slice(0, shownPrices)
    .map(({ amountMinor, currency }) => moneyText(amountMinor, currency, language));
  if (prices.length === 0) return null;
  const t = createTranslator(aboutCatalogue, language);
  return t('about.from', { prices: anyOf(language, prices) });
}

function durationText(catalogue: Catalogue, language: Language): string | null {
  const hours = visitHours(catalogue);
  const last = hours.at(-1);
  if (last === undefined) return null;
  const format = new Intl.NumberFormat(locales[language]);
  const texts = hours.map((count) => format.format(count));
  const t = createTranslator(aboutCatalogue, language);
  return t('about.duration', { hours: anyOf(language, texts), last });
}

/** The price and duration of a visit, and a sample of its result. */
export function ServiceFacts({ catalogue }: { catalogue: Catalogue }) {
  const t = useText(aboutCatalogue);
  const { language } = useContext(SiteContext);
  const texts = [priceText(catalogue, language), durationText(catalogue, language)];
  return (
    <ul class="service-facts" aria-label={t('about.facts')}>
      {texts.map((text) => text && <li>{text}</li>)}
      <li>
        <a href={assetPath('sample-report.pdf')} hreflang="en">
          {t('about.sample')}
        </a>
      </li>
    </ul>
  );
}

const steps = [
  'about.step_enter',
  'about.step_choose',
  'about.step_visit',
  'about.step_report',
] as const satisfies readonly (keyof AboutEnglish)[];

const stored = [
  'about.stored_content',
  'about.stored_link',
  'about.stored_account',
  'about.stored_guest',
] as const satisfies readonly (keyof AboutEnglish)[];

const questions = [
  ['about.where', 'about.where_answer'],
  ['about.cancel', 'about.cancel_answer'],
  ['about.unanswered', 'about.unanswered_answer'],
  ['about.genuine', 'about.genuine_answer'],
] as const satisfies readonly (readonly (keyof AboutEnglish)[])[];

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
  const language = pageLanguage(c);
  const t = createTranslator(aboutCatalogue, language);
  return renderPage(
    c,
    <Frame
      heading={t('about.heading')}
      width="narrow"
      operator={operatorName}
      account={account}
      baseUrl={baseUrl}
      listed
    >
      <div class="stack">
        <div class="head">
          <h1>{t('about.heading')}</h1>
          <p class="lead">{t('about.lead')}</p>
        </div>
        <Section id="how" heading={t('about.how')}>
          <ol class="bullets">
            {steps.map((step) => (
              <li>{t(step)}</li>
            ))}
          </ol>
        </Section>
        <Section id="cost" heading={t('about.cost')}>
          <ServiceFacts catalogue={catalogue} />
          <p>{t('about.cost_text')}</p>
          <p class="soft small">{t('about.sample_text')}</p>
        </Section>
        {(operatorName || links.imprint) && (
          <Section id="operator" heading={t('about.runs')}>
            {operatorName && (
              <p>
                {fill(t('about.run_by', { name: '{name}' }), { name: <bdi>{operatorName}</bdi> })}
              </p>
            )}
            {links.imprint && (
              <p>
                <a href={links.imprint}>{frameText(language)('frame.imprint')}</a>
              </p>
            )}
          </Section>
        )}
        <Section id="privacy" heading={t('about.privacy')}>
          <ul class="bullets">
            {stored.map((text) => (
              <li>{t(text)}</li>
            ))}
            {retentionDays > 0 && <li>{t('about.retained', { days: retentionDays })}</li>}
          </ul>
          {links.privacy && (
            <p>
              <a href={links.privacy}>{t('about.privacy_policy')}</a>
            </p>
          )}
        </Section>
        <Section id="help" heading={t('about.help')}>
          <dl class="ways">
            {questions.map(([question, answer]) => (
              <div>
                <dt>{t(question)}</dt>
                <dd>{t(answer)}</dd>
              </div>
            ))}
          </dl>
          {links.help && (
            <p>
              <a href={links.help}>{t('about.help_more')}</a>
            </p>
          )}
        </Section>
      </div>
    </Frame>,
    { session: true, language },
  );
}
