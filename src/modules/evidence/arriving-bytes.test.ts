import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Arrival, createArrivals } from './arriving-bytes.js';

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;
const file = randomBytes(3 * mebibyte);
const head = file.subarray(0, 256 * kibibyte);

/** Adds a file in pieces of `pieceBytes` bytes. */
function fill(arrival: Arrival, pieceBytes: number, bytes = file) {
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    arrival.add(bytes.subarray(at, at + pieceBytes));
  }
}

const keptOf = (arrival: Arrival) => Buffer.concat(arrival.pieces(0, arrival.keptBytes()));

describe('createArrivals', () => {
  it.each([1, 700, 64 * kibibyte, 3 * mebibyte])(
    'keeps a file whole in pieces of %i',
    (pieceBytes) => {
      const arrival = createArrivals().open(20 * mebibyte);
      fill(arrival, pieceBytes);
      expect(keptOf(arrival).equals(file)).toBe(true);
    },
  );

  it.each([
    [0, 1],
    [100, 256 * kibibyte],
    [256 * kibibyte - 1, 256 * kibibyte + 1],
    [256 * kibibyte, 1280 * kibibyte],
    [1000, 3 * mebibyte],
    [2 * mebibyte, 4 * mebibyte],
    [5, 5],
    [4 * mebibyte, 5 * mebibyte],
  ])('reads from %i up to %i', (start, end) => {
    const arrival = createArrivals().open(20 * mebibyte);
    fill(arrival, 100_000);
    expect(Buffer.concat(arrival.pieces(start, end)).equals(file.subarray(start, end))).toBe(true);
  });

  it('keeps only the head if no more is requested or the file is longer than the limit', () => {
    for (const sizeMax of [0, 2 * mebibyte]) {
      const arrival = createArrivals().open(sizeMax);
      fill(arrival, 100_000);
      expect(keptOf(arrival).equals(head)).toBe(true);
    }
  });

  it('keeps a file whole up to the maximum size', () => {
    const arrival = createArrivals().open(file.length);
    fill(arrival, 100_000);
    expect(keptOf(arrival).equals(file)).toBe(true);
  });

  it('shares the memory between files and frees it when they are closed', () => {
    const arrivals = createArrivals(5 * mebibyte);
    const first = arrivals.open(20 * mebibyte);
    fill(first, 100_000);
    const second = arrivals.open(20 * mebibyte);
    fill(second, 100_000);
    expect(keptOf(first).equals(file)).toBe(true);
    expect(keptOf(second).equals(head)).toBe(true);
    first.close();
    second.close();
    // Freeing twice would free more than was allocated.
    first.close();
    const [third, fourth] = [arrivals.open(20 * mebibyte), arrivals.open(20 * mebibyte)];
    fill(third, 100_000);
    fill(fourth, 100_000);
    expect(keptOf(third).equals(file)).toBe(true);
    expect(keptOf(fourth).equals(head)).toBe(true);
  });

  it('releases the memory of a file that finds no more room', () => {
    const arrivals = createArrivals(mebibyte);
    const long = arrivals.open(20 * mebibyte);
    fill(long, 100_000);
    expect(keptOf(long).equals(head)).toBe(true);
    const short = arrivals.open(20 * mebibyte);
    fill(short, 100_000, file.subarray(0, mebibyte));
    expect(keptOf(short).equals(file.subarray(0, mebibyte))).toBe(true);
  });
});
