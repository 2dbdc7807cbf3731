import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/lib/canonical-json.js';
import { withoutUnsigned } from '../../src/modules/report/unsigned-members.js';
import * as flow from '../site-check/support/flow.js';
import { restApi } from '../support/apis.js';
import { startTestApp, type TestApp } from '../support/app.js';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

let app: TestApp;
let reported: flow.Opened;
beforeAll(async () => {
  app = await startTestApp();
  const questions = [
    { question_key: 'seats', label: 'How many seats?', kind: 'text' },
    // The question of the catalogue, but without a photo.
    { question_key: 'open_now', label: 'Is the shop open to customers right now?', kind: 'yes_no' },
  ];
  reported = await flow.paid(app, { questions });
  const { jobId } = reported;
  // As an earlier catalogue had it.
  const renamed = { 'steps.1.label': 'Sign of the shop' };
  await app.jobs.updateOne({ _id: jobId }, { $set: renamed });
  const token = await flow.assign(app, jobId);
  const given = (question_key: string, value: unknown) => ({
    question_key,
    value,
    answered_at: app.now().toISOString(),
  });
  const { code } = await restApi.call(app, 'submitProviderAnswers', {
    headers: { authorization: `Bearer ${token}` },
    input: {
      answers: [
        given('open_now', 'no'),
        given('closed_signs', ['door_locked', 'lights_off']),
        given('seats', 'Door locked'),
      ],
    },
  });
  expect(code).toBeUndefined();
  await flow.capture(app, jobId, token);
});
afterAll(() => app.stop());

/** Returns the page of the report without isolates, and without the signed JSON in it. */
async function read(language: string): Promise<string> {
  const answer = await app.fetch(`/reports/${reported.id}`, {
    method: 'POST',
    headers: {
      accept: 'text/html',
      'accept-language': language,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: `access_token=${encodeURIComponent(reported.token)}`,
  });
  expect(answer.status).toBe(200);
  return (await answer.text())
    .replace(/<script.*?<\/script>/gs, '')
    .replace(/[\u2066-\u2069]/g, '');
}

describe('the page of a report', () => {
  it('names steps, instructions, questions and options in its language', async () => {
    const html = await read('de');
    for (const text of [
      'Straßenansicht bei der Ankunft',
      'Fotografieren Sie den Eingang aus etwa zwei Metern.',
      'Was deutet darauf hin, dass geschlossen ist?',
      'Tür abgeschlossen und Licht aus',
      'E1 Straßenansicht bei der Ankunft',
    ]) {
      expect(html).toContain(text);
    }
    for (const text of ['Street view on arrival', 'What suggests that', 'Lights off']) {
      expect(html).not.toContain(text);
    }
  });

  it('marks a label of an earlier catalogue as English, and leaves what a person wrote unmarked', async () => {
    const html = await read('de');
    expect(html).toContain('<bdi lang="en">Sign of the shop</bdi>');
    expect(html).toContain('<bdi>How many seats?</bdi>');
    expect(html.match(/<bdi lang="en">[^<]*/g)).not.toContain('<bdi lang="en">Entrance');
  });

  it('is in English with the signed labels', async () => {
    const html = await read('en');
    expect(html).toContain('<bdi>Street view on arrival</bdi>');
    expect(html).toContain('Door locked and Lights off');
    expect(html).not.toContain('<bdi lang="en">');
  });
});

describe('the JSON of a report', () => {
  it('is the same for every reader', async () => {
    const read = async (language: string) => {
      const { body, headers } = await app.rest(
        'GET',
        `/v1/public/site-checks/${reported.id}/report?access_token=${reported.token}`,
        { key: null, headers: { 'accept-language': language } },
      );
      expect(headers.get('content-language')).toBeNull();
      const signed = canonicalJson(withoutUnsigned(body));
      expect(body.integrity.content_sha256).toBe(sha256(signed));
      return { steps: body.steps, signed };
    };
    const english = await read('en');
    expect(english.steps[0]).toMatchObject({ label: 'Street view on arrival' });
    for (const language of ['de', 'ja', 'ar']) expect(await read(language)).toEqual(english);
  });
});
