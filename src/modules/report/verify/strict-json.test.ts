import { describe, expect, test } from 'vitest';
import { parseStrictJson, StrictJsonError } from './strict-json.js';

describe('parseStrictJson', () => {
  test.each([
    '{}',
    '[]',
    ' {"a": [1, -2.5e3, "x\\"y\\\\", true, null, {"a": 1}], "b": {"a": 2}} ',
    '{"a":[{"k":1},{"k":2}],"k":3}',
    `"${'long '.repeat(200_000)}"`,
  ])('reads %.60s as JSON.parse does', (text) => {
    expect(parseStrictJson(text)).toEqual(JSON.parse(text));
  });

  test.each([
    ['{"a":1,"a":1}', '/a is given twice'],
    ['{"a":1,"\\u0061":2}', '/a is given twice'],
    ['{"x":[0,{"y/z":1,"y/z":2}]}', '/x/1/y~1z is given twice'],
    ['{"a":{"b":1},"c":[1,2],"a":3}', '/a is given twice'],
    ['{"a":[{"__proto__":{}}]}', '/a/0/__proto__ is no name of a member'],
    ['{"\\u005f_proto__":1}', '/__proto__ is no name of a member'],
    ['{"a":1e999}', 'the number 1e999 is out of range'],
  ])('rejects %s: %s', (text, message) => {
    expect(() => parseStrictJson(text)).toThrow(new StrictJsonError(message));
  });

  test.each(['', '{', '{"a":1}}', '{"a":1} x', "{'a':1}", '{"a":01}'])('rejects %s', (text) => {
    expect(() => parseStrictJson(text)).toThrow(StrictJsonError);
  });

  test('rejects nesting beyond 64', () => {
    expect(() => parseStrictJson(`${'['.repeat(65)}${']'.repeat(65)}`)).toThrow('nested deeper');
    expect(parseStrictJson(`${'['.repeat(64)}${']'.repeat(64)}`)).toBeDefined();
  });
});
