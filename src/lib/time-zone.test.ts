import { describe, expect, it } from 'vitest';
import { placeTimeText, timeZoneOf } from './time-zone.js';

const time = new Date('2026-09-21T21:52:00Z');

describe('placeTimeText', () => {
  it.each([
    ['Berlin, in summer', 52.52, 13.41, '21 Sep 2026, 23:52 local time (21:52 UTC)'],
    [
      'Tokyo, on the next day',
      35.68,
      139.69,
      '22 Sep 2026, 06:52 local time (21 Sep 2026, 21:52 UTC)',
    ],
    ['Kathmandu', 27.7, 85.32, '22 Sep 2026, 03:37 local time (21 Sep 2026, 21:52 UTC)'],
    ['Reykjavik, which has UTC', 64.15, -21.94, '21 Sep 2026, 21:52 UTC'],
    ['an impossible position', 91, 0, '21 Sep 2026, 21:52 UTC'],
  ])('shows the time in %s', (_place, latitude, longitude, text) => {
    expect(placeTimeText(time, { latitude, longitude })).toBe(text);
  });
});

/** Places with their zones, of which many are at a border. */
const places: [string, number, number, string][] = [
  ['Ushuaia, near Chile', -54.8019, -68.303, 'America/Argentina/Ushuaia'],
  ['Puerto Williams, near Argentina', -54.9333, -67.6167, 'America/Punta_Arenas'],
  ['Río Gallegos', -51.6226, -69.2181, 'America/Argentina/Rio_Gallegos'],
  ['Buenos Aires', -34.6131, -58.3772, 'America/Argentina/Buenos_Aires'],
  ['Montevideo', -34.9033, -56.1882, 'America/Montevideo'],
  ['Colón in Táchira, near Colombia', 8.0313, -72.2605, 'America/Caracas'],
  ['Cúcuta, near Venezuela', 7.8939, -72.5078, 'America/Bogota'],
  ['Puerto Maldonado, near Bolivia', -12.5933, -69.1891, 'America/Lima'],
  ['Foz do Iguaçu, near Paraguay', -25.5478, -54.5882, 'America/Sao_Paulo'],
  ['Ciudad del Este, near Brazil', -25.5097, -54.6111, 'America/Asuncion'],
  ['Manaus', -3.1019, -60.025, 'America/Manaus'],
  ['Port-au-Prince', 18.5392, -72.335, 'America/Port-au-Prince'],
  ['Thomazeau, near the Dominican Republic', 18.653, -72.0939, 'America/Port-au-Prince'],
  ['San Juan, Puerto Rico', 18.4663, -66.1057, 'America/Puerto_Rico'],
  ['Cancún', 21.1743, -86.8466, 'America/Cancun'],
  ['Tijuana, near San Diego', 32.5149, -117.0382, 'America/Tijuana'],
  ['San Ysidro, near Tijuana', 32.552, -117.0431, 'America/Los_Angeles'],
  ['Ciudad Juárez, near El Paso', 31.72, -106.46, 'America/Ciudad_Juarez'],
  ['El Paso, near Ciudad Juárez', 31.7587, -106.4869, 'America/Denver'],
  ['Phoenix', 33.4484, -112.074, 'America/Phoenix'],
  ['Detroit, near Windsor', 42.3314, -83.0458, 'America/Detroit'],
  ['Windsor, near Detroit', 42.3001, -83.0165, 'America/Toronto'],
  ["St. John's", 47.5649, -52.7093, 'America/St_Johns'],
  ['Regina', 50.4501, -104.6178, 'America/Regina'],
  ['Honolulu', 21.3069, -157.8583, 'Pacific/Honolulu'],
  ['Reykjavík', 64.1355, -21.8954, 'Atlantic/Reykjavik'],
  ['Lisbon', 38.7167, -9.1333, 'Europe/Lisbon'],
  ['Badajoz, near Portugal', 38.8779, -6.9706, 'Europe/Madrid'],
  ['Elvas, near Spain', 38.8815, -7.1628, 'Europe/Lisbon'],
  ['Ceuta, near Morocco', 35.8894, -5.3198, 'Africa/Ceuta'],
  ['Gibraltar', 36.1447, -5.3526, 'Europe/Gibraltar'],
  ['Newry, near Ireland', 54.1784, -6.3374, 'Europe/London'],
  ['Dundalk, near Northern Ireland', 54.0007, -6.4058, 'Europe/Dublin'],
  ['Konstanz, near Switzerland', 47.6603, 9.1758, 'Europe/Berlin'],
  ['Frankfurt (Oder), near Poland', 52.3412, 14.5499, 'Europe/Berlin'],
  ['Słubice, near Germany', 52.3506, 14.5605, 'Europe/Warsaw'],
  ['Haparanda, near Finland', 65.8355, 24.1367, 'Europe/Stockholm'],
  ['Narva, near Russia', 59.3772, 28.1903, 'Europe/Tallinn'],
  ['Ivangorod, near Estonia', 59.3667, 28.2167, 'Europe/Moscow'],
  ['Kaliningrad', 54.7065, 20.511, 'Europe/Kaliningrad'],
  ['Ayvalık, near Greece', 39.3193, 26.6934, 'Europe/Istanbul'],
  ['Nicosia', 35.1667, 33.3667, 'Asia/Nicosia'],
  ['Geneina, near Chad', 13.4526, 22.4473, 'Africa/Khartoum'],
  ['Kara, near Benin', 9.5511, 1.1861, 'Africa/Lome'],
  ['Rundu, near Angola', -17.918, 19.7731, 'Africa/Windhoek'],
  ['Arua, near the Congo', 3.0201, 30.9111, 'Africa/Kampala'],
  ['Kinshasa, near Brazzaville', -4.3276, 15.3136, 'Africa/Kinshasa'],
  ['Chaman, near Afghanistan', 30.9177, 66.4526, 'Asia/Karachi'],
  ['Zaranj, near Iran', 30.9596, 61.8604, 'Asia/Kabul'],
  ['Nepalgunj, near India', 28.05, 81.6167, 'Asia/Kathmandu'],
  ['Jaigaon, near Bhutan', 26.8477, 89.3756, 'Asia/Kolkata'],
  ['Dandong, near Korea', 40.1292, 124.3947, 'Asia/Shanghai'],
  ['Hong Kong', 22.2783, 114.1747, 'Asia/Hong_Kong'],
  ['Shenzhen, near Hong Kong', 22.5455, 114.0683, 'Asia/Shanghai'],
  ['Johor Bahru, near Singapore', 1.4655, 103.7578, 'Asia/Kuala_Lumpur'],
  ['Pasir Mas, near Thailand', 6.0493, 102.1399, 'Asia/Kuala_Lumpur'],
  ['Dili', -8.5586, 125.5736, 'Asia/Dili'],
  ['Jayapura, near Papua New Guinea', -2.5337, 140.7181, 'Asia/Jayapura'],
  ['Broken Hill', -31.9653, 141.4512, 'Australia/Broken_Hill'],
  ['Tweed Heads, near Queensland', -28.1833, 153.55, 'Australia/Sydney'],
];

const canonical = (timeZone: string) =>
  new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;

describe('timeZoneOf', () => {
  it.each(places)('returns the zone of %s', (_place, latitude, longitude, zone) => {
    const found = timeZoneOf({ latitude, longitude });
    expect(canonical(found ?? '')).toBe(canonical(zone));
  });

  it('returns the IANA name of the zone, for the poles and the oceans too', () => {
    expect(timeZoneOf({ latitude: 52.52, longitude: 13.41 })).toBe('Europe/Berlin');
    for (const [latitude, longitude] of [
      [90, 0],
      [-90, 180],
      [0, -180],
      [0, -150],
    ] as const) {
      expect(timeZoneOf({ latitude, longitude })).toEqual(expect.any(String));
    }
  });
});
