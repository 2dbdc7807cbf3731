import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { en } from '../../src/messages/report/en.js';
import { scriptText } from '../../src/messages/report/script-keys.js';
import type { ReportAnswer } from '../../src/modules/report/report-answer.js';
import { verifyFiles, verifyReport } from '../../src/pages/client/report/verify.js';
import {
  sampleAnswer,
  sampleItem,
  sampleJob,
  sampleKey,
  sampleModel,
} from '../report/support/sample.js';

const text = scriptText(en);

const key = sampleKey();
const keys = { keys: [key.publicJwk] as { kty: string; crv: string; x: string }[] };
let first: ReportAnswer;
let second: ReportAnswer;

beforeAll(async () => {
  const evidence = [sampleItem(1), sampleItem(2)];
  const model = await sampleModel(sampleJob({ evidence }), { key });
  first = sampleAnswer(model, null);
  const next = await sampleModel(sampleJob({ evidence: [...evidence, sampleItem(3)] }), {
    key,
    previous: { content: model.content, withdrawn: false },
    previousSha256: model.integrity.content_sha256,
  });
  const answer = sampleAnswer(next, null);
  const own = answer.versions.find((one) => one.version_number === answer.version_number);
  const before = { ...own!, version_number: 1, content_sha256: model.integrity.content_sha256 };
  second = { ...answer, versions: [before, own!] };
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** Returns a copy with one member changed. */
function changed(answer: ReportAnswer, change: (copy: ReportAnswer) => void): ReportAnswer {
  const copy = structuredClone(answer);
  change(copy);
  return copy;
}

describe.each(['with WebCrypto', 'without WebCrypto, as on plain http'])('%s', (how) => {
  const prepare = () => {
    if (how !== 'with WebCrypto') vi.stubGlobal('crypto', {});
  };

  test('a report is unchanged as it was signed', async () => {
    prepare();
    expect(await verifyReport(first, keys, text)).toEqual([]);
    expect(await verifyReport(second, keys, text)).toEqual([]);
  });

  test.each<[string, (copy: ReportAnswer) => void, RegExp]>([
    [
      'a word of the summary',
      (copy) => {
        copy.summary += '.';
      },
      /has the fingerprint/,
    ],
    [
      'a position',
      (copy) => {
        copy.evidence_items[0]!.latitude += 1e-7;
      },
      /has the fingerprint/,
    ],
    [
      'the fingerprint',
      (copy) => {
        copy.integrity.content_sha256 = '0'.repeat(64);
      },
      /has the fingerprint/,
    ],
    [
      'the time of signing',
      (copy) => {
        copy.integrity.signed_at = '2020-01-01T00:00:00.000Z';
      },
      /^signed at: the report differs from the signed value/,
    ],
    [
      'the signature',
      (copy) => {
        const [head, body, signature = ''] = copy.integrity.signature.split('.');
        const other = signature.startsWith('A') ? 'B' : 'A';
        copy.integrity.signature = `${head}.${body}.${other}${signature.slice(1)}`;
      },
      /not made by the key/,
    ],
    [
      'the key',
      (copy) => {
        copy.integrity.key_id = 'x';
      },
      /not one of this service/,
    ],
    [
      'the version before',
      (copy) => {
        copy.versions[0]!.content_sha256 = '0'.repeat(64);
      },
      /does not follow/,
    ],
  ])('detects that %s was changed', async (_, change, expectedText) => {
    prepare();
    const differences = await verifyReport(changed(second, change), keys, text);
    expect(differences.join('\n')).toMatch(expectedText);
  });

  test('detects a forged report with its own key, whatever id the key claims', async () => {
    const forger = sampleKey();
    const model = await sampleModel(sampleJob(), { key: { ...forger, keyId: key.keyId } });
    const claimed = {
      keys: [{ ...forger.publicJwk, kid: key.keyId } as (typeof keys.keys)[number]],
    };
    prepare();
    const [difference] = await verifyReport(sampleAnswer(model, null), claimed, text);
    expect(difference).toMatch(/not one of this service/);
  });

  test('detects a changed byte of a photo, and a missing photo', async () => {
    prepare();
    const bytes = new Uint8Array([1, 2, 3]);
    const hash = '039058c6f2c0cb492c533b0a4d14ef77cc0f78abccced5287d84a1a2011cfb81';
    const answer = changed(second, (copy) => {
      for (const item of copy.evidence_items) item.media_sha256 = hash;
    });
    const read = async () => bytes.slice();
    expect(await verifyFiles(answer, read, text)).toEqual({ changed: [], unread: [] });
    let file = 0;
    const broken = async () => {
      file += 1;
      if (file === 3) return null;
      return file === 2 ? new Uint8Array([1, 2, 4]) : bytes.slice();
    };
    expect(await verifyFiles(answer, broken, text)).toEqual({
      changed: ['E2: the file is not the one that was signed.'],
      unread: ['E3: the file cannot be read.'],
    });
  });
});
