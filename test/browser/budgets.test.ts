import { expect, it } from 'vitest';
import { register } from '../customer/support/accounts.js';
import { start, tokens } from '../dispatch/support/scene.js';
import { createJob } from '../evidence/support/scene.js';
import * as flow from '../site-check/support/flow.js';
import { type BrowserApp, describeInBrowser } from './support/browser-app.js';
import { layoutShift, weigh } from './support/looks.js';
import { bestPaint } from './support/paint.js';

/** Bytes of a page and of its scripts, and the content that is present when it is ready. */
interface Budget {
  address: (started: BrowserApp) => Promise<string> | string;
  all: number;
  script: number;
  heading: string;
  session?: boolean;
  live?: boolean;
}

const other = { all: 20_000, script: 6000 };

const budgets: Record<string, Budget> = {
  request: { address: () => '/', all: 45_000, script: 8000, heading: 'Have a place checked' },
  status: {
    async address({ app }) {
      const { id, token } = await flow.request(app);
      return `/site-checks/${id}#${token}`;
    },
    all: 30_000,
    script: 8000,
    heading: 'Choose an offer',
    live: true,
  },
  checkout: {
    async address({ app }) {
      const opened = await flow.request(app);
      await flow.select(app, opened);
      return flow.checkout(app, opened);
    },
    all: 15_000,
    script: 0,
    heading: 'Is the shop open?',
  },
  offer: {
    async address({ app }) {
      const { body } = await start(app, await createJob(app), { candidates: [{ label: 'Ann' }] });
      return `/offer#${(await tokens(app, body.id))[0]}`;
    },
    heading: 'A job for you',
    ...other,
  },
  'sign in': { address: () => '/sign-in', heading: 'Sign in', ...other },
  register: { address: () => '/register', heading: 'Create an account', ...other },
  reset: { address: () => '/reset-password', heading: 'Reset your password', ...other },
  confirm: { address: () => '/confirm-email#a.b.c', heading: 'Confirm your email', ...other },
  account: { address: () => '/account', heading: 'Your requests', session: true, ...other },
  errors: { address: () => '/errors', heading: 'Errors', ...other },
  error: { address: () => '/errors/rate_limited', heading: 'Too many requests', ...other },
  unknown: { address: () => '/no-such-page', heading: 'There is no page here', ...other },
};

describeInBrowser('at 1.6 Mbit/s and 150 ms', (started) => {
  it.each(Object.entries(budgets))(
    'the page %s stays within its budgets',
    async (_name, budget) => {
      const { address, all, script, heading, session, live } = budget;
      const { page } = await started().open('/healthz', { expected: /404/ });
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
    },
  );
});
