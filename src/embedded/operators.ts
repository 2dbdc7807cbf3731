/**
 * Update operators. Each validates its operand once and returns a function from the current value at its path to the
 * new value; undefined means no value.
 */
import { Double, isDoc, isNumber, sum, type Value } from './bson.js';
import { check, notImplemented } from './errors.js';
import { pullTest } from './filter.js';
import { order } from './keys.js';
import type { UpdateOperator } from './supported.js';

export type Step = (current: Value | undefined) => Value | undefined;

/** Removes a value. Does nothing if there is no value or the path does not exist. */
export const unset: Step = () => undefined;

/** @throws CommandError 14, 2, 238 for invalid operands and, from the returned functions, for incompatible values */
export const operators: Record<UpdateOperator, (operand: Value) => Step> = {
  $set: (operand) => () => operand,
  $setOnInsert: (operand) => () => operand,
  $unset: () => unset,
  $inc: (operand) => {
    check(isNumber(operand), 14, '$inc needs a number to add');
    return (current) => {
      if (current === undefined) return operand;
      check(isNumber(current), 14, '$inc needs a number to add to');
      const result = sum(current, operand);
      const isDouble = current instanceof Double || operand instanceof Double;
      check(isDouble || !(result instanceof Double), 2, '$inc exceeds a 64-bit integer');
      return result;
    };
  },
  $min: (operand) => (current) =>
    current === undefined || order(operand, current) < 0 ? operand : current,
  $max: (operand) => (current) =>
    current === undefined || order(operand, current) > 0 ? operand : current,
  $push: (operand) => {
    const isEach = isDoc(operand) && operand.has('$each');
    if (isEach && operand.size > 1) {
      throw notImplemented(`$push with ${[...operand.keys()].join()}`);
    }
    const added = arrayOf(isEach ? operand.get('$each') : [operand]);
    return (current = []) => [...arrayOf(current), ...added];
  },
  $pull: (operand) => {
    const isPulled = pullTest(operand);
    return (current) =>
      current === undefined ? current : arrayOf(current).filter((item) => !isPulled(item));
  },
};

function arrayOf(value: Value | undefined): Value[] {
  check(Array.isArray(value), 2, '$push and $pull need an array');
  return value;
}
