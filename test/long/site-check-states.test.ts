import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { both, type Opened, stored } from '../site-check/support/flow.js';
import { copyOf, type ReachedState, reachAll, reachable } from '../site-check/support/states.js';
import { apis } from '../support/apis.js';
import { pilotKey, startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
let originals: Record<ReachedState, Opened>;
beforeAll(async () => {
  app = await startTestApp();
  originals = await reachAll(app);
}, 60_000);
afterAll(() => app.stop());

const overMessages: Partial<Record<ReachedState, string>> = {
  cancelled: 'invalid_transition',
  expired: 'invalid_transition',
};
const paidStates: Partial<Record<ReachedState, string>> = {
  confirmed: 'already_paid',
  in_progress: 'already_paid',
  report_ready: 'already_paid',
  completed: 'already_paid',
  disputed: 'already_paid',
};
const unpaidClosed = { unserviceable: 'offer_not_available', ...overMessages, ...paidStates };

interface Row {
  operation: string;
  input?: Record<string, unknown>;
  by?: 'requester' | 'operator';
  /** The resulting state of the request. */
  to: Partial<Record<ReachedState, ReachedState>>;
  /** States in which the response is 200 and nothing is stored. */
  still?: ReachedState[];
  /** Error codes in other states; `invalid_transition` by default. */
  rejected?: Partial<Record<ReachedState, string>>;
}

/** Every state except `cancelled` and `expired`, in which all operations are rejected. */
const whileItLasts = Object.fromEntries(
  reachable.filter((state) => !(state in overMessages)).map((state) => [state, state]),
);

/** The result of each operation in each state. */
const rows: Row[] = [
  {
    operation: 'selectSiteCheckOffer',
    input: { offer_key: 'standard_72h' },
    to: { quoted: 'offer_selected' },
    still: ['offer_selected', 'awaiting_payment'],
    rejected: unpaidClosed,
  },
  {
    operation: 'selectSiteCheckOffer',
    input: { offer_key: 'express_24h' },
    to: {
      quoted: 'offer_selected',
      offer_selected: 'offer_selected',
      awaiting_payment: 'offer_selected',
    },
    rejected: unpaidClosed,
  },
  {
    operation: 'selectSiteCheckOffer',
    input: { offer_key: 'self_service' },
    to: { quoted: 'confirmed', offer_selected: 'confirmed', awaiting_payment: 'confirmed' },
    rejected: unpaidClosed,
  },
  {
    operation: 'selectSiteCheckOffer',
    input: { offer_key: 'no_such_offer' },
    to: {},
    rejected: {
      ...unpaidClosed,
      quoted: 'offer_not_available',
      offer_selected: 'offer_not_available',
      awaiting_payment: 'offer_not_available',
    },
  },
  {
    operation: 'createCheckoutSession',
    to: { offer_selected: 'awaiting_payment' },
    still: ['awaiting_payment'],
    rejected: { quoted: 'offer_not_selected', unserviceable: 'offer_not_selected', ...paidStates },
  },
  { operation: 'startSelfServiceCapture', to: {} },
  {
    operation: 'cancelSiteCheck',
    input: { reason: 'Sold meanwhile.' },
    to: {
      quoted: 'cancelled',
      offer_selected: 'cancelled',
      awaiting_payment: 'cancelled',
      confirmed: 'cancelled',
    },
  },
  {
    operation: 'cancelSiteCheck',
    by: 'operator',
    to: {
      quoted: 'cancelled',
      offer_selected: 'cancelled',
      awaiting_payment: 'cancelled',
      confirmed: 'cancelled',
      in_progress: 'cancelled',
      disputed: 'cancelled',
    },
  },
  { operation: 'submitSiteCheckFeedback', input: { rating: 4 }, to: whileItLasts },
  {
    operation: 'submitSiteCheckFeedback',
    input: { verdict: 'accepted' },
    to: { report_ready: 'report_ready', completed: 'completed', disputed: 'report_ready' },
  },
  {
    operation: 'submitSiteCheckFeedback',
    input: { verdict: 'disputed' },
    to: { report_ready: 'disputed', completed: 'disputed', disputed: 'disputed' },
  },
  {
    operation: 'submitSiteCheckFeedback',
    input: { verdict: 'needs_more' },
    to: { report_ready: 'in_progress', completed: 'in_progress', disputed: 'in_progress' },
  },
];

describe.each(apis)('a site check over $name', (api) => {
  describe.each(rows)('$operation $input $by', (row) => {
    it.each(reachable)('when it is %s', async (state) => {
      const opened = await copyOf(app, originals[state]);
      const before = await both(app, opened);
      expect(before.siteCheck.status).toBe(state);
      const credential = row.by === 'operator' ? { token: null, key: pilotKey } : {};
      const answer = await api.call(app, row.operation, {
        ...opened,
        ...credential,
        ...(row.input && { input: row.input }),
      });
      const expected = row.to[state];
      if (expected) {
        expect(answer.code).toBeUndefined();
        expect((await stored(app, opened.id)).status).toBe(expected);
        return;
      }
      if (row.still?.includes(state)) expect(answer.code).toBeUndefined();
      else expect(answer.code).toBe(row.rejected?.[state] ?? 'invalid_transition');
      expect(await both(app, opened)).toEqual(before);
    });
  });

  it.each(reachable)('opens only with its own token when it is %s', async (state) => {
    const opened = await copyOf(app, originals[state]);
    const before = await both(app, opened);
    const other = originals.quoted.token;
    const operations: [string, Record<string, unknown>][] = [
      ['siteCheck', {}],
      ['siteCheckReport', {}],
      ['selectSiteCheckOffer', { offer_key: 'express_24h' }],
      ['createCheckoutSession', {}],
      ['startSelfServiceCapture', {}],
      ['submitSiteCheckFeedback', { rating: 1 }],
      ['cancelSiteCheck', {}],
    ];
    for (const [operation, input] of operations) {
      const wrong = await api.call(app, operation, { id: opened.id, token: other, input });
      expect(wrong.code, operation).toBe('site_check_not_found');
      const unknown = await api.call(app, operation, { id: opened.jobId, token: other, input });
      expect(unknown.code, operation).toBe('site_check_not_found');
    }
    expect(await both(app, opened)).toEqual(before);
  });
});
