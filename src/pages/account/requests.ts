import type { Context } from 'hono';
import type { Env } from '../../http/request.js';
import { csvOf } from '../../lib/csv.js';
import type { Page } from '../../lib/page.js';
import type { AccountEnglish } from '../../messages/account/en.js';
import { listCustomerRequests } from '../../modules/customer-request/list-customer-requests.js';
import type { SiteCheckView } from '../../modules/site-check/site-check.js';
import { type SiteCheckStatus, siteCheckStatus } from '../../modules/site-check/states.js';
import { pageLanguage } from '../frame/language.js';
import {
  type PageAnswer,
  type PageCall,
  type PageError,
  runOperation,
} from '../frame/run-operation.js';
import { accountText } from './parts.js';

const pageLength = 20;
/** Requests that a search shows; its file has all of them. */
export const shownMax = 50;

export interface Search {
  /** Text in the question, the address or the id. */
  text: string;
  /** Null for requests of every status. */
  state: SiteCheckStatus | null;
}

/** Name of each status. */
export const stateTexts = {
  received: 'account.state.received',
  quoted: 'account.state.quoted',
  unserviceable: 'account.state.unserviceable',
  offer_selected: 'account.state.offer_selected',
  awaiting_payment: 'account.state.awaiting_payment',
  confirmed: 'account.state.confirmed',
  in_progress: 'account.state.in_progress',
  report_ready: 'account.state.report_ready',
  completed: 'account.state.completed',
  disputed: 'account.state.disputed',
  cancelled: 'account.state.cancelled',
  expired: 'account.state.expired',
} as const satisfies Record<SiteCheckStatus, keyof AccountEnglish>;

/** The requests that the account page shows. */
export interface Listed {
  search: Search;
  requests: readonly SiteCheckView[];
  /** Number of requests that match; null without a search. */
  found: number | null;
  /** Cursor of the next page; null on the last, and for a search. */
  next: string | null;
}

/** Returns the search in the URL; an unknown status is ignored. */
export const searchOf = (c: Context<Env>): Search => ({
  text: c.req.query('q')?.trim() ?? '',
  state: siteCheckStatus.safeParse(c.req.query('state')).data ?? null,
});

const isEmpty = ({ text, state }: Search): boolean => text === '' && state === null;

/** Returns the query of a search, to be appended to a path. */
export const queryOf = ({ text, state }: Search): string =>
  new URLSearchParams({ ...(text && { q: text }), ...(state && { state }) }).toString();

type Failed = { ok: false; failed: PageError };

/** Reads every request of the customer that matches. */
async function readMatching(
  c: Context<Env>,
  { text, state }: Search,
): Promise<{ ok: true; requests: SiteCheckView[] } | Failed> {
  const wanted = text.toLowerCase();
  const matches = (view: SiteCheckView) => {
    const { _id, objective, address } = view.request;
    return [_id, objective, address].some((value) => value.toLowerCase().includes(wanted));
  };
  const requests: SiteCheckView[] = [];
  let cursor: string | null = null;
  do {
    const input: PageCall['input'] = {
      limit: 200,
      ...(state !== null && { status: state }),
      ...(cursor !== null && { cursor }),
    };
    const answer: PageAnswer<Page<SiteCheckView>> = await runOperation(c, listCustomerRequests, {
      input,
    });
    if (!answer.ok) return { ok: false, failed: answer };
    requests.push(...answer.result.nodes.filter(matches));
    cursor = answer.nextCursor;
  } while (cursor !== null);
  return { ok: true, requests };
}

/** Reads the requests for the account page: a page of all, or those that a search finds. */
export async function readRequests(
  c: Context<Env>,
  search: Search,
): Promise<{ ok: true; listed: Listed } | Failed> {
  if (!isEmpty(search)) {
    const read = await readMatching(c, search);
    if (!read.ok) return read;
    const { length: found } = read.requests;
    const requests = read.requests.slice(0, shownMax);
    return { ok: true, listed: { search, requests, found, next: null } };
  }
  const cursor = c.req.query('cursor');
  const input = { limit: pageLength, ...(cursor !== undefined && { cursor }) };
  const answer = await runOperation(c, listCustomerRequests, { input });
  if (!answer.ok) return { ok: false, failed: answer };
  const { nodes: requests } = answer.result;
  return { ok: true, listed: { search, requests, found: null, next: answer.nextCursor } };
}

/** Returns the requests that match as a CSV file in the language of the reader, or the error of reading them. */
export async function requestsFile(c: Context<Env>): Promise<Response | PageError> {
  const read = await readMatching(c, searchOf(c));
  if (!read.ok) return read.failed;
  const t = accountText(c);
  const columns = [
    t('account.column.question'),
    t('account.column.address'),
    t('account.column.state'),
    t('account.column.requested'),
    t('account.column.request_id'),
  ];
  const rows = read.requests.map((view) => {
    const { _id, objective, address, status, createdAt } = view.request;
    return [objective, address, t(stateTexts[status]), createdAt.toISOString(), _id];
  });
  return c.body(csvOf([columns, ...rows]), 200, {
    'content-type': 'text/csv; charset=utf-8',
    'content-language': pageLanguage(c),
    'content-disposition': 'attachment; filename="requests.csv"',
    'cache-control': 'no-store',
  });
}
