import type { Collection } from 'mongodb';
import { expect, it } from 'vitest';
import type { Aggregate, OutboxEvent } from '../../src/aggregate/change.js';
import { createWrittenHere } from '../../src/aggregate/written-here.js';

const source = { collectionName: 'jobs' } as Collection<Aggregate>;
const event = (id: string) => ({ id }) as OutboxEvent;
const written = (_id: string, ids: string[], before: string[] = []) => ({
  source,
  _id,
  integratorId: 'of-nobody',
  events: ids.map(event),
  before: before.map(event),
});
const idsOf = (taken: ReturnType<ReturnType<typeof createWrittenHere>['take']>) =>
  taken?.map(({ _id, events }) => [_id, ...events.map(({ id }) => id)]) ?? null;

/** One that has been asked, so that it knows of everything from then on. */
function complete() {
  const here = createWrittenHere();
  expect(here.take()).toBeNull();
  return here;
}

it('returns what was written since, each document’s events in the order they were told', () => {
  const here = complete();
  here.add(written('one', ['a', 'b']));
  here.add(written('two', ['c']));
  here.add(written('one', ['d'], ['a', 'b']));
  expect(idsOf(here.take())).toEqual([
    ['one', 'a', 'b', 'd'],
    ['two', 'c'],
  ]);
  expect(here.take()).toEqual([]);
});

it('has the documents looked at where one had events of somebody else waiting', () => {
  const here = complete();
  here.add(written('one', ['b'], ['of another process']));
  here.add(written('two', ['c']));
  expect(here.take()).toBeNull();
  expect(here.take()).toEqual([]);
  here.notice([event('c')]);
  expect(here.take()).toBeNull();
});

it('knows what was relayed before, so that it does not count as somebody else’s', () => {
  const here = complete();
  here.add(written('one', ['a']));
  here.take();
  here.notice([event('a')]);
  here.add(written('one', ['b'], ['a']));
  expect(idsOf(here.take())).toEqual([['one', 'b']]);
});

it('returns no event twice that was found in its document before its write came by, or after', () => {
  const here = complete();
  here.found(written('one', ['a']));
  here.add(written('one', ['a']));
  here.add(written('two', ['b', 'c']));
  here.found(written('two', ['b']));
  expect(idsOf(here.take())).toEqual([['two', 'c']]);
});

it('has the documents looked at after more writes than are moved at once', () => {
  const here = complete();
  for (let i = 0; i <= 500; i++) here.add(written(`${i}`, [`event ${i}`]));
  expect(here.take()).toBeNull();
});
