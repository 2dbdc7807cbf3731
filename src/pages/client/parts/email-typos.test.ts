import { expect, it } from 'vitest';
import { probableEmail } from './email-typos.js';

it.each([
  ['ada@gmial.com', 'ada@gmail.com'],
  ['ada@gmail.con', 'ada@gmail.com'],
  ['ada@gmai.com', 'ada@gmail.com'],
  ['ada@gnail.com', 'ada@gmail.com'],
  ['ada@gmail', 'ada@gmail.com'],
  [' ada@GMIAL.COM ', 'ada@gmail.com'],
  ['ada@hotmial.com', 'ada@hotmail.com'],
  ['ada@hotnail.com', 'ada@hotmail.com'],
  ['ada@yaho.com', 'ada@yahoo.com'],
  ['ada@outlok.com', 'ada@outlook.com'],
  ['ada@iclod.com', 'ada@icloud.com'],
  ['ada@gxm.de', 'ada@gmx.de'],
  ['ada@t-onlin.de', 'ada@t-online.de'],
])('suggests an address for %j', (typed, meant) => {
  expect(probableEmail(typed)).toBe(meant);
});

it.each([
  'ada@gmail.com',
  'ada@gmx.ch',
  'ada@web.de',
  'ada@mac.com',
  'ada@yahoo.co.uk',
  'ada@outlook.de',
  'ada@hotmail.fr',
  'ada@yahoo.de',
  'ada@example.com',
  'ada@uni-koeln.de',
  'ada@company.ai',
  'ada@verein.berlin',
  'ada@bücher.example',
  'ada',
  'ada@',
  '@gmail.com',
  '',
])('suggests nothing for %j', (typed) => {
  expect(probableEmail(typed)).toBeNull();
});
