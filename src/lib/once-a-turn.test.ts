import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { onceATurn } from './once-a-turn.js';

interface Question {
  of: string;
  after?: Date | null;
}

function counting(answer: (question: Question) => string) {
  const asked: Question[] = [];
  const ask = onceATurn(async (question: Question) => {
    asked.push(question);
    return answer(question);
  });
  return { ask, asked };
}

test('equal questions of one turn are asked once, others by themselves', async () => {
  const { ask, asked } = counting(({ of }) => of);
  const later = new Date(1);
  const questions = [
    { of: 'a' },
    { of: 'b' },
    { of: 'a' },
    { of: 'a', after: later },
    { of: 'a', after: new Date(1) },
    { of: 'a', after: null },
  ];
  expect(await Promise.all(questions.map(ask))).toEqual(['a', 'b', 'a', 'a', 'a', 'a']);
  expect(asked).toEqual([
    { of: 'a' },
    { of: 'b' },
    { of: 'a', after: later },
    { of: 'a', after: null },
  ]);
});

test('is asked behind the last of them, and anew in a later turn', async () => {
  let stored = 'old';
  const { ask, asked } = counting(() => stored);
  const first = ask({ of: 'a' });
  stored = 'stored before the second asks';
  const second = ask({ of: 'a' });
  expect(asked).toEqual([]);
  expect(await Promise.all([first, second])).toEqual([stored, stored]);
  stored = 'new';
  expect(await ask({ of: 'a' })).toBe('new');
  expect(asked).toHaveLength(2);
});

test('a question that comes while the answer is under way does not get it', async () => {
  const open: ((answer: string) => void)[] = [];
  const ask = onceATurn((_: string) => new Promise<string>((resolve) => open.push(resolve)));
  const first = ask('a');
  await turn();
  await turn();
  const second = ask('a');
  await turn();
  await turn();
  expect(open).toHaveLength(2);
  open[1]?.('second');
  open[0]?.('first');
  expect(await Promise.all([first, second])).toEqual(['first', 'second']);
});

test('a failure is that of each who asked, and of no later one', async () => {
  let broken = true;
  const { ask } = counting(() => {
    if (broken) throw new Error('gone');
    return 'there';
  });
  const results = await Promise.allSettled([ask({ of: 'a' }), ask({ of: 'a' })]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  broken = false;
  expect(await ask({ of: 'a' })).toBe('there');
});
