import { describe, expect, it } from 'vitest';
import { mailableAddress, needsSmtpUtf8, parseEmailAddress } from './email-address.js';

describe('mailableAddress', () => {
  it.each([
    ['ada@example.com', 'ada@example.com'],
    ['r&d@example.com', 'r&d@example.com'],
    ["o'k+1!#$%&*/=?^_`{|}~-@x.example", "o'k+1!#$%&*/=?^_`{|}~-@x.example"],
    ['Ada@EXAMPLE.com', 'Ada@example.com'],
    ['kontakt@bücher.example', 'kontakt@xn--bcher-kva.example'],
    ['kontakt@BÜCHER.example', 'kontakt@xn--bcher-kva.example'],
    ['kontakt@XN--BCHER-KVA.example', 'kontakt@xn--bcher-kva.example'],
    ['a@例え。テスト', 'a@xn--r8jz45g.xn--zckzah'],
    ['é@example.com', 'é@example.com'],
    ['e\u0301@example.com', 'é@example.com'],
    ['用户@例え.テスト', '用户@xn--r8jz45g.xn--zckzah'],
    ['ａda＠ｅxample．com', 'ada@example.com'],
    [' ada@example.com\r\n', 'ada@example.com'],
    ['a@b.c', 'a@b.c'],
    [`${'a'.repeat(65)}@example.com`, `${'a'.repeat(65)}@example.com`],
  ])('parses %j as %j', (given, address) => {
    expect(mailableAddress(given)).toBe(address);
  });

  it.each([
    'nonsense',
    'guest@@example.com',
    'a@b@example.com',
    '@example.com',
    'ada@',
    'ada@localhost',
    'ada@example.com.',
    'ada@.example.com',
    'ada@example..com',
    'ada@-example.com',
    'ada@example_1.com',
    `ada@${'a'.repeat(64)}.com`,
    `ada@${'a.'.repeat(126)}com`,
    'ada..b@example.com',
    '.ada@example.com',
    'ada.@example.com',
    'ada b@example.com',
    '"ada b"@example.com',
    '"ada"@example.com',
    'ada@[192.0.2.1]',
    'ada@192.0.2.1',
    'ada@0x7f.1',
    'ada@ex%41mple.com',
    'ada@example.com/x',
    'ada@example.com:25',
    'ada@xn--a.example',
    'Ada <ada@example.com>',
    'ada@example.com, b@example.com',
    'ada@example.com\r\nBcc: b@example.com',
    'ada\u200b@example.com',
    'ada@exam\u00adple.com',
    'ada\u0000@example.com',
    'ada(comment)@example.com',
  ])('rejects %j', (given) => {
    expect(mailableAddress(given)).toBeNull();
  });

  it('returns its own result unchanged', () => {
    const once = mailableAddress('É.Ü@bücher.example') as string;
    expect(mailableAddress(once)).toBe(once);
  });

  it('takes time proportional to the length', () => {
    const start = performance.now();
    expect(parseEmailAddress(`${'a.'.repeat(100_000)}@${'b-'.repeat(100_000)}`)).toBeNull();
    expect(performance.now() - start).toBeLessThan(1000);
  });
});

describe('needsSmtpUtf8', () => {
  it.each([
    ['é@example.com', true],
    ['kontakt@bücher.example', false],
  ])('returns for %j: %s', (given, needed) => {
    expect(needsSmtpUtf8(mailableAddress(given) ?? '')).toBe(needed);
  });
});
