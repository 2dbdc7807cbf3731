import type { Context, Hono } from 'hono';
import type { Env } from '../../http/request.js';
import { createTranslator } from '../../messages/create-translator.js';
import { languageFor } from '../../messages/match-language.js';
import { reportCatalogue } from '../../messages/report/catalogue.js';
import type { ReportEnglish } from '../../messages/report/en.js';
import { reportScriptTexts } from '../../messages/report/script-texts.js';
import { textsOf } from '../../modules/catalogue/service-texts.js';
import { wordingIn } from '../../modules/report/reader-wording.js';
import { answerLine } from '../../modules/report/verdict.js';
import { countShareView, openShareLink } from '../../modules/share-link/open-share-link.js';
import { sharedPath } from '../../modules/share-link/share-link.js';
import { sharedCard } from '../../modules/share-link/shared-card.js';
import { codeOf, errorMessage } from '../frame/error-message.js';
import { Frame, type FrameProps, renderPage } from '../frame/frame.js';
import { frameText } from '../frame/frame-text.js';
import { pageLanguage } from '../frame/language.js';
import { readForm } from '../frame/read-form.js';
import { attempt, contextOfReader, type Represent } from '../frame/run-operation.js';
import { headingOf, type ReportAnswer } from './answer.js';
import { FullReport } from './full.js';
import { RejectedRequest, readDocument, readFile, readReport } from './reader.js';
import { download, downloadPdf, languageQuery, problemFile, takesPage } from './report-file.js';

const scripts = ['page.js', 'report.js'];

/** Programs that fetch a page to show its preview, or to index it. */
const machines =
  /bot\b|crawler|spider|facebookexternalhit|facebot|whatsapp|embedly|skypeuripreview/i;

/** Returns true if a person opens the page: not for HEAD, a page loaded in advance, or the preview of a messenger. */
function isOpening(c: Context<Env>): boolean {
  const purpose = c.req.header('sec-purpose') ?? c.req.header('purpose') ?? '';
  return (
    c.req.method === 'GET' &&
    !/prefetch|prerender|preview/i.test(purpose) &&
    !machines.test(c.req.header('user-agent') ?? '')
  );
}

/** Messages for a report that cannot be shown, by code. */
const errors = {
  not_found: ['report.broken.title', 'report.broken.shared'],
  token_expired: ['report.ended.title', 'report.ended.hint'],
  report_not_found: ['report.gone.title', 'report.gone.hint'],
  erased: ['report.erased.title', 'report.erased.hint'],
} as const satisfies Record<string, readonly (keyof ReportEnglish)[]>;

const isKnown = (code: string): code is keyof typeof errors => Object.hasOwn(errors, code);

const textIn = (c: Context<Env>) => createTranslator(reportCatalogue, pageLanguage(c));

const tokenOf = (c: Context<Env>) => c.req.param('token') ?? '';

/** The time of the answer, or of the last evidence. */
const timeOf = ({ headline, completed_at }: ReportAnswer): string =>
  headline?.answered_at ?? completed_at;

/** Returns question, answer, place and time for previews of the link. */
function previewOf(c: Context<Env>, answer: ReportAnswer): NonNullable<FrameProps['preview']> {
  const language = pageLanguage(c);
  const wording = wordingIn(language);
  const time = wording.placeTime(timeOf(answer), answer);
  const title = headingOf(answer);
  const line = answerLine(wording, answer);
  return {
    title,
    description: `${line} · ${answer.address} · ${time}`,
    image: `${c.get('services').baseUrl}${sharedPath(tokenOf(c))}/card.png${languageQuery(language, '?')}`,
    imageText: textIn(c)('report.card', { answer: line, question: title }),
  };
}

function page(c: Context<Env>, props: Omit<FrameProps, 'operator'>, status = 200) {
  c.header('x-robots-tag', 'noindex');
  const { operatorName } = c.get('services').config;
  const language = pageLanguage(c);
  const texts = reportScriptTexts(language);
  return renderPage(c, <Frame bare texts={texts} operator={operatorName} {...props} />, {
    status,
    language,
  });
}

function errorPage(c: Context<Env>, { answer }: RejectedRequest) {
  if (!takesPage(c)) return problemFile(c, answer);
  const code = codeOf(answer) ?? '';
  const language = pageLanguage(c);
  const t = textIn(c);
  const [title, hint] = isKnown(code)
    ? [t(errors[code][0]), t(errors[code][1])]
    : [frameText(language)('frame.problem'), errorMessage(answer, {}, language)];
  const children = (
    <div class="stack">
      <h1>{title}</h1>
      <p class="lead">{hint}</p>
    </div>
  );
  return page(c, { heading: title, width: 'slim', children }, answer.status);
}

/** Mounts the page that shows a report to anyone with its share link, which is read-only, and its files. */
export function mountShared(app: Hono<Env>, represent: Represent): void {
  const requestBy = (c: Context<Env>) => ({
    c,
    id: '',
    reader: { kind: 'share', token: tokenOf(c) } as const,
    represent,
  });

  async function show(c: Context<Env>): Promise<Response> {
    const context = await contextOfReader(c, {});
    const opened = await attempt(c, () => openShareLink(context, tokenOf(c)));
    if (!opened.ok) throw new RejectedRequest(opened);
    const read = await readReport(requestBy(c), undefined);
    const { link } = opened.result;
    const { services } = context;
    const { answer } = read;
    if (isOpening(c)) await countShareView(context, link);
    const path = sharedPath(tokenOf(c));
    const links = {
      pdf: `${path}/report.pdf${languageQuery(pageLanguage(c), '?')}`,
      json: `${path}/report.json`,
      until: link.expiresAt,
    };
    return page(c, {
      heading: headingOf(answer),
      scripts,
      preview: previewOf(c, answer),
      main: { 'data-opened': 'share' },
      children: (
        <FullReport
          {...read}
          opened={{ links }}
          address={`${services.baseUrl}/reports/${link.requestId}`}
          request={null}
          isTest={false}
          keySet={new URL(services.addresses.keySet).pathname}
          map={services.config.map}
          service={textsOf(services.catalogue, answer.service_key)}
          feedback={null}
        />
      ),
    });
  }

  /** Runs a handler; converts an error to a page. */
  async function orErrorPage(c: Context<Env>, run: () => Promise<Response>): Promise<Response> {
    try {
      return await run();
    } catch (error) {
      if (error instanceof RejectedRequest) return errorPage(c, error);
      throw error;
    }
  }

  app.get('/shared/:token', (c) => orErrorPage(c, () => show(c)));
  // The owner's preview, which is not counted.
  app.post('/shared/:token', async (c) => {
    await readForm(c);
    return orErrorPage(c, () => show(c));
  });

  app.get('/shared/:token/card.png', (c) =>
    orErrorPage(c, async () => {
      const language = languageFor(c.req.query('language'));
      const answer = await attempt(c, async () =>
        sharedCard(await contextOfReader(c, {}), tokenOf(c), language),
      );
      if (!answer.ok) throw new RejectedRequest(answer);
      // Short, so that a revoked link ends soon where it was seen.
      return new Response(new Uint8Array(answer.result), {
        headers: {
          'content-language': language,
          'content-type': 'image/png',
          'cache-control': 'private, max-age=300',
          'x-robots-tag': 'noindex',
        },
      });
    }),
  );

  app.get('/shared/:token/report.json', (c) =>
    orErrorPage(c, async () => {
      const answer = await readDocument(requestBy(c), undefined);
      if (!answer.ok) throw new RejectedRequest(answer);
      const name = `report-${answer.result.report_id}-v${answer.result.version_number}.json`;
      return download(JSON.stringify(answer.result), { name, type: 'application/json' });
    }),
  );

  app.get('/shared/:token/report.pdf', (c) =>
    orErrorPage(c, async () => {
      const answer = await readFile(requestBy(c), undefined, languageFor(c.req.query('language')));
      if (!answer.ok) throw new RejectedRequest(answer);
      return downloadPdf(c, answer.result, answer.result.fileName);
    }),
  );
}
