import { expect, it } from 'vitest';
import { register } from '../customer/support/accounts.js';
import { start, tokens } from '../dispatch/support/scene.js';
import { createJob } from '../evidence/support/scene.js';
import * as flow from '../site-check/support/flow.js';
import { pageRoutes } from '../support/page-routes.js';
import { type BrowserApp, describeInBrowser } from './support/browser-app.js';
import { layoutShift, weigh } from './support/looks.js';
import { bestPaint } from './support/paint.js';

/** Bytes of a page and of its scripts, and the content that is present when it is ready. */
interface Budget {
  /** By default the route. */
  address?: (started: BrowserApp) => Promise<string> | string;
  all?: number;
  script?: number;
  heading?: string | RegExp;
  session?: boolean;
  live?: boolean;
}

const small = { all: 20_000, script: 6000 };

/** Budgets of pages by their route; any other page is shown without data, and has the budget of a client page. */
const budgets: Record<string, Budget> = {
  '/': { all: 60_000, script: 18_000, heading: 'Have a place checked' },
  '/site-checks/:id': {
    async address({ app }) {
      const { id, token } = await flow.request(app);
      return `/site-checks/${id}#${token}`;
    },
    all: 36_000,
    script: 12_500,
    heading: 'Choose an offer',
    live: true,
  },
  '/checkout/:session_id': {
    async address({ app }) {
      const opened = await flow.request(app);
      await flow.select(app, opened);
      return flow.checkout(app, opened);
    },
    all: 15_000,
    script: 0,
    heading: 'Is the shop open?',
  },
  '/offer': {
    async address({ app }) {
      const { body } = await start(app, await createJob(app), { candidates: [{ label: 'Ann' }] });
      return `/offer#${(await tokens(app, body.id))[0]}`;
    },
    heading: 'A job for you',
    ...small,
  },
  // Its script has the parser of messages with plurals.
  '/capture': { all: 60_000, script: 40_000 },
  '/sign-in': { heading: 'Sign in', ...small },
  '/register': { heading: 'Create an account', ...small },
  '/reset-password': { heading: 'Reset your password', ...small },
  '/confirm-email': {
    address: () => '/confirm-email#a.b.c',
    heading: 'Confirm your email',
    ...small,
  },
  '/account': { heading: 'Your requests', session: true, ...small },
  '/errors': { heading: 'Errors', ...small },
  '/errors/:code': {
    address: () => '/errors/rate_limited',
    heading: 'Too many requests',
    ...small,
  },
  '/no-such-page': { heading: 'There is no page here', ...small },
};

/** Redirects to / or loads Swagger UI. */
const others = ['/site-checks', '/docs'];

const pages: typeof budgets = {
  ...Object.fromEntries(
    pageRoutes
      .filter(({ method, path }) => method === 'GET' && !others.includes(path))
      .map(({ path, example }) => [path, { address: () => example }]),
  ),
  ...budgets,
};

describeInBrowser('at 1.6 Mbit/s and 150 ms', (started) => {
  it.each(Object.entries(pages))('the page %s stays within its budgets', async (path, budget) => {
    const { address = () => path, heading = /./, session, live } = budget;
    const { all = 45_000, script = 30_000 } = budget;
    // A phone, where the map of the order form is out of view and not loaded.
    const viewport = { width: 390, height: 844 };
    const { page } = await started().open('/healthz', { expected: /404/, viewport });
    if (session) {
      const { session: value } = await register(started().app);
      await page.context().addCookies([{ name: 'session', value, url: started().address }]);
    }
    const url = started().address + (await address(started()));
    const ready = async () => {
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      // Later requests of a page count too; a live page never becomes idle.
      if (!live) await page.waitForLoadState('networkidle');
    };
    const weight = await weigh(page, url, ready);
    expect(weight.all).toBeLessThan(all);
    expect(weight.script).toBeLessThanOrEqual(script);
    expect(weight.requests).toBeLessThanOrEqual(9);
    expect(await bestPaint(page, url, ready)).toBeLessThanOrEqual(1800);
    // Measured on the slow network, where late content would shift the layout.
    expect(await layoutShift(page)).toBeLessThan(0.02);
    await page.context().close();
  });
});
