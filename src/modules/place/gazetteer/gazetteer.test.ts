import { describe, expect, it } from 'vitest';
import type { Position } from '../../../lib/geo.js';
import { fold } from './fold.js';
import type { GazetteerPlace } from './gazetteer.js';
import { openGazetteer } from './open-gazetteer.js';

const gazetteer = await openGazetteer();

/** The text as typed, the start of the name, the country, and the region of a name that several places have. */
type Typed = readonly [typed: string, name: string, country: string, region?: string];
type Near = readonly [
  typed: string,
  name: string,
  country: string,
  region: string,
  latitude: number,
  longitude: number,
];

const withoutAccents: Typed[] = [
  ['sao paulo', 'São Paulo', 'BR'],
  ['zurich', 'Zürich', 'CH'],
  ['malmo', 'Malmö', 'SE'],
  ['lodz', 'Łódź', 'PL'],
  ['krakow', 'Kraków', 'PL'],
  ['gdansk', 'Gdańsk', 'PL'],
  ['dusseldorf', 'Düsseldorf', 'DE'],
  ['nurnberg', 'Nürnberg', 'DE'],
  ['koln', 'Köln', 'DE'],
  ['tubingen', 'Tübingen', 'DE'],
  ['wurzburg', 'Würzburg', 'DE'],
  ['osnabruck', 'Osnabrück', 'DE'],
  ['besancon', 'Besançon', 'FR'],
  ['nimes', 'Nîmes', 'FR'],
  ['saint-etienne', 'Saint-Étienne', 'FR'],
  ['orleans', 'Orléans', 'FR'],
  ['a coruna', 'A Coruña', 'ES'],
  ['malaga', 'Málaga', 'ES'],
  ['cadiz', 'Cádiz', 'ES'],
  ['bogota', 'Bogotá', 'CO'],
  ['medellin', 'Medellín', 'CO'],
  ['asuncion', 'Asunción', 'PY'],
  ['cordoba', 'Córdoba', 'AR'],
  ['brasilia', 'Brasília', 'BR'],
  ['sao luis', 'São Luís', 'BR'],
  ['goiania', 'Goiânia', 'BR'],
  ['izmir', 'İzmir', 'TR'],
  ['diyarbakir', 'Diyarbakır', 'TR'],
  ['eskisehir', 'Eskişehir', 'TR'],
  ['timisoara', 'Timişoara', 'RO'],
  ['brasov', 'Braşov', 'RO'],
  ['gyor', 'Győr', 'HU'],
  ['pecs', 'Pécs', 'HU'],
  ['kosice', 'Košice', 'SK'],
  ['plzen', 'Pilsen', 'CZ'],
  ['reykjavik', 'Reykjavík', 'IS'],
  ['tromso', 'Tromsø', 'NO'],
  ['odense', 'Odense', 'DK'],
  ['jyvaskyla', 'Jyväskylä', 'FI'],
  ['montreal', 'Montréal', 'CA'],
];

const withTypo: Typed[] = [
  ['brelin', 'Berlin', 'DE'],
  ['hamborg', 'Hamburg', 'DE'],
  ['franfurt', 'Frankfurt', 'DE'],
  ['stutgart', 'Stuttgart', 'DE'],
  ['leipzg', 'Leipzig', 'DE'],
  ['amsterdm', 'Amsterdam', 'NL'],
  ['roterdam', 'Rotterdam', 'NL'],
  ['eindhovn', 'Eindhoven', 'NL'],
  ['brusels', 'Brussels', 'BE'],
  ['antwerpp', 'Antwerpen', 'BE'],
  ['barcelnoa', 'Barcelona', 'ES'],
  ['valencai', 'Valencia', 'ES'],
  ['marsielle', 'Marseille', 'FR'],
  ['toulose', 'Toulouse', 'FR'],
  ['bordeuax', 'Bordeaux', 'FR'],
  ['lisbonn', 'Lisbon', 'PT'],
  ['florrence', 'Florence', 'IT'],
  ['venlce', 'Venice', 'IT'],
  ['napels', 'Naples', 'IT'],
  ['vienma', 'Vienna', 'AT'],
  ['salzbourg', 'Salzburg', 'AT'],
  ['budapset', 'Budapest', 'HU'],
  ['bucarest', 'Bucharest', 'RO'],
  ['warsw', 'Warsaw', 'PL'],
  ['copenhagn', 'Copenhagen', 'DK'],
  ['stokholm', 'Stockholm', 'SE'],
  ['helsnki', 'Helsinki', 'FI'],
  ['edinburg', 'Edinburgh', 'GB'],
  ['manchster', 'Manchester', 'GB'],
  ['liverpol', 'Liverpool', 'GB'],
  ['birmingam', 'Birmingham', 'GB'],
  ['philadelpia', 'Philadelphia', 'US'],
  ['pittsburg', 'Pittsburgh', 'US'],
  ['chicgo', 'Chicago', 'US'],
  ['huoston', 'Houston', 'US'],
  ['vancuver', 'Vancouver', 'CA'],
  ['melborne', 'Melbourne', 'AU'],
  ['brisbain', 'Brisbane', 'AU'],
  ['johanesburg', 'Johannesburg', 'ZA'],
  ['singapor', 'Singapore', 'SG'],
];

const withCountry: Typed[] = [
  ['Paris, France', 'Paris', 'FR'],
  ['Paris, Texas', 'Paris', 'US', 'Texas'],
  ['paris texas', 'Paris', 'US', 'Texas'],
  ['London, Canada', 'London', 'CA'],
  ['London, Ontario', 'London', 'CA'],
  ['london, uk', 'London', 'GB'],
  ['Cambridge, UK', 'Cambridge', 'GB'],
  ['Cambridge, USA', 'Cambridge', 'US', 'Massachusetts'],
  ['cambridge ma', 'Cambridge', 'US', 'Massachusetts'],
  ['Birmingham, Alabama', 'Birmingham', 'US', 'Alabama'],
  ['Birmingham, England', 'Birmingham', 'GB'],
  ['Portland, Oregon', 'Portland', 'US', 'Oregon'],
  ['Portland, Maine', 'Portland', 'US', 'Maine'],
  ['Springfield, IL', 'Springfield', 'US', 'Illinois'],
  ['springfield missouri', 'Springfield', 'US', 'Missouri'],
  ['Valencia, Spain', 'Valencia', 'ES'],
  ['Valencia, Venezuela', 'Valencia', 'VE'],
  ['valencia, españa', 'Valencia', 'ES'],
  ['Santiago, Chile', 'Santiago', 'CL'],
  ['Santiago de Compostela, Spain', 'Santiago de Compostela', 'ES'],
  ['San José, Costa Rica', 'San José', 'CR'],
  ['san jose california', 'San Jose', 'US'],
  ['Córdoba, España', 'Córdoba', 'ES'],
  ['Cordoba, Argentina', 'Córdoba', 'AR'],
  ['Victoria, Canada', 'Victoria', 'CA'],
  ['Hyderabad, Pakistan', 'Hyderabad', 'PK'],
  ['Hyderabad, India', 'Hyderabad', 'IN'],
  ['Tripoli, Libya', 'Tripoli', 'LY'],
  ['Tripoli, Lebanon', 'Tripoli', 'LB'],
  ['Alexandria, Egypt', 'Alexandria', 'EG'],
  ['Alexandria, Virginia', 'Alexandria', 'US', 'Virginia'],
  ['Köln, Deutschland', 'Köln', 'DE'],
  ['cologne, allemagne', 'Köln', 'DE'],
  ['Wien, Österreich', 'Vienna', 'AT'],
  ['Freiburg, Germany', 'Freiburg', 'DE'],
  ['Fribourg, Switzerland', 'Fribourg', 'CH'],
  ['Halle, Belgium', 'Halle', 'BE'],
  ['Halle, Germany', 'Halle', 'DE'],
  ['Kreuzberg, Berlin', 'Kreuzberg', 'DE'],
  ['Shibuya, Tokyo', 'Shibuya', 'JP'],
];

/** The position from which the name is searched, in the last two columns. */
const sameName: Near[] = [
  ['springfield', 'Springfield', 'US', 'Massachusetts', 42.36, -71.06],
  ['springfield', 'Springfield', 'US', 'Missouri', 37.7, -92.66],
  ['springfield', 'Springfield', 'US', 'Illinois', 41.88, -87.63],
  ['springfield', 'Springfield', 'US', 'Oregon', 44.05, -123.09],
  ['portland', 'Portland', 'US', 'Maine', 42.36, -71.06],
  ['portland', 'Portland', 'US', 'Oregon', 47.61, -122.33],
  ['columbus', 'Columbus', 'US', 'Georgia', 33.75, -84.39],
  ['columbus', 'Columbus', 'US', 'Ohio', 41.5, -81.69],
  ['richmond', 'Richmond', 'US', 'Virginia', 38.9, -77.04],
  ['richmond', 'Richmond', 'CA', 'British Columbia', 49.28, -123.12],
  ['vancouver', 'Vancouver', 'US', 'Washington', 45.52, -122.68],
  ['vancouver', 'Vancouver', 'CA', 'British Columbia', 48.43, -123.37],
  ['birmingham', 'Birmingham', 'US', 'Alabama', 33.75, -84.39],
  ['birmingham', 'Birmingham', 'GB', 'England', 51.51, -0.13],
  ['cambridge', 'Cambridge', 'US', 'Massachusetts', 42.36, -71.06],
  ['cambridge', 'Cambridge', 'GB', 'England', 51.51, -0.13],
  ['cambridge', 'Cambridge', 'CA', 'Ontario', 43.7, -79.42],
  ['london', 'London', 'CA', 'Ontario', 42.31, -83.04],
  ['london', 'London', 'GB', 'England', 48.85, 2.35],
  ['newcastle', 'Newcastle', 'AU', 'New South Wales', -33.87, 151.21],
  ['newcastle', 'Newcastle', 'GB', 'England', 55.95, -3.19],
  ['newcastle', 'Newcastle', 'ZA', 'KwaZulu-Natal', -29.86, 31.03],
  ['perth', 'Perth', 'GB', 'Scotland', 55.95, -3.19],
  ['perth', 'Perth', 'AU', 'Western Australia', -33.87, 151.21],
  ['frankfurt', 'Frankfurt (Oder)', 'DE', 'Brandenburg', 52.35, 14.56],
  ['frankfurt', 'Frankfurt am Main', 'DE', 'Hesse', 50.0, 8.27],
  ['halle', 'Halle', 'DE', 'Saxony-Anhalt', 51.34, 12.37],
  ['halle', 'Halle', 'BE', 'Flanders', 50.85, 4.35],
  ['freiburg', 'Freiburg', 'DE', 'Baden-Wurttemberg', 48.58, 7.75],
  ['neustadt', 'Neustadt an der Weinstraße', 'DE', 'Rheinland-Pfalz', 49.48, 8.44],
  ['neustadt', 'Neustadt in Holstein', 'DE', 'Schleswig-Holstein', 53.87, 10.69],
  ['valencia', 'Valencia', 'VE', 'Carabobo', 10.49, -66.88],
  ['valencia', 'Valencia', 'ES', 'Valencia', 39.47, -0.38],
  ['merida', 'Mérida', 'MX', 'Yucatán', 21.16, -86.85],
  ['merida', 'Mérida', 'ES', 'Extremadura', 38.88, -6.97],
  ['merida', 'Mérida', 'VE', 'Mérida', 8.62, -70.24],
  ['san fernando', 'San Fernando', 'ES', 'Andalusia', 36.53, -6.29],
  ['san fernando', 'San Fernando', 'PH', 'Central Luzon', 14.6, 120.98],
  ['la paz', 'La Paz', 'MX', 'Baja California Sur', 23.0, -109.7],
  ['la paz', 'La Paz', 'BO', 'La Paz Department', -17.39, -66.16],
];

const localNames: Typed[] = [
  ['München', 'Munich', 'DE'],
  ['Muenchen', 'Munich', 'DE'],
  ['Wien', 'Vienna', 'AT'],
  ['Gent', 'Gent', 'BE'],
  ['Ghent', 'Gent', 'BE'],
  ['Aarhus', 'Århus', 'DK'],
  ['東京', 'Tokyo', 'JP'],
  ['大阪', 'Osaka', 'JP'],
  ['横浜', 'Yokohama', 'JP'],
  ['北京', 'Beijing', 'CN'],
  ['上海', 'Shanghai', 'CN'],
  ['서울', 'Seoul', 'KR'],
  ['부산', 'Busan', 'KR'],
  ['Москва', 'Moscow', 'RU'],
  ['санкт-петербург', 'Saint Petersburg', 'RU'],
  ['Київ', 'Kyiv', 'UA'],
  ['Αθήνα', 'Athens', 'GR'],
  ['القاهرة', 'Cairo', 'EG'],
  ['דובאי', 'Dubai', 'AE'],
  ['दिल्ली', 'Delhi', 'IN'],
  ['กรุงเทพมหานคร', 'Bangkok', 'TH'],
  ['Praha', 'Prague', 'CZ'],
  ['Warszawa', 'Warsaw', 'PL'],
  ['Lisboa', 'Lisbon', 'PT'],
  ['Roma', 'Rome', 'IT'],
  ['Milano', 'Milan', 'IT'],
  ['Torino', 'Turin', 'IT'],
  ['Napoli', 'Naples', 'IT'],
  ['Firenze', 'Florence', 'IT'],
  ['Venezia', 'Venice', 'IT'],
  ['Genève', 'Genève', 'CH'],
  ['Genf', 'Genève', 'CH'],
  ['Bruxelles', 'Brussels', 'BE'],
  ['Den Haag', 'The Hague', 'NL'],
  ['København', 'Copenhagen', 'DK'],
  ['Göteborg', 'Göteborg', 'SE'],
  ['Gothenburg', 'Göteborg', 'SE'],
  ['Sevilla', 'Sevilla', 'ES'],
  ['București', 'Bucharest', 'RO'],
  ['Ciudad de México', 'Mexico City', 'MX'],
];

/** Returns whether the expected place is among the first three. */
function isFound([typed, name, country, region]: Typed, near: [number, number] | null): boolean {
  const found = gazetteer.search(typed, {
    limit: 3,
    near: near && { latitude: near[0], longitude: near[1] },
  });
  const isExpected = (place: GazetteerPlace) =>
    place.country === country &&
    fold(place.name).startsWith(fold(name)) &&
    (region === undefined || place.region === region);
  return found.some(isExpected);
}

const cases = [
  ...[withoutAccents, withTypo, withCountry, localNames].flat().map((typed) => ({
    typed,
    near: null,
  })),
  ...sameName.map(([text, name, country, region, latitude, longitude]) => ({
    typed: [text, name, country, region] as Typed,
    near: [latitude, longitude] as [number, number],
  })),
];

describe('the search of the gazetteer', () => {
  it('finds 95 % of 200 names as people type them among the first three', () => {
    const missing = cases.filter(({ typed, near }) => !isFound(typed, near));
    expect(cases).toHaveLength(200);
    // Shows which ones are missing if they are more than 10.
    expect(missing.map(({ typed }) => typed.join(' / ')).slice(10)).toEqual([]);
  });

  const labels = (text: string, options: { near?: Position; limit?: number } = {}) =>
    gazetteer
      .search(text, { limit: 3, ...options })
      .map(({ name, region, country }) => [name, region, country].join(', '));

  it.each([
    // The start of a name: larger places first.
    ['be', 'Beijing, Beijing, CN'],
    ['alexand', 'Alexandria, Alexandria, EG'],
    // A whole name before a longer one of a larger place.
    ['york', 'York, England, GB'],
    ['newyork', 'New York City, New York, US'],
    ['washington', 'Washington, D.C., District of Columbia, US'],
    ['st gallen', 'Sankt Gallen, Saint Gallen, CH'],
    // An address, of which the town is known.
    ['Alexanderplatz 1, 10178 Berlin', 'Berlin, State of Berlin, DE'],
    ['Alexanderplatz 1 10178 Berlin', 'Berlin, State of Berlin, DE'],
    ['12 Main Street, Springfield, IL 62701', 'Springfield, Illinois, US'],
    ['soho, london', 'London, England, GB'],
  ])('finds the best place for %s', (text, label) => expect(labels(text)[0]).toBe(label));

  it('prefers near places, also to larger ones', () => {
    const near = { latitude: 30.2672, longitude: -97.7431 };
    expect(labels('paris')[0]).toBe('Paris, Île-de-France, FR');
    expect(labels('georgetown', { near })[0]).toBe('Georgetown, Texas, US');
  });

  it('returns as many places as requested, each once', () => {
    const found = labels('san', { limit: 10 });
    expect(found).toHaveLength(10);
    expect(new Set(found).size).toBe(10);
  });

  it.each(['', ' ,;', '?', 'xyzzyq', '0'])('finds nothing for "%s"', (text) =>
    expect(labels(text)).toEqual([]),
  );

  it('finds nothing for long texts', () => {
    expect(labels('a'.repeat(5_000))).toEqual([]);
    expect(labels(','.repeat(5_000))).toEqual([]);
  });

  it('reads 500 different texts in time', () => {
    const start = performance.now();
    for (let index = 0; index < 500; index++) {
      labels(String.fromCharCode(97 + (index % 26), 97 + (index % 23), 97 + (index % 19)));
    }
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});

describe('the nearest places of the gazetteer', () => {
  const near = (latitude: number, longitude: number) =>
    gazetteer
      .nearest({ latitude, longitude }, { limit: 2, metres: 100_000 })
      .map(({ place }) => place.name);

  it('are sorted by distance', () => {
    expect(near(52.5219, 13.4132)).toEqual(['Berlin', 'Mitte']);
    expect(near(52.5219, 13.36)).toEqual(['Tiergarten', 'Hansaviertel']);
  });

  it('are found across the antimeridian', () => {
    expect(near(-16.43, -179.99)).toContain('Labasa');
  });

  it('do not exist on the high seas', () => {
    expect(near(30, -150)).toEqual([]);
    expect(near(90, 0)).toEqual([]);
  });
});
