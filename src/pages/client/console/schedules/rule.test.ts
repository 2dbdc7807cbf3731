import { expect, it } from 'vitest';
import { ruleFlaw } from '../../../../modules/job-schedule/recurrence.js';
import { type RuleParts, ruleOf, usualRule } from './rule.js';

it.each<[Partial<RuleParts>, string]>([
  [{}, 'FREQ=MONTHLY;BYDAY=1MO'],
  [{ position: '-1', weekday: 'FR', interval: '3' }, 'FREQ=MONTHLY;INTERVAL=3;BYDAY=-1FR'],
  [{ position: '' }, 'FREQ=MONTHLY'],
  [{ frequency: 'DAILY', weekdays: ['MO'], interval: '1' }, 'FREQ=DAILY'],
  [{ frequency: 'WEEKLY', weekdays: ['MO', 'TH'] }, 'FREQ=WEEKLY;BYDAY=MO,TH'],
  [{ frequency: 'WEEKLY', interval: ' 2 ', count: '6' }, 'FREQ=WEEKLY;INTERVAL=2;COUNT=6'],
  [{ frequency: 'YEARLY' }, 'FREQ=YEARLY'],
])('writes the rule of %j', (parts, rule) => {
  expect(ruleOf({ ...usualRule, ...parts })).toBe(rule);
  expect(ruleFlaw(rule)).toBeNull();
});

it('leaves it to the service to reject a wrong value', () => {
  const rule = ruleOf({ ...usualRule, interval: 'two' });
  expect(rule).toBe('FREQ=MONTHLY;INTERVAL=two;BYDAY=1MO');
  expect(ruleFlaw(rule)).toContain('INTERVAL');
});
