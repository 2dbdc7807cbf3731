import { describe, expect, it } from 'vitest';
import { loadCatalogue, parseCatalogue, questionsFor, stepsFor } from './catalogue.js';
import type { CatalogueFile } from './catalogue-schema.js';
import { quoteFor } from './quote.js';
import {
  hasTextsIn,
  labelsIn,
  offerIn,
  offerLabel,
  questionIn,
  stepIn,
  textsOf,
} from './service-texts.js';

const catalogue = loadCatalogue(undefined);
const german = labelsIn(textsOf(catalogue, 'storefront_open'), 'de');
const [, sign] = stepsFor(catalogue, 'storefront_open');
const question = (key: string) =>
  questionsFor(catalogue, 'storefront_open').find((one) => one.questionKey === key)!;
const [, standard] =
  quoteFor(catalogue, {
    serviceKey: null,
    serviceability: { serviceable: true, level: 'covered', marketCityKey: 'berlin' },
  })?.offers ?? [];

/** Returns the shipped catalogue after a change. */
function changed(change: (file: CatalogueFile) => void) {
  const file: CatalogueFile = structuredClone(catalogue);
  change(file);
  return parseCatalogue(JSON.stringify(file));
}

describe('a stored text of the catalogue', () => {
  it('is shown in the language of the reader', () => {
    expect(german.service('Storefront open')).toBe('Laden geöffnet');
    expect(stepIn(german, sign!)).toEqual({
      ...sign,
      label: 'Name über dem Laden',
      instructions: expect.stringContaining('jeder Buchstabe lesbar'),
    });
    expect(questionIn(german, question('customers_inside'))).toMatchObject({
      label: 'Wie viele Kunden sehen Sie?',
      unit: 'Personen',
      help: null,
    });
    expect(questionIn(german, question('closed_signs')).options[0]).toEqual({
      key: 'door_locked',
      label: 'Tür abgeschlossen',
    });
    expect(offerIn(catalogue, standard!, 'de')).toMatchObject({
      offerKey: 'standard_72h',
      label: 'Prüfperson innerhalb von 72 Stunden',
      description: expect.stringContaining('vor Ort'),
      includes: expect.arrayContaining(['Automatische Prüfung von Zeit, Ort und Datei']),
    });
  });

  it('is shown in English to readers of English', () => {
    const english = labelsIn(textsOf(catalogue, 'storefront_open'), 'en');
    expect(stepIn(english, sign!)).toEqual(sign);
    expect(questionIn(english, question('closed_signs'))).toEqual(question('closed_signs'));
    expect(offerIn(catalogue, standard!, 'en')).toEqual(standard);
  });

  it('stays as it is if the catalogue has another text under its key', () => {
    expect(stepIn(german, { ...sign!, label: 'Our sign' })).toMatchObject({
      label: 'Our sign',
      instructions: expect.stringContaining('jeder Buchstabe'),
    });
    const own = { ...question('open_now'), label: 'Is the café open?' };
    expect(questionIn(german, own)).toMatchObject({
      label: 'Is the café open?',
      help: expect.stringContaining('Gehen Sie nicht hinein'),
    });
    const changedOffer = { ...standard!, includes: ['A visit', ...standard!.includes.slice(1)] };
    expect(offerIn(catalogue, changedOffer, 'de').includes.slice(0, 2)).toEqual([
      'A visit',
      'Automatische Prüfung von Zeit, Ort und Datei',
    ]);
  });

  it('stays as it is if the catalogue does not have its key', () => {
    expect(german.step('gate', 'label', 'Entrance')).toBe('Entrance');
    expect(german.question('gate', 'label', 'Entrance')).toBe('Entrance');
    expect(german.option('open_now', 'maybe', 'Maybe')).toBe('Maybe');
    expect(offerLabel(catalogue, { offerKey: 'gone', label: 'Gone' }, 'de')).toBe('Gone');
  });

  it('has the texts of another service only under that service', () => {
    const vehicle = labelsIn(textsOf(catalogue, 'vehicle_condition'), 'de');
    expect(vehicle.step('storefront_sign', 'label', 'Name above the shop')).toBe(
      'Name above the shop',
    );
    expect(
      labelsIn(textsOf(catalogue, 'unknown'), 'de').step('context', 'label', 'Surroundings'),
    ).toBe('Umgebung');
  });

  it('exists in a language if only an option has it', () => {
    const without = (isKept: boolean) =>
      changed((file) => {
        const [service] = file.services;
        for (const entry of [...service!.steps, ...service!.questions]) delete entry.translations;
        if (isKept) return;
        for (const { options } of service!.questions) {
          for (const option of options ?? []) delete option.translations;
        }
      });
    expect(hasTextsIn(textsOf(without(true), 'storefront_open'), 'de')).toBe(true);
    expect(hasTextsIn(textsOf(without(false), 'storefront_open'), 'de')).toBe(false);
  });

  it('is shown in English where a language or one translation is missing', () => {
    const partly = changed((file) => {
      delete file.services[0]!.steps[1]!.translations!.de!.label;
      delete file.services[0]!.translations;
    });
    const labels = labelsIn(textsOf(partly, 'storefront_open'), 'de');
    expect(labels.service('Storefront open')).toBe('Storefront open');
    expect(stepIn(labels, sign!)).toMatchObject({
      label: 'Name above the shop',
      instructions: expect.stringContaining('jeder Buchstabe'),
    });
  });
});
