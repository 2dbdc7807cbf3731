import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import shipped from '../../src/modules/catalogue/catalogue.json' with { type: 'json' };
import { register } from '../customer/support/accounts.js';
import { customerBody } from '../customer-request/support/requests.js';
import { start, tokens } from '../dispatch/support/scene.js';
import { assignedJob, createJob } from '../evidence/support/scene.js';
import { type ApiCall, apis } from '../support/apis.js';
import { type Json, startTestApp, type TestApp } from '../support/app.js';
import * as flow from './support/flow.js';

const folder = mkdtempSync(join(tmpdir(), 'labels-'));
let app: TestApp;
let plain: TestApp;
beforeAll(async () => {
  const file = join(folder, 'plain.json');
  const untranslated = (name: string, member: unknown) =>
    name === 'translations' ? undefined : member;
  const untranslatedFile = JSON.parse(JSON.stringify(shipped, untranslated));
  for (const service of untranslatedFile.services) {
    service.translations = { 'pt-BR': { label: 'Serviço' } };
  }
  writeFileSync(file, JSON.stringify(untranslatedFile));
  [app, plain] = await Promise.all([startTestApp(), startTestApp({ CATALOGUE_FILE: file })]);
});
afterAll(async () => {
  await Promise.all([app.stop(), plain.stop()]);
  rmSync(folder, { recursive: true });
});

const named = (entries: Json[], member: string, key: string) =>
  entries.find((entry) => entry[member] === key);

describe.each(apis)('labels of the catalogue over $name', (api) => {
  const ask = async (operation: string, call: ApiCall, language?: string, of = app) => {
    const { code, body } = await api.call(of, operation, {
      ...call,
      headers: { ...call.headers, ...(language && { 'accept-language': language }) },
    });
    expect(code).toBeUndefined();
    return body;
  };
  const bearing = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

  it.each([
    ['de', 'Straßenansicht bei der Ankunft', 'Tür abgeschlossen', 'Personen'],
    ['pt-PT', 'Vista da rua na chegada', 'Porta trancada', 'pessoas'],
    ['ja', '到着時に通りから見た店舗', 'ドアに鍵がかかっている', '人'],
    ['tlh', 'Street view on arrival', 'Door locked', 'people'],
    [undefined, 'Street view on arrival', 'Door locked', 'people'],
  ])('are read on site in %s', async (language, label, option, unit) => {
    const { token } = await assignedJob(app, { service_key: 'storefront_open' });
    const task = await ask('captureTask', bearing(token), language);
    expect(task.steps[0]).toMatchObject({ step_name: 'arrival_overview', label });
    const { options } = named(task.questions, 'question_key', 'closed_signs');
    expect(options[0]).toEqual({ key: 'door_locked', label: option });
    expect(named(task.questions, 'question_key', 'customers_inside')).toMatchObject({ unit });
  });

  it('leave what an integrator wrote as it is', async () => {
    const own = { question_key: 'open_now', label: 'Is the café open?', kind: 'yes_no' };
    const other = { question_key: 'seats', label: 'Surroundings', kind: 'text' };
    const { token } = await assignedJob(app, {
      service_key: 'storefront_open',
      questions: [own, other],
    });
    const { questions } = await ask('captureTask', bearing(token), 'de');
    expect(named(questions, 'question_key', 'open_now')).toMatchObject({ label: own.label });
    expect(named(questions, 'question_key', 'seats')).toMatchObject({ label: other.label });
    expect(named(questions, 'question_key', 'shop_found')).toMatchObject({
      label: 'Befindet sich der Laden an dieser Adresse?',
    });
  });

  it('are in the offer to a verifier', async () => {
    const jobId = await createJob(app, { service_key: 'meter_or_parcel' });
    const { body: run } = await start(app, jobId, { candidates: [{ label: 'Ann' }] });
    const [token = ''] = await tokens(app, run.id);
    const offer = await ask('providerOffer', bearing(token), 'fr');
    expect(offer).toMatchObject({ service_label: 'Colis ou relevé de compteur' });
    expect(offer.questions[0]).toBe('Que faut-il vérifier ici\u00a0?');
  });

  it('are in the offer to a verifier if only the service has one', async () => {
    const jobId = await createJob(plain, { service_key: 'meter_or_parcel' });
    const { body: run } = await start(plain, jobId, { candidates: [{ label: 'Ann' }] });
    const [token = ''] = await tokens(plain, run.id);
    const offer = await ask('providerOffer', bearing(token), 'pt', plain);
    expect(offer).toMatchObject({ service_label: 'Serviço' });
  });

  it('are in quotes, selected offers and questions of a request, with the same keys', async () => {
    const opened = await flow.request(app);
    await flow.select(app, opened, 'self_service');
    const shown = await ask('siteCheck', opened, 'es');
    const english = await ask('siteCheck', opened);
    expect(shown.quote.offers.map((one: Json) => [one.offer_key, one.label])).toEqual([
      ['self_service', 'Usted toma las fotos'],
      ['standard_72h', 'Verificador en 72 horas'],
      ['express_24h', 'Verificador en 24 horas'],
    ]);
    expect(shown.quote.offers[0]).toMatchObject({
      description: expect.stringContaining('Enviamos un enlace'),
      includes: expect.arrayContaining(['Informe firmado en JSON y PDF']),
    });
    expect(shown.selected_offer).toEqual({
      ...english.selected_offer,
      label: 'Usted toma las fotos',
    });
    expect(named(shown.questions, 'question_key', 'open_now')).toMatchObject({
      label: '¿Está la tienda abierta al público ahora mismo?',
    });
    expect(english.quote.offers[0]).toMatchObject({ label: 'You take the photos' });
    expect((await flow.stored(app, opened.id)).selectedOffer).toMatchObject({
      label: 'You take the photos',
    });
  });

  it('are in the list of services with their steps and questions', async () => {
    const services = await ask('services', {}, 'ar');
    expect(services[0]).toMatchObject({
      service_key: 'storefront_open',
      label: 'المتجر مفتوح أم مغلق',
    });
    expect(services[0].steps[2]).toMatchObject({ step_name: 'entrance_open', label: 'المدخل' });
    expect(services[0].questions[2]).toMatchObject({
      question_key: 'open_now',
      label: 'هل المتجر مفتوح للزبائن الآن؟',
    });
  });

  it('are in English for an integrator', async () => {
    const jobId = await createJob(app, { service_key: 'storefront_open' });
    const job = await ask('job', { id: jobId }, 'de');
    expect(job.steps[0]).toMatchObject({ label: 'Street view on arrival' });
  });

  it('are in English if the catalogue has no translation', async () => {
    const { token } = await assignedJob(plain, { service_key: 'storefront_open' });
    const task = await ask('captureTask', bearing(token), 'ja', plain);
    expect(task.steps[0]).toMatchObject({ label: 'Street view on arrival' });
    const opened = await flow.request(plain);
    const { quote } = await ask('siteCheck', opened, 'ja', plain);
    expect(quote.offers[0]).toMatchObject({ label: 'You take the photos' });
  });
});

describe('a response with labels of the catalogue', () => {
  it('names their language, and what it depends on', async () => {
    const { token } = await assignedJob(app, { service_key: 'storefront_open' });
    const headers = { authorization: `Bearer ${token}`, 'accept-language': 'fr-CA, en' };
    const rest = await app.rest('GET', '/v1/capture/task', { key: null, headers });
    const graphql = await app.graphql('{ captureTask { steps { label } } }', {}, { headers });
    for (const answer of [rest, graphql]) {
      expect(answer.headers.get('content-language')).toBe('fr');
      expect(answer.headers.get('vary')).toContain('Accept-Language');
    }
  });

  it('names no language in which the catalogue has no text', async () => {
    const { token } = await assignedJob(plain, { service_key: 'storefront_open' });
    const headers = { authorization: `Bearer ${token}`, 'accept-language': 'ja' };
    const answer = await plain.rest('GET', '/v1/capture/task', { key: null, headers });
    expect([answer.status, answer.headers.get('content-language')]).toEqual([200, null]);
  });

  it('is repeated in its first language', async () => {
    const { session } = await register(app);
    const body = customerBody();
    const create = (language: string) =>
      app.rest('POST', '/v1/customer/requests', {
        key: null,
        body,
        headers: {
          cookie: `session=${session}`,
          'idempotency-key': 'labels-1',
          'accept-language': language,
        },
      });
    const [first, again] = [await create('de'), await create('ja')];
    expect(first.body.quote.offers[0]).toMatchObject({ label: 'Sie fotografieren selbst' });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.headers.get('content-language')).toBe('de');
    expect(again.body).toEqual(first.body);
  });
});
