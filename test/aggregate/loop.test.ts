import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createLoop } from '../../src/aggregate/loop.js';

it('runs a whole round for each request, even if the current round is about to end', async () => {
  for (let turns = 0; turns < 12; turns += 1) {
    let begun = 0;
    const loop = createLoop({
      name: 'test',
      round: async () => {
        begun += 1;
        return 1_000;
      },
      batchMilliseconds: 5,
      log: pino({ level: 'silent' }),
    });
    const first = loop.run();
    for (let turn = 0; turn < turns; turn += 1) await null;
    const before = begun;
    await loop.run();
    expect(begun, `asked ${turns} turns later`).toBe(before + 1);
    await first;
  }
});
