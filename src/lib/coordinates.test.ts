import { describe, expect, it } from 'vitest';
import { isLikeCoordinates, readDegrees } from './coordinates.js';

describe('readDegrees', () => {
  it.each([
    ['52.5219', '52.5219'],
    ['52,5219', '52.5219'],
    [' +52.5 ', '52.5'],
    ['52.', '52.'],
    ['.5', '.5'],
    ['−33,8688°', '-33.8688'],
    ['33.9° S', '-33.9'],
    ['E 13.4', '13.4'],
    ['', null],
    ['north', null],
    ['52.5, 13.4', null],
    ['1e3', null],
  ])('reads %s', (typed, found) => expect(readDegrees(typed)).toBe(found));
});

describe('isLikeCoordinates', () => {
  it.each(['52,5219', '52.5, 13.4, 17', "52°61'N 13°24'E", '95; 200'])('accepts %s', (typed) =>
    expect(isLikeCoordinates(typed)).toBe(true),
  );

  it.each(['', '10178', '110 00', 'S 13', '10, Downing Street', '10,'])('rejects %s', (typed) =>
    expect(isLikeCoordinates(typed)).toBe(false),
  );
});
