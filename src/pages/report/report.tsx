import type { Context, Hono } from 'hono';
import type { Child } from 'hono/jsx';
import { contextOf, type Env } from '../../http/request.js';
import { createTranslator } from '../../messages/create-translator.js';
import { reportCatalogue } from '../../messages/report/catalogue.js';
import type { ReportEnglish } from '../../messages/report/en.js';
import { reportScriptTexts } from '../../messages/report/script-texts.js';
import { textsOf } from '../../modules/catalogue/service-texts.js';
import type { FeedbackVerdict } from '../../modules/job/job.js';
import { codeOf, errorMessage, isSignedOut } from '../frame/error-message.js';
import { Alert, CodeForm } from '../frame/form.js';
import { type FormState, freshForm, isInvalid, rejectedForm } from '../frame/form-state.js';
import { Frame, type FrameProps, renderPage } from '../frame/frame.js';
import { frameText } from '../frame/frame-text.js';
import { pageLanguage } from '../frame/language.js';
import { readForm } from '../frame/read-form.js';
import type { Represent } from '../frame/run-operation.js';
import { accountOf } from '../frame/session.js';
import { statusPath } from '../status/read-request.js';
import { headingOf } from './answer.js';
import { FullReport } from './full.js';
import {
  isRequester,
  type Reader,
  RejectedRequest,
  readDocument,
  readFile,
  readReport,
  recordLinkView,
  sendFeedback,
} from './reader.js';
import { download, downloadPdf, languageQuery, problemFile, takesPage } from './report-file.js';

/** The submitted fields; each can be missing. */
type Sent = Record<string, string>;

const scripts = ['page.js', 'report.js'];

/** Verdicts that the page accepts only with a comment. */
const needComment: readonly string[] = ['needs_more', 'disputed'] satisfies FeedbackVerdict[];

/** Query parameters of a signed link. */
const linkParameters = ['version', 'expires', 'signature'];

/** Messages for a report that cannot be shown, by code, else by status. */
const errors = {
  report_not_found: ['report.none.title', 'report.none.hint'],
  erased: ['report.erased.title', 'report.erased.hint'],
  token_expired: ['report.expired.title', 'report.expired.hint'],
} as const satisfies Record<string, readonly (keyof ReportEnglish)[]>;

const isKnown = (code: string): code is keyof typeof errors => Object.hasOwn(errors, code);

const textIn = (c: Context<Env>) => createTranslator(reportCatalogue, pageLanguage(c));

export function mountReport(app: Hono<Env>, represent: Represent): void {
  const idOf = (c: Context<Env>) => c.req.param('request_id') ?? '';
  const requestBy = (c: Context<Env>, reader: Reader) => ({ c, id: idOf(c), reader, represent });

  async function page(c: Context<Env>, props: Omit<FrameProps, 'operator'>, status = 200) {
    const session = props.main?.['data-opened'] === 'session';
    const account = session ? await accountOf(c) : null;
    const { operatorName } = c.get('services').config;
    c.header('x-robots-tag', 'noindex');
    const language = pageLanguage(c);
    const texts = reportScriptTexts(language);
    const shown = (
      <Frame scripts={scripts} texts={texts} operator={operatorName} account={account} {...props} />
    );
    return renderPage(c, shown, { status, session, language });
  }

  /** Asks for the access code; the script finds it in the URL or in the console's session. */
  function codePage(c: Context<Env>, status: 200 | 401 | 404 = 200) {
    const wrong = status === 404;
    const t = frameText(pageLanguage(c));
    const heading = t(wrong ? 'frame.opens_nothing' : 'frame.enter_code');
    const children = (
      <div class="stack">
        <h1>{heading}</h1>
        {status !== 200 && <Alert>{t(wrong ? 'frame.check_link' : 'frame.signed_out')}</Alert>}
        <CodeForm action={`/reports/${encodeURIComponent(idOf(c))}`} id={idOf(c)} ofCustomer />
      </div>
    );
    return page(c, { heading, width: 'slim', wrong, children }, status);
  }

  function errorPage(c: Context<Env>, reader: Reader, { answer }: RejectedRequest) {
    if (!takesPage(c)) return problemFile(c, answer);
    const code = codeOf(answer) ?? '';
    if (isSignedOut(code)) return codePage(c, 401);
    const t = textIn(c);
    const language = pageLanguage(c);
    const [headingKey, hintKey] = isKnown(code)
      ? errors[code]
      : (['report.broken.title', 'report.broken.hint'] as const);
    if (!isKnown(code) && reader.kind !== 'link' && [401, 403, 404, 422].includes(answer.status)) {
      return codePage(c, 404);
    }
    const known = isKnown(code) || answer.status === 404;
    const text = known ? t(hintKey) : errorMessage(answer, {}, language);
    const title = known ? t(headingKey) : frameText(language)('frame.problem');
    const children = (
      <div class="stack">
        <h1>{title}</h1>
        <p class="lead">{text}</p>
      </div>
    );
    return page(c, { heading: title, width: 'slim', children }, answer.status);
  }

  /** Runs a handler; converts an API error to a page. */
  async function orErrorPage(c: Context<Env>, reader: Reader, run: () => Promise<Response>) {
    try {
      return await run();
    } catch (error) {
      if (error instanceof RejectedRequest) return errorPage(c, reader, error);
      throw error;
    }
  }

  interface Shown {
    version?: string | undefined;
    feedback?: FormState;
    message?: Child;
    alert?: string;
    status?: number;
  }

  async function fullPage(c: Context<Env>, reader: Reader, shown: Shown = {}): Promise<Response> {
    const read = await readReport(requestBy(c, reader), shown.version);
    const { answer } = read;
    // A test key reads sandbox reports, which have a separate key set.
    const { services } = await contextOf(c);
    const address = `/reports/${encodeURIComponent(idOf(c))}`;
    const token = reader.kind === 'token' ? reader.token : undefined;
    const query = reader.kind === 'link' ? reader.query : '';
    const links = query
      ? {
          pdf: `${address}/report.pdf?${query}${languageQuery(pageLanguage(c), '&')}`,
          json: `${address}/report.json?${query}`,
          until: new Date(Number(c.req.query('expires')) * 1000),
        }
      : undefined;
    const feedback = isRequester(reader) ? (shown.feedback ?? freshForm('feedback')) : null;
    return page(
      c,
      {
        heading: headingOf(answer),
        wrong: shown.status !== undefined,
        main: {
          'data-opened': reader.kind,
          ...(token && { 'data-request': idOf(c), 'data-token': token }),
        },
        children: (
          <FullReport
            {...read}
            opened={{ token, ...(links && { links }) }}
            address={c.get('services').baseUrl + address}
            request={statusPath({ id: idOf(c) })}
            isTest={services.mode === 'test'}
            keySet={new URL(services.addresses.keySet).pathname}
            feedback={feedback}
            message={shown.message}
            alert={shown.alert}
            map={c.get('services').config.map}
            service={textsOf(services.catalogue, answer.service_key)}
          />
        ),
      },
      shown.status,
    );
  }

  /** The file itself, to be saved. */
  async function file(c: Context<Env>, reader: Reader, kind: 'pdf' | 'json', sent: Sent) {
    const { version } = sent;
    const name = `report-${idOf(c)}-v${version ?? 'current'}.${kind}`;
    const request = requestBy(c, reader);
    if (kind === 'json') {
      const answer = await readDocument(request, version);
      if (!answer.ok) throw new RejectedRequest(answer);
      return download(JSON.stringify(answer.result), { name, type: 'application/json' });
    }
    const answer = await readFile(request, version, pageLanguage(c));
    if (answer.ok) return downloadPdf(c, answer.result, name);
    const { status } = answer;
    if (status === 503 && takesPage(c)) {
      return fullPage(c, reader, {
        version,
        status,
        alert: frameText(pageLanguage(c))('frame.no_pdf'),
      });
    }
    throw new RejectedRequest(answer);
  }

  async function feedback(c: Context<Env>, reader: Reader, sent: Sent): Promise<Response> {
    const { verdict = '', rating = '', comment = '', version } = sent;
    const typed = { verdict, rating, comment };
    const t = textIn(c);
    const language = pageLanguage(c);
    if (isRequester(reader) && needComment.includes(verdict) && comment.trim() === '') {
      const error = { message: t('report.comment_needed'), rule: 'filled' };
      const shown = { ...freshForm('feedback', typed), errors: { comment: error } };
      return fullPage(c, reader, { version, status: 422, feedback: shown });
    }
    const answer = await sendFeedback(requestBy(c, reader), {
      verdict: verdict || null,
      rating: rating === '' ? null : Number(rating),
      comment: comment || null,
      ...(version && { report_version: Number(version) }),
    });
    if (answer.ok) return fullPage(c, reader, { message: t('report.thanks') });
    const shown = { version, status: answer.status, feedback: freshForm('feedback', typed) };
    if (!isInvalid(answer)) {
      const alert =
        answer.status === 409 ? t('report.not_now') : errorMessage(answer, {}, language);
      return fullPage(c, reader, { ...shown, alert });
    }
    if (!verdict && !rating && !comment) {
      return fullPage(c, reader, { ...shown, alert: t('report.say_something') });
    }
    return fullPage(c, reader, {
      ...shown,
      feedback: rejectedForm('feedback', typed, answer, {}, language),
    });
  }

  const actions: Record<
    string,
    (c: Context<Env>, reader: Reader, sent: Sent) => Promise<Response>
  > = {
    pdf: (c, reader, sent) => file(c, reader, 'pdf', sent),
    json: (c, reader, sent) => file(c, reader, 'json', sent),
    version: (c, reader, { version }) => fullPage(c, reader, { version }),
    feedback,
  };

  /** Returns the query of a signed link, even of a truncated one; parameters added by trackers do not count. */
  function linkQuery(c: Context<Env>): string {
    const { search, searchParams } = new URL(c.req.url);
    return linkParameters.some((name) => searchParams.has(name)) ? search.slice(1) : '';
  }

  app.get('/reports/:request_id', async (c) => {
    const query = linkQuery(c);
    if (query) {
      const reader: Reader = { kind: 'link', query };
      return orErrorPage(c, reader, () => fullPage(c, reader));
    }
    if (!/(^|; ?)(__Host-)?session=/.test(c.req.header('cookie') ?? '')) return codePage(c);
    // A session without access gets the same response as a missing code.
    return fullPage(c, { kind: 'session' }).catch((error: unknown) => {
      if (!(error instanceof RejectedRequest)) throw error;
      const own = codeOf(error.answer) ?? '';
      return isKnown(own) ? errorPage(c, { kind: 'session' }, error) : codePage(c);
    });
  });

  app.post('/reports/:request_id', async (c) => {
    const sent: Sent = await readForm(c);
    const query = linkQuery(c);
    const key = c.req.header('x-api-key');
    const token = sent['access_token']?.trim();
    const reader: Reader = query
      ? { kind: 'link', query }
      : key
        ? { kind: 'key', key }
        : token !== undefined
          ? { kind: 'token', token }
          : { kind: 'session' };
    const name = sent['do'] ?? '';
    const act = Object.hasOwn(actions, name) ? actions[name] : undefined;
    return orErrorPage(c, reader, async () => {
      if (reader.kind === 'link') {
        await recordLinkView(requestBy(c, reader));
        return c.redirect(`${c.req.path}?${query}`, 303);
      }
      return act ? act(c, reader, sent) : fullPage(c, reader);
    });
  });
}
