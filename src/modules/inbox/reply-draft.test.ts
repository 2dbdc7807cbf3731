import { describe, expect, it } from 'vitest';
import { defaultEmailPolicy } from './email-policy.js';
import type { InboxMessage } from './inbox-message.js';
import { draftReply } from './reply-draft.js';

const policy = defaultEmailPolicy('desk@example.com');
const message = {
  _id: '019c1000-0000-7000-8000-000000000001',
  folder: 'INBOX',
  fromEmail: 'Ada <ada@example.org>',
  subject: 'Photos',
  bodyText: 'Hello,\r\nwhen?\n\nAda',
  receivedAt: new Date('2026-01-31T11:58:00Z'),
  humanReviewRequired: false,
} as InboxMessage;
const request = {
  fromAlias: 'desk@example.com',
  includeOriginalExcerpt: true,
  maxOriginalExcerptChars: 600,
};
const drafted = (of: Partial<InboxMessage>, with_: object = {}) =>
  draftReply({ ...message, ...of }, { ...request, ...with_ }, policy);

const heading = 'On 2026-01-31T11:58:00.000Z, Ada <ada@example.org> wrote:';
const excerpt = `${heading}\n> Hello,\n> when?\n> \n> Ada`;

describe('the body', () => {
  it.each([
    [{}, excerpt],
    [{ bodyIntro: 'Hi', closing: 'Bye' }, `Hi\n\n${excerpt}\n\nBye`],
    [{ bodyIntro: 'Hi' }, `Hi\n\n${excerpt}`],
    [{ closing: 'Bye' }, `${excerpt}\n\nBye`],
    [{ bodyIntro: null, closing: null }, excerpt],
    [{ bodyIntro: '', closing: '' }, excerpt],
    [{ bodyIntro: 'Hi', closing: 'Bye', includeOriginalExcerpt: false }, 'Hi\n\nBye'],
    [{ bodyIntro: 'Hi', closing: 'Bye', maxOriginalExcerptChars: 0 }, 'Hi\n\nBye'],
    [{ maxOriginalExcerptChars: 0 }, ''],
    [{ maxOriginalExcerptChars: 5 }, `${heading}\n> Hello…`],
    [{ maxOriginalExcerptChars: 18 }, excerpt],
    [{ maxOriginalExcerptChars: 17 }, `${heading}\n> Hello,\n> when?\n> \n> Ad…`],
  ])('of %j', (with_, bodyText) => {
    expect(drafted({}, with_).bodyText).toBe(bodyText);
  });

  it('quotes whole code points, and nothing of an empty message', () => {
    const { bodyText } = drafted({ bodyText: '😀😀😀' }, { maxOriginalExcerptChars: 2 });
    expect(bodyText).toBe(`${heading}\n> 😀😀…`);
    expect(drafted({ bodyText: '' }, { bodyIntro: 'Hi' }).bodyText).toBe('Hi');
  });
});

describe('the subject', () => {
  it.each([
    ['Photos', 'Re: Photos'],
    ['Re: Photos', 'Re: Photos'],
    ['RE : re: Photos', 'Re: Photos'],
    ['Report', 'Re: Report'],
    ['Photos re: shop', 'Re: Photos re: shop'],
    ['', 'Re:'],
  ])('%s → %s', (subject, expected) => {
    expect(drafted({ subject }).subject).toBe(expected);
  });

  it('is never longer than the limit of an outbound mail', () => {
    expect(drafted({ subject: '😀'.repeat(500) }).subject).toBe(`Re: ${'😀'.repeat(496)}`);
  });
});

it.each([
  [false, 'desk@example.com', false],
  [true, 'desk@example.com', true],
  [false, 'founder@example.com', true],
  [true, 'founder@example.com', true],
])('review required %s, from %s is %s', (required, fromAlias, expected) => {
  const draft = drafted({ humanReviewRequired: required }, { fromAlias });
  expect(draft).toMatchObject({ humanReviewRequired: expected, fromAlias });
});

it("contains the message's id, folder and sender, and does not change the message", () => {
  const before = structuredClone(message);
  expect(drafted({})).toEqual(drafted({}));
  expect(drafted({})).toMatchObject({
    messageId: message._id,
    folder: 'INBOX',
    toEmail: 'ada@example.org',
  });
  expect(message).toEqual(before);
});
