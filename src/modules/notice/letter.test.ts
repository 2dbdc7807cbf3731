import { expect, it } from 'vitest';
import { renderLetter } from './layout.js';
import { type Letter, quoted } from './letter.js';
import { createWriter } from './writer.js';

const writer = createWriter('en', 'A & B');

it.each([
  ['Is the shop open?', 'Is the shop open?'],
  [' one\r\nBcc: two\t three ', 'one Bcc: two three'],
  ['a\u202egnp.exe', 'a gnp.\u200bexe'],
  [
    'Win at https://evil.example/x?y or www.evil.example now',
    'Win at [link removed] or [link removed] now',
  ],
  ['Win at evil.example', 'Win at evil.\u200bexample'],
  ['52.5219, 13.4132', '52.5219, 13.4132'],
  ['x'.repeat(200), 'x'.repeat(200)],
  ['😀'.repeat(201), `${'😀'.repeat(199)}…`],
])('quoted keeps %j on one line, without links', (given, shown) => {
  expect(quoted(given)).toBe(shown);
});

it.each(['a-', 'a.', 'ab ', '://', '-', ' \n'])(
  'quotes 200,000 characters of %j in a moment',
  (part) => {
    const text = part.repeat(200_000 / part.length);
    const started = performance.now();
    quoted(text);
    expect(performance.now() - started).toBeLessThan(1000);
  },
);

it.each(['-http://evil.example', 'öhttps://evil.example', '1http://evil.example', 'x+y-z.a://b'])(
  'quoted removes the link in %j',
  (text) => {
    expect(quoted(text)).toContain('[link removed]');
    expect(quoted(text)).not.toContain('://');
  },
);

const from = 'service@a.example';
const letter: Letter = {
  subject: 'One <subject>',
  heading: 'A "heading" & more',
  paragraphs: ['First <b>paragraph</b>.', 'Second.'],
  facts: [{ label: 'What', value: `<img src="x" onerror='y'>` }],
  action: { label: 'Do it', url: 'https://service.test/a?b=1&c="2"' },
  notes: ['Until tomorrow.'],
  reason: 'Because.',
};

it('renderLetter has the same content in text and HTML, and escapes markup', () => {
  const { subject, text, html } = renderLetter(letter, { writer, from });
  expect(subject).toBe('One <subject>');
  expect(text).toBe(`A "heading" & more

First <b>paragraph</b>.

Second.

What: <img src="x" onerror='y'>

Do it:
https://service.test/a?b=1&c="2"

Until tomorrow.

-- 
A & B
Because.
`);
  for (const data of [
    '<title>One &lt;subject&gt;</title>',
    'A &quot;heading&quot; &amp; more</h1>',
    'First &lt;b&gt;paragraph&lt;/b&gt;.</p>',
    '&lt;img src=&quot;x&quot; onerror=&#39;y&#39;&gt;</td>',
    'href="https://service.test/a?b=1&amp;c=&quot;2&quot;"',
    'Do it</a>',
    'A &amp; B</p>',
    'Because.</p>',
  ]) {
    expect(html).toContain(data);
  }
});

it('renderLetter loads no resources and has at most one link', () => {
  const { html } = renderLetter({ ...letter, facts: [] }, { writer, from });
  expect(html).not.toMatch(
    /<(img|script|link|iframe|form|object)\b|\bsrc=|url\(|@import|@font-face/i,
  );
  expect(html?.match(/<a /g)).toHaveLength(1);
});

it('renderLetter without an action invites the reader to ask the sender', () => {
  const { html, text } = renderLetter({ ...letter, action: null }, { writer, from });
  expect(html?.match(/<a href="mailto:service@a\.example\?subject=[^"]+"/g)).toHaveLength(1);
  expect(text).toContain('Ask a question:\nmailto:service@a.example?subject=');
});

it('renderLetter has the unsubscribe link in text and HTML only of an optional mail', () => {
  const unsubscribeUrl = 'https://service.test/unsubscribe/x';
  const mail = renderLetter(letter, { writer, from, unsubscribeUrl });
  expect(mail.unsubscribeUrl).toBe(unsubscribeUrl);
  expect(mail.text).toContain(`\nUnsubscribe from optional emails: ${unsubscribeUrl}\n`);
  expect(mail.html).toContain(`href="${unsubscribeUrl}"`);
  const other = renderLetter(letter, { writer, from });
  expect(other).not.toHaveProperty('unsubscribeUrl');
  expect(`${other.text}${other.html}`).not.toContain('Unsubscribe');
});
