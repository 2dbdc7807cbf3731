import { describe, expect, it } from 'vitest';
import { isDeliveryReport, reportedIds } from './follow-inbox.js';
import {
  emailProcessingStatus,
  emailProcessingTransitions,
  type InboxMessage,
  senderKey,
} from './inbox-message.js';
import { InboxMessageChange } from './inbox-message-change.js';
import { idsIn, threadIds } from './relate-message.js';

const then = new Date('2026-01-31T11:58:00Z');
const now = new Date('2026-01-31T12:00:00Z');
const messageIn = (status: InboxMessage['status'], qualifiedAt: Date | null = null) =>
  ({
    _id: 'id',
    status,
    qualifiedAt,
    relatedJobId: null,
    revision: 1,
    updatedAt: then,
  }) as InboxMessage;
const all = emailProcessingStatus.options;

describe.each(all)('a message that is %s', (from) => {
  const allowed = emailProcessingTransitions[from];

  it.each(all.filter((to) => allowed.includes(to)))('can become %s', (to) => {
    const { after, events } = new InboxMessageChange(messageIn(from), now).move(to);
    expect(after.status).toBe(to);
    expect(events).toMatchObject([
      { type: 'email.status_changed', data: { status: to, previous_status: from } },
    ]);
    const qualifies =
      (from === 'new' || from === 'human_review') && (to === 'triaged' || to === 'in_progress');
    expect(after.qualifiedAt).toEqual(qualifies ? now : null);
    const again = new InboxMessageChange(messageIn(from, then), now).move(to);
    expect(again.after.qualifiedAt).toEqual(then);
  });

  it.each(all.filter((to) => to !== from && !allowed.includes(to)))('cannot become %s', (to) => {
    const change = new InboxMessageChange(messageIn(from), now);
    expect(() => change.move(to)).toThrow(
      `This operation is not possible while the message is ${from}.`,
    );
    expect(change.events).toEqual([]);
  });

  it('stays so without an event', () => {
    const change = new InboxMessageChange(messageIn(from), now).move(from);
    expect(change.events).toEqual([]);
    expect(change.after.status).toBe(from);
  });
});

const one = '019c1000-0000-7000-8000-000000000001';
const two = '019C1000-0000-7000-8000-00000000000A';

it.each([
  [{}, []],
  [{ in_reply_to: '<a@x>' }, ['a@x']],
  [{ references: '<a@x> <b@x>\r\n <c@x>', in_reply_to: '<c@x>' }, ['c@x', 'a@x', 'b@x']],
  [{ references: ['a@x', 7, null, '<b@x>'] }, ['a@x', 'b@x']],
  [{ references: '@x a@ @ <a@b@x>,@a@x;"c@x"' }, ['a@b@x', '@a@x', 'c@x']],
  [{ in_reply_to: 7, references: { a: '<a@x>' } }, []],
  [
    { references: Array.from({ length: 60 }, (_, i) => `${i}@x`) },
    Array.from({ length: 50 }, (_, i) => `${i}@x`),
  ],
])('threadIds of %j', (metadata, ids) => {
  expect(threadIds(metadata)).toEqual(ids);
});

it('threadIds reads a text of maximum length', () => {
  expect(threadIds({ references: 'a'.repeat(250_000) })).toEqual([]);
});

it('idsIn returns the ids of a subject in lower case, as stored', () => {
  expect(idsIn(`About ${two}, not ${one} [${one}]`)).toEqual([two.toLowerCase(), one]);
  expect(idsIn('No id: 019c1000-0000-7000')).toEqual([]);
});

it.each([
  ['MAILER-DAEMON@mx.example.org', true],
  ['Mail Delivery <mailer-daemon@example.org>', true],
  ['postmaster@example.org', true],
  ['my-postmaster@example.org', false],
  ['ada@mailer-daemon.example', false],
])('isDeliveryReport of %s is %s', (from, expected) => {
  expect(isDeliveryReport(from)).toBe(expected);
});

it('reportedIds returns the first 20 Message-IDs of this service in a report', () => {
  expect(reportedIds(`<${one}@example.com> ada@example.org <x@y.z>`)).toEqual([
    `${one}@example.com`,
  ]);
  const many = Array.from({ length: 30 }, (_, i) => `<${one.slice(0, -2)}${10 + i}@a.b>`).join(
    '\n',
  );
  expect(reportedIds(many)).toHaveLength(20);
});

it.each([
  ['Ada@Example.org', 'ada@example.org'],
  ['Ada <Ada@example.org>', 'ada@example.org'],
  ['"ada@work.example" <ada@example.org> ', 'ada@example.org'],
  ['<ada@example.org>', 'ada@example.org'],
  ['Ada <>', 'ada <>'],
  ['<ada> ada@example.org', '<ada> ada@example.org'],
])('finds the messages of %j by %j', (fromEmail, key) => {
  expect(senderKey(fromEmail)).toBe(key);
});
