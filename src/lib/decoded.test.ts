import { Binary, BSON, type Document } from 'mongodb';
import { expect, it } from 'vitest';
import { decoded } from './decoded.js';
import { newId } from './ids.js';
import { mebibyte } from './units.js';

const bytesOf = (document: Document) => Buffer.from(BSON.serialize(document));

const sample = (_id = newId()) => ({
  _id,
  at: new Date(5),
  steps: [{ name: 'front', hash: new Binary(Buffer.from('hash')) }],
  place: { latitude: 1.5 },
});

it('the same bytes give one document from the second time on', () => {
  const document = sample();
  const first = decoded(bytesOf(document));
  const second = decoded(bytesOf(document));
  expect([first, second]).toEqual([document, document]);
  expect(second).not.toBe(first);
  for (let i = 0; i < 3; i++) expect(decoded(bytesOf(document))).toBe(second);
});

it('a document that has changed is what its bytes say, of the same length or not', () => {
  const document = sample();
  const versions = [
    document,
    { ...document, at: new Date(6) },
    { ...document, place: { latitude: 1.5, longitude: 2 } },
  ];
  for (let i = 0; i < 4; i++) {
    for (const version of versions) expect(decoded(bytesOf(version))).toEqual(version);
  }
});

it('documents that begin alike are told apart', () => {
  const long = 'x'.repeat(100);
  const alike = ['a', 'b'].map((end) => ({ _id: long + end }));
  for (let i = 0; i < 4; i++) {
    for (const document of alike) expect(decoded(bytesOf(document))).toEqual(document);
  }
});

it('nobody can change what others will get', () => {
  const document = sample();
  for (const found of [decoded(bytesOf(document)), decoded(bytesOf(document))]) {
    const changes: (() => void)[] = [
      () => Object.assign(found, { added: 1 }),
      () => Object.assign(found['place'], { latitude: 2 }),
      () => found['steps'].push({}),
      () => Object.assign(found['steps'][0], { name: 'back' }),
    ];
    for (const change of changes) expect(change).toThrow(TypeError);
  }
  expect(decoded(bytesOf(document))).toEqual(document);
});

it('what is kept does not share memory with the message that it came in', () => {
  const document = sample();
  const message = bytesOf(document);
  decoded(message);
  const kept = decoded(message);
  message.fill(0, 4);
  expect(kept).toEqual(document);
  expect(decoded(bytesOf(document))).toBe(kept);
});

it('what is larger than all that is kept together is decoded each time', () => {
  const large = { _id: newId(), text: 'x'.repeat(5 * mebibyte) };
  const found = [1, 2, 3].map(() => decoded(bytesOf(large)));
  for (const document of found) expect(document).toEqual(large);
  expect(new Set(found).size).toBe(3);
});

it('what is asked for again stays while others go through many', () => {
  const document = sample();
  const [, kept] = [decoded(bytesOf(document)), decoded(bytesOf(document))];
  for (let i = 0; i < 10_000; i++) decoded(bytesOf({ _id: newId() }));
  expect(decoded(bytesOf(document))).toBe(kept);
});
