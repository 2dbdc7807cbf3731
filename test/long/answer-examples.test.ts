import { expect, it } from 'vitest';
import { fixedValues } from './support/fixed-values.js';
import { recordAnswers } from './support/record-answers.js';

it('shows the answers that the service gives; `npx vitest run -u` on this file records them anew', async () => {
  const answers = await recordAnswers();
  await expect(`${fixedValues(JSON.stringify(answers, null, 2))}\n`).toMatchFileSnapshot(
    '../../src/rest/openapi/answer-examples.json',
  );
});
