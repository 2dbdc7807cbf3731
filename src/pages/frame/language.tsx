import type { Context, Hono } from 'hono';
import { setCookie } from 'hono/cookie';
import { useContext } from 'hono/jsx';
import type { Env } from '../../http/request.js';
import { acceptedLanguage } from '../../messages/accept-language.js';
import { type Language, languageNames, languages } from '../../messages/language.js';
import { chosenLanguage, languageCookie, languageNamed } from './chosen-language.js';
import { Form } from './form.js';
import { useFrameText } from './frame-text.js';
import { readForm } from './read-form.js';
import { SiteContext } from './site.js';

const path = '/language';
const cookieSeconds = 365 * 24 * 3600;

/** Returns the language of a page: the chosen one, otherwise the one that the browser asks for, otherwise English. */
export const pageLanguage = (c: Context<Env>): Language =>
  chosenLanguage(c) ?? acceptedLanguage(c.req.header('accept-language') ?? null) ?? 'en';

/** Returns the path and query to return to: of this service, because a form of another site could name any address. */
function pathOf(text: string | undefined): string {
  const base = 'http://service.invalid';
  const url = URL.canParse(text ?? '', base) ? new URL(text ?? '', base) : null;
  // A path that begins with two slashes would name a host.
  return url?.origin === base && !url.pathname.startsWith('//') ? url.pathname + url.search : '/';
}

/** The form at the end of a page for reading it in another language; the script keeps the URL's fragment. */
export function LanguageSwitch() {
  const { language, returnTo } = useContext(SiteContext);
  const t = useFrameText();
  if (returnTo === null) return null;
  return (
    <Form
      do="choose"
      action={path}
      class="languages"
      hidden={{ return: returnTo }}
      data={{ 'data-language': '' }}
      file
    >
      <label for="language">{t('frame.language')}</label>
      <select id="language" name="language">
        {languages.map((one) => (
          <option value={one} lang={one} selected={one === language}>
            {languageNames[one]}
          </option>
        ))}
      </select>
      <button type="submit" class="button quiet">
        {t('frame.change_language')}
      </button>
    </Form>
  );
}

/** Stores the choice in a cookie and returns to the page. */
async function choose(c: Context<Env>): Promise<Response> {
  const sent = await readForm(c);
  const language = languageNamed(sent['language']);
  if (language) {
    setCookie(c, languageCookie, language, {
      path: '/',
      maxAge: cookieSeconds,
      sameSite: 'Lax',
      secure: c.get('services').baseUrl.startsWith('https:'),
    });
  }
  c.header('cache-control', 'no-store');
  return c.redirect(pathOf(sent['return']), 303);
}

/** Mounts the address that stores the chosen language. */
export function mountLanguage(app: Hono<Env>): void {
  app.post(path, choose);
}
