import type { Context } from 'hono';
import { type Child, useContext } from 'hono/jsx';
import type { Env } from '../../http/request.js';
import type { Texts } from '../../messages/create-translator.js';
import { directionOf, type Language } from '../../messages/language.js';
import type { Customer } from '../../modules/customer/customer.js';
import { assetPath } from './assets.js';
import { ActionButton } from './form.js';
import { useFrameText } from './frame-text.js';
import { type PageHeaders, pageHeaders } from './headers.js';
import { Sign } from './icons.js';
import { LanguageSwitch } from './language.js';
import { PageTexts } from './page-texts.js';
import { aboutPath, SiteContext } from './site.js';

export interface FrameProps {
  /** Text of the page's only `h1`, which the children render. */
  heading: string;
  /** True if a form of the page was rejected. */
  wrong?: boolean;
  /** Column of the content: reading width, a form's width, or the full width. */
  width?: 'narrow' | 'slim' | undefined;
  /** Bundles of src/pages/client that the page loads; `page.js` makes forms, links and times work. */
  scripts?: readonly string[];
  /** Omits links to other pages. */
  bare?: boolean;
  /** Sentence about the page for search engines and previews of links; by default about the service. */
  description?: string;
  /** Public URL of the service, for the picture of a preview; none without it. */
  baseUrl?: string;
  /** Content of previews of links, for a page that is meant to be shared; by default the service. */
  preview?: { title: string; description: string; image: string; imageText: string };
  /** True if search engines may list the page. */
  listed?: boolean | undefined;
  /** Additional content of the head, such as a third-party stylesheet. */
  head?: Child;
  /** Attributes of `main` for the page's script. */
  main?: Record<`data-${string}`, string | undefined>;
  /** The account of the reader, if signed in. */
  account?: Pick<Customer, 'email'> | null | undefined;
  /** Name of the operator. */
  operator?: string | undefined;
  /** Messages of the page that its script shows, in the page's language. */
  texts?: Texts | undefined;
  children?: Child;
}

function Banner({ bare, account, listed }: Pick<FrameProps, 'bare' | 'account' | 'listed'>) {
  const t = useFrameText();
  return (
    <header class="banner">
      <div class="wrap">
        <a class="brand" href="/">
          <Sign />
          {t('frame.service')}
        </a>
        {!bare && (
          <nav aria-label={t('frame.navigation')}>
            <a href="/account">{t('frame.your_requests')}</a>
            {listed && account === null && <a href="/sign-in">{t('frame.sign_in')}</a>}
            {account && (
              <>
                <span class="who">
                  <span class="away">{t('frame.signed_in_as')} </span>
                  <bdi>{account.email}</bdi>
                </span>
                <ActionButton do="sign-out" action="/account" button="">
                  {t('frame.sign_out')}
                </ActionButton>
              </>
            )}
          </nav>
        )}
      </div>
    </header>
  );
}

/** The description for search engines and previews of links. A page with a secret in its URL states nothing about its content. */
function Preview(props: FrameProps) {
  const t = useFrameText();
  const { heading, description = t('frame.description'), baseUrl, listed, preview } = props;
  if (preview) {
    return (
      <>
        <meta name="description" content={preview.description} />
        <meta property="og:type" content="article" />
        <meta property="og:site_name" content={t('frame.service')} />
        <meta property="og:title" content={preview.title} />
        <meta property="og:description" content={preview.description} />
        <meta property="og:image" content={preview.image} />
        <meta property="og:image:type" content="image/png" />
        <meta property="og:image:width" content="1200" />
        <meta property="og:image:height" content="630" />
        <meta property="og:image:alt" content={preview.imageText} />
        <meta name="twitter:card" content="summary_large_image" />
      </>
    );
  }
  const shown = listed ? heading : t('frame.service');
  return (
    <>
      <meta name="description" content={description} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={t('frame.service')} />
      <meta property="og:title" content={shown} />
      <meta property="og:description" content={description} />
      {baseUrl && <meta property="og:image" content={`${baseUrl}${assetPath('card.png')}`} />}
    </>
  );
}

function Footer({ bare, operator }: Pick<FrameProps, 'bare' | 'operator'>) {
  const t = useFrameText();
  const { imprint, privacy, help } = useContext(SiteContext).links;
  return (
    <footer class="footer">
      <div class="wrap">
        <span>{operator ? t('frame.run_by', { name: operator }) : t('frame.service')}</span>
        {!bare && (
          <>
            <a href={aboutPath}>{t('frame.about')}</a>
            <a href={help ?? `${aboutPath}#help`}>{t('frame.help')}</a>
            <a href={privacy ?? `${aboutPath}#privacy`}>{t('frame.privacy')}</a>
            <a href="/docs">{t('frame.interface')}</a>
          </>
        )}
        {imprint && <a href={imprint}>{t('frame.imprint')}</a>}
        <LanguageSwitch />
      </div>
    </footer>
  );
}

/** A complete page; its first paint needs no script. */
export function Frame(props: FrameProps) {
  const { heading, wrong = false, width, scripts = ['page.js'], bare, operator } = props;
  const { language } = useContext(SiteContext);
  const t = useFrameText();
  return (
    <html lang={language} dir={directionOf(language)}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {!props.listed && <meta name="robots" content="noindex" />}
        <meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#0e151c" media="(prefers-color-scheme: dark)" />
        <title>{t(wrong ? 'frame.title_with_error' : 'frame.title', { heading })}</title>
        <link rel="stylesheet" href={assetPath('site.css')} />
        <link rel="icon" href={assetPath('favicon.svg')} type="image/svg+xml" />
        <link rel="apple-touch-icon" href={assetPath('touch-icon.png')} />
        <link rel="manifest" href={assetPath('site.webmanifest')} />
        <Preview {...props} />
        {props.head}
        {scripts.map((name) => (
          <script type="module" src={assetPath(name)} />
        ))}
      </head>
      <body>
        <a class="skip" href="#content">
          {t('frame.skip')}
        </a>
        <Banner bare={bare} account={props.account} listed={props.listed} />
        <main id="content" tabindex={-1} {...props.main}>
          <div class={width ? `wrap ${width}` : 'wrap'}>{props.children}</div>
        </main>
        <Footer bare={bare} operator={operator} />
        {scripts.length > 0 && <PageTexts texts={props.texts} />}
      </body>
    </html>
  );
}

interface RenderOptions extends PageHeaders {
  status?: number;
  /** Language of a page that exists in every language; by default English, and the page has no form for another one. */
  language?: Language;
}

/** Renders a page as a response with its headers. */
export function renderPage(
  c: Context<Env>,
  page: Child,
  { status = 200, language, ...headers }: RenderOptions = {},
): Response | Promise<Response> {
  pageHeaders(c, headers);
  const retryAfter = c.get('retryAfter');
  if (retryAfter !== undefined && (status === 429 || status === 503)) {
    c.header('retry-after', retryAfter);
  }
  const { clock, config } = c.get('services');
  if (language) {
    c.header('content-language', language);
    c.header('vary', 'Accept, Accept-Language, Cookie');
  }
  const site = {
    now: clock.now(),
    links: config.links,
    language: language ?? 'en',
    returnTo: language ? c.req.path + new URL(c.req.url).search : null,
  };
  const whole = <SiteContext.Provider value={site}>{page}</SiteContext.Provider>;
  return c.html(`<!doctype html>${whole}`, status as 200);
}
