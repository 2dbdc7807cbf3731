import type { Context, Hono } from 'hono';
import type { Child } from 'hono/jsx';
import { ApiError } from '../../errors.js';
import { typeFor } from '../../http/accepts.js';
import { linkOf } from '../../http/report-link.js';
import { contextOf, type Env } from '../../http/request.js';
import { type GivenLink, openReport, showCover } from '../../modules/delivery/signed-report.js';
import { reportLinkPath } from '../../modules/report/report-link.js';
import { words } from '../words/report.en.js';
import { Cover } from './cover.js';
import { FullReport } from './full.js';
import { Frame } from './parts.js';
import type { ShownReport } from './shown.js';
import { contentPolicy } from './style.js';

type Status = 200 | 404 | 410;

function render(c: Context<Env>, page: Child, status: Status): Response | Promise<Response> {
  c.header('cache-control', 'no-store');
  c.header('x-robots-tag', 'noindex');
  c.header('content-security-policy', contentPolicy);
  return c.html(`<!doctype html>${page}`, status);
}

const refusals: Record<number, readonly [title: string, hint: string]> = {
  404: [words.brokenTitle, words.brokenHint],
  410: [words.expiredTitle, words.expiredHint],
};

/** Says a refusal to a person; what else went wrong is told as everywhere. */
function refused(c: Context<Env>, error: unknown) {
  const said = error instanceof ApiError && refusals[error.status];
  const html = typeFor(c.req.header('accept'), ['application/problem+json', 'text/html']);
  if (!said || html !== 'text/html') throw error;
  const [title, hint] = said;
  const page = (
    <Frame title={title} operator={c.get('services').config.operatorName} cover>
      <section class="card">
        <h1>{title}</h1>
        <p>{hint}</p>
      </section>
    </Frame>
  );
  return render(c, page, error.status as Status);
}

function shownWith(c: Context<Env>, link: GivenLink): Omit<ShownReport, 'report'> {
  const { requestId, ...query } = link;
  return {
    operator: c.get('services').config.operatorName,
    links: {
      page: reportLinkPath(requestId, query),
      pdf: reportLinkPath(requestId, query, '/report.pdf'),
      json: reportLinkPath(requestId, query, '/report.json'),
    },
    ends: new Date(Number(link.expires) * 1000),
  };
}

async function coverPage(c: Context<Env>): Promise<Response> {
  const link = linkOf(c);
  try {
    const report = await showCover(await contextOf(c), link);
    return await render(c, <Cover report={report} {...shownWith(c, link)} />, 200);
  } catch (error) {
    return refused(c, error);
  }
}

async function fullPage(c: Context<Env>): Promise<Response> {
  const link = linkOf(c);
  const { serverKeys, clock } = c.get('services');
  try {
    const report = await openReport(await contextOf(c), link);
    const media = { mediaKey: serverKeys.links, now: clock.now() };
    return await render(c, <FullReport report={report} {...media} {...shownWith(c, link)} />, 200);
  } catch (error) {
    return refused(c, error);
  }
}

/** Puts the page behind the signed link of a report on the app; it works without script. */
export function mountReport(app: Hono<Env>): void {
  app.get('/reports/:request_id', coverPage);
  app.post('/reports/:request_id', fullPage);
}
