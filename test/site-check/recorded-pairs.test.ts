import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { siteCheckReportQuery } from '../../src/modules/site-check/get-site-check-report.js';
import { requestSiteCheckInput } from '../../src/modules/site-check/request-site-check.js';
import { selectOfferInput } from '../../src/modules/site-check/select-offer.js';
import { expected, type Pair, replay } from '../fixtures/validation/replay.js';
import { bodies, queries } from '../fixtures/validation/schemas.js';

// The recorded requests are validated with the schemas that the routes use.
bodies['site-check'] = requestSiteCheckInput;
bodies['select-offer'] = selectOfferInput;
queries['report'] = siteCheckReportQuery;

const file = new URL('../fixtures/validation/fastapi-pairs.jsonl', import.meta.url);
const recorded: Pair[] = readFileSync(file, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line));

it.each(['site-check', 'select-offer', 'report'])(
  'responds to every recorded input of %s like FastAPI, secrets redacted',
  (operation) => {
    const pairs = recorded.filter(([of]) => of === operation);
    expect(pairs.length).toBeGreaterThan(0);
    for (const pair of pairs) {
      expect(replay(pair), JSON.stringify(pair.slice(0, 3))).toEqual(expected(pair));
    }
  },
);
