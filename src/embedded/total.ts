/** The total of `$sum`: exact for whole numbers, compensated for doubles (Møller, Knuth, Dekker). */
import { type BsonNumber, Double } from './bson.js';

/** Returns the double nearest to a + b, and the rounding error. */
function twoSum(a: number, b: number): [sum: number, rest: number] {
  const sum = a + b;
  const ofA = sum - b;
  return [sum, a - ofA + (b - (sum - ofA))];
}

export class Total {
  #type: 'int' | 'long' | 'double' = 'int';
  #whole = 0n;
  #sum = 0;
  #rest = 0;
  /** The sum without compensation, because compensation turns infinities into NaN. */
  #plain = 0;

  add(value: BsonNumber): void {
    if (value instanceof Double) {
      this.#type = 'double';
      this.#addDouble(value.value);
      return;
    }
    if (typeof value === 'bigint' && this.#type === 'int') this.#type = 'long';
    const whole = BigInt(value);
    this.#whole += whole;
    const low = BigInt.asIntN(32, whole);
    this.#addDouble(Number(low));
    this.#addDouble(Number(whole - low));
  }

  #addDouble(value: number): void {
    this.#plain += value;
    const [low, lowRest] = twoSum(value, this.#rest);
    const [sum, rest] = twoSum(this.#sum, low);
    this.#sum = sum;
    this.#rest = lowRest + rest;
  }

  /** A double if one was added or int64 overflows; else an int64 if one was added or int32 overflows; else an int32. */
  get value(): BsonNumber {
    const whole = this.#whole;
    if (this.#type === 'double') {
      return new Double(Number.isNaN(this.#sum) ? this.#plain : this.#sum);
    }
    if (BigInt.asIntN(64, whole) !== whole) return new Double(Number(whole));
    return this.#type === 'int' && BigInt.asIntN(32, whole) === whole ? Number(whole) : whole;
  }
}
