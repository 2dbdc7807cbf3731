import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { isCurrency } from '../../lib/money.js';
import { languages } from '../../messages/language.js';
import { CatalogueError, labelFor, loadCatalogue, parseCatalogue, stepsFor } from './catalogue.js';
import type { CatalogueFile } from './catalogue-schema.js';

const shipped = loadCatalogue(undefined);

describe('the shipped catalogue', () => {
  it('has the services that customers order', () => {
    expect(shipped.services.map((service) => service.label)).toEqual([
      'Storefront open',
      'Property exterior',
      'Construction progress',
      'Vehicle condition',
      'Event attendance',
      'Sign or advertisement in place',
      'Parcel or meter reading',
    ]);
  });

  it('has at least 60 cities on six continents', () => {
    expect(shipped.market_cities.length).toBeGreaterThanOrEqual(60);
    expect(shipped.market_cities.map((city) => city.name)).toEqual(
      expect.arrayContaining([
        'Berlin',
        'New York',
        'São Paulo',
        'Nairobi',
        'Mumbai',
        'Tokyo',
        'Sydney',
      ]),
    );
  });

  it('gives every step an actionable instruction of a length that fits on a phone', () => {
    for (const { steps } of [shipped.default, ...shipped.services]) {
      for (const step of steps) {
        expect(step.instructions).toMatch(/hotograph/);
        expect(step.instructions.length).toBeLessThan(250);
      }
    }
  });

  it('offers self_service free, standard_72h and express_24h', () => {
    expect(
      shipped.offers.map((offer) => [
        offer.offer_key,
        offer.execution_mode,
        offer.turnaround_hours,
        offer.price_percent === 0,
      ]),
    ).toEqual([
      ['self_service', 'self_service', 24, true],
      ['standard_72h', 'operator', 72, false],
      ['express_24h', 'operator', 24, false],
    ]);
  });

  it('has every text in every language', () => {
    const places = [shipped.default, ...shipped.services].flatMap((service) => [
      ...service.steps,
      ...service.questions.flatMap((one) => [one, ...(one.options ?? [])]),
    ]);
    const members = ['label', 'instructions', 'help', 'unit', 'description', 'includes'];
    for (const entry of [...shipped.offers, ...shipped.services, ...places]) {
      const texts = members.filter((member) =>
        new Map<string, unknown>(Object.entries(entry)).get(member),
      );
      for (const language of languages.filter((one) => one !== 'en')) {
        const translated = Object.keys(entry.translations?.[language] ?? {});
        expect(translated.sort(), `${entry.label} ${language}`).toEqual(texts.sort());
      }
    }
  });

  it('only has prices in known currencies', () => {
    for (const { code } of shipped.currencies) expect(isCurrency(code)).toBe(true);
  });
});

describe('stepsFor and labelFor', () => {
  it.each([
    ['null', null],
    ['undefined', undefined],
    ['unknown', 'moon_landing'],
    ['empty', ''],
    ['a name every object has', 'constructor'],
    ['the word default', 'default'],
  ])('return the default steps and no label if the key is %s', (_name, key) => {
    expect(stepsFor(shipped, key).map((step) => [step.stepName, step.required])).toEqual([
      ['arrival_overview', true],
      ['objective_closeup', true],
      ['context', true],
    ]);
    expect(labelFor(shipped, key)).toBeNull();
  });

  it('return those of a known service', () => {
    expect(labelFor(shipped, 'storefront_open')).toBe('Storefront open');
    expect(stepsFor(shipped, 'storefront_open')[1]).toEqual({
      stepName: 'storefront_sign',
      label: 'Name above the shop',
      required: true,
      instructions: expect.stringContaining('every letter can be read'),
    });
  });

  it('return copies, so that changing them does not change the catalogue', () => {
    const [first] = stepsFor(shipped, null);
    first!.label = 'changed';
    expect(stepsFor(shipped, null)[0]!.label).not.toBe('changed');
  });
});

/** Returns the shipped catalogue as text, modified by `change`. */
function changed(change: (file: CatalogueFile) => void): string {
  const file = structuredClone(shipped) as CatalogueFile;
  change(file);
  return JSON.stringify(file);
}

const changes: [problem: string, change: (file: CatalogueFile) => void, line: string][] = [
  [
    'a repeated service',
    (file) => file.services.push(file.services[0]!),
    'services[7] repeats storefront_open',
  ],
  [
    'a repeated city',
    (file) => (file.market_cities[1]!.key = 'berlin'),
    'market_cities[1] repeats berlin',
  ],
  [
    'a repeated step',
    (file) => (file.default.steps[2]!.step_name = 'arrival_overview'),
    'default.steps[2] repeats arrival_overview',
  ],
  [
    'a repeated offer',
    (file) => (file.offers[2]!.offer_key = 'standard_72h'),
    'offers[2] repeats standard_72h (and 1 more)',
  ],
  [
    'bands out of order',
    (file) => (file.distance_bands[1]!.up_to_km = 60),
    'distance_bands[1].up_to_km must be greater than in the band before',
  ],
  [
    'levels out of order',
    (file) => {
      file.distance_bands[0]!.level = 'limited';
      file.distance_bands[1]!.level = 'covered';
    },
    'distance_bands[1].level must be below that of the band before',
  ],
  [
    'hours out of order',
    (file) => (file.distance_bands[0]!.estimated_hours_min = 73),
    'distance_bands[0].estimated_hours_max must not be less than estimated_hours_min',
  ],
  [
    'an unknown offer in a band',
    (file) => file.distance_bands[0]!.available_offers.push('teleport'),
    'distance_bands[0].available_offers names the unknown offer teleport',
  ],
  [
    'a visit where nobody can be sent',
    (file) => file.distance_bands[2]!.available_offers.push('standard_72h'),
    'distance_bands[2].available_offers names standard_72h, for which somebody must be sent',
  ],
  [
    'a recommendation that cannot be had',
    (file) => (file.distance_bands[1]!.recommended_offer = 'express_24h'),
    'distance_bands[1].recommended_offer must be one of available_offers',
  ],
  [
    'an invented currency',
    (file) => (file.currencies[0]!.code = 'XYZ'),
    'currencies[0].code: must be an ISO 4217 currency code',
  ],
  [
    'a city whose currency has no prices',
    (file) => (file.market_cities[0]!.currency = 'DKK'),
    'market_cities[0].currency DKK is missing in currencies',
  ],
  [
    'a price that is missing',
    (file) => delete file.services[0]!.base_prices.JPY,
    'services[0].base_prices lacks JPY',
  ],
  [
    'a price in a currency that is missing',
    (file) => (file.default.base_prices.DKK = 100),
    'default.base_prices.DKK is missing in currencies',
  ],
  [
    'a price under an invented currency',
    (file) => (file.default.base_prices.XYZ = 100),
    'default.base_prices.XYZ: must be an ISO 4217 currency code',
  ],
  [
    'a fractional price',
    (file) => (file.default.base_prices.EUR = 39.5),
    'default.base_prices.EUR: must be a whole number',
  ],
  [
    'a price of nothing',
    (file) => (file.default.base_prices.EUR = 0),
    'default.base_prices.EUR: must be greater than 0',
  ],
  [
    'a negative distance',
    (file) => (file.distance_bands[0]!.up_to_km = -60),
    'distance_bands[0].up_to_km: must be greater than 0',
  ],
  [
    'a service without a required step',
    (file) => {
      for (const step of file.services[6]!.steps) step.required = false;
    },
    'services[6].steps: must have a required step',
  ],
  [
    'a city outside the world',
    (file) => (file.market_cities[0]!.latitude = 90.1),
    'market_cities[0].latitude: must be within ±90',
  ],
  [
    'an empty label',
    (file) => (file.services[2]!.label = ' '),
    'services[2].label: must not be empty',
  ],
  [
    'a misspelt member',
    (file) => Object.assign(file.services[0]!, { lable: 'x' }),
    'services[0]: Unrecognized key: "lable"',
  ],
  [
    'an unknown language',
    (file) => Object.assign(file.services[0]!.translations!, { xx: { label: 'x' } }),
    'services[0].translations: unknown language xx; must be one of de, fr, es, pt-BR, ja, ar',
  ],
  [
    'English as a translation',
    (file) => Object.assign(file.offers[0]!.translations!, { en: { label: 'x' } }),
    'offers[0].translations: unknown language en; must be one of de, fr, es, pt-BR, ja, ar',
  ],
  [
    'an empty translation',
    (file) => (file.default.steps[0]!.translations!.ja!.instructions = ' '),
    'default.steps[0].translations.ja.instructions: must not be empty',
  ],
  [
    'an empty translation of a question',
    (file) => (file.services[0]!.questions[0]!.translations!.de!.help = ''),
    'services[0].questions[0].translations.de.help: must not be empty',
  ],
  [
    'a translation that is too long for an option',
    (file) =>
      (file.services[0]!.questions[3]!.options![1]!.translations!.ar!.label = 'x'.repeat(121)),
    'services[0].questions[3].options[1].translations.ar.label: must be at most 120 long',
  ],
  [
    'a translation of a member that is not a text',
    (file) => Object.assign(file.services[1]!.steps[2]!.translations!.fr!, { required: 'oui' }),
    'services[1].steps[2].translations.fr: Unrecognized key: "required"',
  ],
  [
    'a translation of a text that is missing',
    (file) => delete file.services[0]!.questions[0]!.help,
    'services[0].questions[0].translations.de.help translates a text that is missing (and 5 more)',
  ],
  [
    'a translated list of another length',
    (file) => file.offers[1]!.translations!.es!.includes!.pop(),
    'offers[1].translations.es.includes must have 4 texts, as in English',
  ],
  ['no cities', (file) => (file.market_cities = []), 'market_cities: must name a city'],
];

describe('parseCatalogue', () => {
  it('parses the catalogue, also with a byte order mark', () => {
    expect(parseCatalogue(JSON.stringify(shipped))).toEqual(shipped);
    expect(parseCatalogue(`\uFEFF${JSON.stringify(shipped)}`)).toEqual(shipped);
  });

  it.each(changes)('rejects %s in one line', (_problem, change, line) => {
    expect(() => parseCatalogue(changed(change))).toThrow(new CatalogueError(line));
  });

  it.each(['', '{', '{\n"a": nope\n}', 'null', '[]', '"x"', '{}'])(
    'rejects %j in one line',
    (text) => {
      expect(() => parseCatalogue(text)).toThrow(CatalogueError);
      expect(() => parseCatalogue(text)).toThrow(/^[^\n]+$/);
    },
  );
});

describe('loadCatalogue', () => {
  const dir = mkdtempSync(join(tmpdir(), 'catalogue-'));
  afterAll(() => rmSync(dir, { recursive: true }));

  it('reads the given file', () => {
    const path = join(dir, 'own.json');
    writeFileSync(
      path,
      changed((file) => (file.services[0]!.label = 'Ladengeschäft offen')),
    );
    expect(labelFor(loadCatalogue(path), 'storefront_open')).toBe('Ladengeschäft offen');
  });

  it('reports the variable, the file and the problem in one line', () => {
    const path = join(dir, 'broken.json');
    writeFileSync(path, '{"currencies": 3}');
    expect(() => loadCatalogue(path)).toThrow(CatalogueError);
    expect(() => loadCatalogue(path)).toThrow(/^CATALOGUE_FILE .*broken\.json: currencies: .+$/);
    expect(() => loadCatalogue(join(dir, 'none.json'))).toThrow(
      /^CATALOGUE_FILE .*none\.json: ENOENT.+$/,
    );
  });
});
