// The command's output and exit codes.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { questionsOfOldJob } from '../../src/modules/question/resolve-questions.js';
import { sampleAnswer, sampleJob, sampleKey, sampleModel } from '../report/support/sample.js';
import { threeVersions, withoutSignature } from '../report/support/verify.js';
import { verifyCommand } from '../report/support/verify-command.js';

const { key, models, pdfs, answers } = await threeVersions();

describe('the command', () => {
  const folder = mkdtempSync(join(tmpdir(), 'verify-report-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const path = (name: string) => join(folder, name);
  beforeAll(() => {
    writeFileSync(path('jwks.json'), JSON.stringify({ keys: [key.publicJwk] }));
    for (const [index, answer] of answers.entries()) {
      writeFileSync(path(`v${index + 1}.json`), JSON.stringify(answer));
      writeFileSync(path(`v${index + 1}.pdf`), pdfs[index]!);
    }
    writeFileSync(path('bad.json'), JSON.stringify({ ...answers[0], address: 'Elsewhere' }));
  });

  test('exits 0 with one line for each file and the thumbprint, with the keys next to the first', () => {
    const { status, output } = verifyCommand(path('v2.json'), path('v1.pdf'), path('v1.json'));
    expect(status).toBe(0);
    const about = (version: number) =>
      `report ${models[0]!.content.report_id}, version ${version}, signed 2026-03-02T10:00:00.000Z, key ${key.keyId}`;
    const unlogged = 'not logged: it has no receipt of the transparency log';
    const answer = `         ${models[0]!.content.headline!.question} nobody answered`;
    expect(output.split('\n').slice(0, 7)).toEqual([
      `ok     v2.json: ${about(2)}; ${unlogged}`,
      answer,
      `ok     v1.pdf: ${about(1)}; content and pages verified; ${unlogged}`,
      answer,
      `ok     v1.json: ${about(1)}; ${unlogged}`,
      answer,
      `key thumbprint (RFC 7638): ${key.keyId}`,
    ]);
  });

  test('prints the answers of a verified report, each on one line, and none of another', async () => {
    const given = {
      revision: 1,
      cannotTell: false,
      reason: null,
      comment: null,
      evidenceIds: [],
      answeredBy: 'verifier' as const,
      answeredAt: new Date('2026-03-02T09:15:00Z'),
      receivedAt: new Date('2026-03-02T09:15:01Z'),
      flagged: false,
    };
    const model = await sampleModel(
      sampleJob({
        questions: [
          ...questionsOfOldJob('Is the shop open?'),
          ...questionsOfOldJob('Who says so?').map((one) => ({ ...one, questionKey: 'source' })),
          ...questionsOfOldJob('Is it lit?').map((one) => ({ ...one, questionKey: 'lit' })),
        ],
        answers: [
          { ...given, questionKey: 'objective', value: 'no', comment: 'Closed\nok     v1.json' },
          { ...given, questionKey: 'source', value: 'A notice' },
          {
            ...given,
            questionKey: 'lit',
            value: null,
            cannotTell: true,
            reason: 'The blinds are down',
          },
        ],
      }),
      { key },
    );
    const answered = sampleAnswer(model);
    writeFileSync(path('answered.json'), JSON.stringify(answered));
    const { status, output } = verifyCommand(path('answered.json'));
    expect(status).toBe(0);
    expect(output.split('\n').slice(1, 4)).toEqual([
      '         Is the shop open? No. Closed ok v1.json.',
      '         Who says so? A notice',
      "         Is it lit? Can't tell. The blinds are down",
    ]);
    const headline = { ...answered.headline, answer: 'Yes.' };
    writeFileSync(path('forged-answer.json'), JSON.stringify({ ...answered, headline }));
    const forged = verifyCommand(path('forged-answer.json'));
    expect(forged.status).toBe(1);
    expect(forged.output).not.toContain('Is the shop open? ');
  });

  test('exits 1 and reports the errors', () => {
    const { status, output } = verifyCommand(path('bad.json'), path('v1.pdf'));
    expect(status).toBe(1);
    expect(output).toContain('WRONG  bad.json');
    expect(output).toContain('/address: changed against v1.pdf');
  });

  test('does not let a file add or hide lines of the output', () => {
    const claimed = '\u001b[2K\rok     forged.json: all is well\n\u202e';
    writeFileSync(path('forged.json'), JSON.stringify({ ...answers[0], report_id: claimed }));
    const { status, output } = verifyCommand(path('forged.json'), '--jwks', path('jwks.json'));
    expect(status).toBe(1);
    expect(output).toContain('claims to be report \\u{1b}[2K\\u{d}ok     forged.json: all is well');
    expect(output).not.toMatch(/\p{Cf}|[^\P{Cc}\n]|^ok/mu);
  });

  test('does not let a key set add lines to the output', () => {
    writeFileSync(path('forged-keys.json'), '\r\u001b[Kok     v1.json');
    const { status, output } = verifyCommand(path('v1.json'), '--jwks', path('forged-keys.json'));
    expect(status).toBe(1);
    expect(output).toContain('forged-keys.json: not JSON: ');
    expect(output).not.toMatch(/\p{Cf}|[^\P{Cc}\n]|^ok/mu);
  });

  test('exits 1 without files, without a key set, and for a missing file', () => {
    expect(verifyCommand().status).toBe(1);
    expect(verifyCommand(path('v1.json'), '--jwks', path('none.json')).status).toBe(1);
    expect(verifyCommand(path('none.json')).status).toBe(1);
  });

  test('checks the other files when one cannot be read', () => {
    const { status, output } = verifyCommand(path('v1.json'), path('none.json'), path('v2.json'));
    expect(status).toBe(1);
    const lines = output.split('\n').filter((line) => !line.startsWith(' '));
    expect(lines[0]).toMatch(/^ok {5}v1\.json: /);
    expect(lines[1]).toMatch(/^ok {5}v2\.json: /);
    expect(lines[2]).toMatch(/^WRONG {2}none\.json: cannot be read: ENOENT/);
  });

  test('accepts a report and a key set that begin with a byte order mark', () => {
    writeFileSync(path('marked.json'), `\ufeff${JSON.stringify(answers[0])}`);
    writeFileSync(path('marked-keys.json'), `\ufeff${JSON.stringify({ keys: [key.publicJwk] })}`);
    const { status, output } = verifyCommand(
      path('marked.json'),
      '--jwks',
      path('marked-keys.json'),
    );
    expect(output).toMatch(/^ok {5}marked\.json: /);
    expect(status).toBe(0);
  });

  test('exits 1 for a PDF whose pages no signature covers', () => {
    writeFileSync(path('bare.pdf'), withoutSignature(pdfs[0]!));
    const { status, output } = verifyCommand(path('bare.pdf'));
    expect(status).toBe(1);
    expect(output).toMatch(/^partly bare\.pdf: report .*; content verified, pages not: /);
    expect(verifyCommand(path('v1.pdf')).status).toBe(0);
  });

  test('rejects a key that claims the id of another, with its thumbprint', async () => {
    const stranger = sampleKey();
    const forged = await sampleModel(sampleJob({ objective: 'Forged' }), {
      key: { ...stranger, keyId: key.keyId },
    });
    writeFileSync(path('forged.json'), JSON.stringify(sampleAnswer(forged)));
    const claimed = { ...stranger.publicJwk, kid: key.keyId };
    writeFileSync(path('forged-keys.json'), JSON.stringify({ keys: [claimed] }));
    const { status, output } = verifyCommand(
      path('forged.json'),
      '--jwks',
      path('forged-keys.json'),
    );
    expect(status).toBe(1);
    expect(output).toBe(
      `${path('forged-keys.json')}: key 1 of the set claims the id "${key.keyId}", but its thumbprint is ${stranger.keyId}\n`,
    );
  });

  test.each([
    ['null', 'not a key set: it has no list "keys"'],
    ['{"keys":{}}', 'not a key set: it has no list "keys"'],
    ['{"keys":[null]}', 'key 1 of the set is null, not a key'],
    ['{"keys":["x"]}', 'key 1 of the set is a string, not a key'],
    ['{"keys":[{"kty":"OKP"}]}', 'key 1 of the set has no thumbprint: '],
    ['{"keys":[],"keys":[]}', '/keys is given twice'],
    ['{', 'not JSON: '],
  ])('reports a key set %s with a clear message', (text, expected) => {
    writeFileSync(path('odd.json'), text);
    const { status, output } = verifyCommand(path('v1.json'), '--jwks', path('odd.json'));
    expect(status).toBe(1);
    expect(output.startsWith(`${path('odd.json')}: ${expected}`), output).toBe(true);
  });

  test('reads the keys from --jwks', () => {
    writeFileSync(path('other.json'), JSON.stringify({ keys: [sampleKey().publicJwk] }));
    const { status, output } = verifyCommand(path('v1.json'), '--jwks', path('other.json'));
    expect(status).toBe(1);
    expect(output).toContain(`integrity.key_id: ${key.keyId} is not in the key set`);
  });
});
