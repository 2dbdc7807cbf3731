import { describe, expect, it } from 'vitest';
import { readPlaceInput } from './place-input.js';

const berlin = [52.5219, 13.4132];

/** Latitude, longitude, `middle` for the center of a map, and the name that a link states. */
type Found = readonly (number | string)[];

const foundIn = (text: string): Found => {
  const input = readPlaceInput(text);
  if (input.kind !== 'position') throw new Error(`${text}: ${JSON.stringify(input)}`);
  const { position, middle, name } = input;
  return [
    position.latitude,
    position.longitude,
    ...(middle ? ['middle'] : []),
    ...(name === null ? [] : [name]),
  ];
};

const coordinates: [string, Found][] = [
  ['52.5219, 13.4132', berlin],
  ['52.5219,13.4132', berlin],
  ['52.5219 13.4132', berlin],
  [' 52.5219\t13.4132\n', berlin],
  ['52.5219; 13.4132', berlin],
  ['(52.5219; 13.4132)', berlin],
  ['[52.5219, 13.4132]', berlin],
  ['52.5219, 13.4132,', berlin],
  ['+52.5219, +13.4132', berlin],
  ['52.5219°, 13.4132°', berlin],
  ['52.5219° 13.4132°', berlin],
  ['５２．５２１９，１３．４１３２', berlin],
  ['52, 13', [52, 13]],
  ['0, 0', [0, 0]],
  ['-0.0, 13.4', [0, 13.4]],
  ['-33.9249, −18.4241', [-33.9249, -18.4241]],
  ['-33.9249 -18.4241', [-33.9249, -18.4241]],
  // Decimal commas.
  ['52,5219; 13,4132', berlin],
  ['52,5219 13,4132', berlin],
  ['52,5219, 13,4132', berlin],
  ['52,5219,13,4132', berlin],
  ['-33,9249,-18,4241', [-33.9249, -18.4241]],
  ['52,5219° N, 13,4132° E', berlin],
  // Hemispheres and labels, which determine the order.
  ['52.5219N, 13.4132E', berlin],
  ['52.5219 N 13.4132 E', berlin],
  ['N 52.5219 E 13.4132', berlin],
  ['n52.5219,e13.4132', berlin],
  ['13.4132 E, 52.5219 N', berlin],
  ['E 13.4132 N 52.5219', berlin],
  ['33.9249° S, 18.4241° W', [-33.9249, -18.4241]],
  ['-33.9249° S, 18.4241° E', [-33.9249, 18.4241]],
  ['33.9249 south, 18.4241 east', [-33.9249, 18.4241]],
  ['Lat: 52.5219, Long: 13.4132', berlin],
  ['lon=13.4132 lat=52.5219', berlin],
  ['latitude 52.5219 longitude 13.4132', berlin],
  ['Lat: 33.9249 S, Lng: 18.4241 E', [-33.9249, 18.4241]],
  ['φ 52.5219, λ 13.4132', berlin],
  // Only the second number can be a latitude.
  ['139.6917, 35.6895', [35.6895, 139.6917]],
  ['-122.4194 37.7749', [37.7749, -122.4194]],
  // Degrees and minutes, with seconds or without.
  ['52°31\'18.8"N 13°24\'47.5"E', [52.521889, 13.413194]],
  ['52° 31′ 18,8″ N, 13° 24′ 47,5″ E', [52.521889, 13.413194]],
  ['33º51’35.9”S 151º12’40”E', [-33.859972, 151.211111]],
  ["52°31'18.8''N, 13°24'47.5''E", [52.521889, 13.413194]],
  ['52°31\'18.8", 13°24\'47.5"', [52.521889, 13.413194]],
  ['52 31 18.8 N 13 24 47.5 E', [52.521889, 13.413194]],
  ['52 31 18.8, 13 24 47.5', [52.521889, 13.413194]],
  ['52 31 18.8 13 24 47.5', [52.521889, 13.413194]],
  ['52:31:18.8N 13:24:47.5E', [52.521889, 13.413194]],
  ['52-31-18.8N 013-24-47.5E', [52.521889, 13.413194]],
  ['52d 31m 18.8s N, 13d 24m 47.5s E', [52.521889, 13.413194]],
  ["52°31.314'N 13°24.792'E", berlin],
  ['N 52° 31.314 E 013° 24.792', berlin],
  ['52 31.314, 13 24.792', berlin],
  ["-33°51.5', 151°12.6'", [-33.858333, 151.21]],
  ['13 deg 24.792 min E, 52 deg 31.314 min N', berlin],
  // ISO 6709, as in the metadata of videos.
  ['+52.5219+013.4132/', berlin],
  ['-33.9249+018.4241+25.0/', [-33.9249, 18.4241]],
];

const codes: [string, Found][] = [
  ['9F4MGCC7+Q7', [52.5219375, 13.4131875]],
  ['9f4mgcc7+q7', [52.5219375, 13.4131875]],
  ['9F4MGCC7+Q7X', [52.5219875, 13.4132344]],
  ['9F4MGCC7+', [52.52125, 13.41375]],
  ['9F4M0000+', [52.5, 13.5]],
  ['9F4MGCC7+Q7 Berlin', [52.5219375, 13.4131875]],
  ['https://plus.codes/9F4MGCC7+Q7', [52.5219375, 13.4131875]],
  ['geo:52.5219,13.4132', berlin],
  ['geo:52.5219,13.4132,34', berlin],
  ['GEO:52.5219,13.4132;crs=wgs84;u=35', berlin],
  ['geo:-33.9249,18.4241?z=17', [-33.9249, 18.4241]],
  ['geo:0,0?q=52.5219,13.4132(Alexanderplatz)', [...berlin, 'Alexanderplatz']],
];

const google = 'https://www.google.com/maps';
const links: [string, Found][] = [
  [`${google}/@52.5219,13.4132,17z`, [...berlin, 'middle']],
  ['https://www.google.co.uk/maps/@52.5219,13.4132,500m/data=!3m1!1e3', [...berlin, 'middle']],
  [
    `${google}/place/Alexanderplatz/@52.5,13.4,17z/data=!4m6!3m5!1s0x47:0x3a!8m2!3d52.5219!4d13.4132!16s`,
    [...berlin, 'Alexanderplatz'],
  ],
  [
    `${google}/place/Caf%C3%A9+Einstein/@52.5219,13.4132,17z`,
    [...berlin, 'middle', 'Café Einstein'],
  ],
  [
    `${google}/place/52%C2%B031'18.8%22N+13%C2%B024'47.5%22E/@52.52,13.41,17z`,
    [52.521889, 13.413194],
  ],
  ['https://maps.google.com/?q=52.5219,13.4132', berlin],
  ['https://maps.google.de/maps?q=loc:52.5219,13.4132&z=17', berlin],
  [`${google}?q=52.5219%2C13.4132+(My+shop)`, berlin],
  ['https://maps.google.com/maps?ll=52.5219,13.4132&z=16', berlin],
  [`${google}/search/?api=1&query=52.5219%2C13.4132`, berlin],
  [`${google}/search/52.5219,+13.4132?entry=tts`, berlin],
  [`${google}/dir/?api=1&destination=52.5219,13.4132`, berlin],
  [`${google}/dir/Potsdam/52.5219,13.4132/@52.4,13.2,11z`, berlin],
  [
    `${google}/dir/Potsdam/Alex/@52.4,13.2,11z/data=!4m14!1m5!1m1!1s0x1!2m2!1d13.0645!2d52.3906!1m5!1m1!1s0x2!2m2!1d13.4132!2d52.5219!3e0`,
    [...berlin, 'Alex'],
  ],
  [`Look: ${google}?q=52.5219,13.4132 there`, berlin],
  ['maps.google.com/?q=52.5219,13.4132', berlin],
  [
    'https://maps.apple.com/?ll=52.5219,13.4132&q=Marked%20Location',
    [...berlin, 'Marked Location'],
  ],
  ['https://maps.apple.com/?q=52.5219,13.4132', berlin],
  [
    'https://maps.apple.com/place?address=Alexanderplatz%201&coordinate=52.5219,13.4132&name=Alex',
    [...berlin, 'Alex'],
  ],
  ['https://www.openstreetmap.org/#map=17/52.5219/13.4132', [...berlin, 'middle']],
  ['https://www.openstreetmap.org/?mlat=52.5219&mlon=13.4132#map=17/52.5/13.4', berlin],
  ['https://www.openstreetmap.org/node/240109189#map=17/52.5219/13.4132', [...berlin, 'middle']],
  ['https://osm.org/go/0MbFhuSlf?m=', [52.5219, 13.4132]],
  ['https://www.openstreetmap.org/go/0EEQjE--', [51.511116, 0.055618, 'middle']],
  ['https://www.bing.com/maps?cp=52.5219%7E13.4132&lvl=17', [...berlin, 'middle']],
  ['https://www.bing.com/maps?sp=point.52.5219_13.4132_Alex&cp=52.5~13.4', [...berlin, 'Alex']],
  ['https://www.bing.com/maps?where1=52.5219,13.4132', berlin],
  ['https://wego.here.com/?map=52.5219,13.4132,15,normal', [...berlin, 'middle']],
  ['https://share.here.com/l/52.5219,13.4132,Alexanderplatz?z=17', [...berlin, 'Alexanderplatz']],
  [
    `https://share.here.com/p/s-${btoa('c=square;lat=52.5219;lon=13.4132;n=Alex;h=0')}`,
    [...berlin, 'Alex'],
  ],
  ['https://wego.here.com/directions/mix/Potsdam:52.39,13.06/Alex:52.5219,13.4132', berlin],
  ['https://www.waze.com/ul?ll=52.5219,13.4132&navigate=yes', berlin],
];

/** Texts that are searched by name, and the position near which they are searched. */
const names: [string, string, Found?][] = [
  ['Alexanderplatz 1, 10178 Berlin', 'Alexanderplatz 1, 10178 Berlin'],
  ['  東京 ', '東京'],
  ['10178', '10178'],
  ['110 00', '110 00'],
  ["Land's End", "Land's End"],
  ['S 13', 'S 13'],
  ['Coffee+Tea', 'Coffee+Tea'],
  [`${google}?q=Brandenburger+Tor`, 'Brandenburger Tor'],
  [`${google}/search/coffee/@52.5219,13.4132,15z`, 'coffee', berlin],
  [
    'https://maps.google.com?q=Alexanderplatz+1,+10178+Berlin&ftid=0x47',
    'Alexanderplatz 1, 10178 Berlin',
  ],
  ['https://maps.apple.com/?address=Alexanderplatz%201,%20Berlin', 'Alexanderplatz 1, Berlin'],
  [
    'https://www.openstreetmap.org/search?query=Alexanderplatz#map=15/52.5219/13.4132',
    'Alexanderplatz',
    berlin,
  ],
  ['https://www.bing.com/maps?where1=Alexanderplatz&cp=52.5219~13.4132', 'Alexanderplatz', berlin],
  ['geo:52.5219,13.4132?q=Alexanderplatz', 'Alexanderplatz', berlin],
  ['geo:0,0?q=Alexanderplatz%201', 'Alexanderplatz 1'],
];

const rejected: [string, RegExp][] = [
  ['', /no letter or digit/],
  ['?!', /no letter or digit/],
  ['52,5219', /not two coordinates/],
  ['52.5219', /not two coordinates/],
  ['52.5219, 13.4132, 17', /not two coordinates/],
  ["52°61'N 13°24'E", /not two coordinates/],
  ['52.5N, 13.4S', /not two coordinates/],
  ['-52.5 N, 13.4 E', /not two coordinates/],
  ['95, 200', /latitude 95 is not between/],
  ['52.5, 181', /longitude 181 is not between/],
  ["52°31' N 13°24' O", /letter O/],
  ['ABCDEFGH+12', /not a valid plus code/],
  ['9F4M00GC+', /not a valid plus code/],
  ['9F4MGCC7+Q', /not a valid plus code/],
  ['///filled.count.soap', /what3words is not supported/],
  ['filled.count.soap', /what3words is not supported/],
  ['https://w3w.co/filled.count.soap', /what3words is not supported/],
  ['https://what3words.com/filled.count.soap', /what3words is not supported/],
  ['geo:52.5219,13.4132;crs=nad27', /geo: link/],
  ['geo:here', /geo: link/],
  ['https://example.com/100%', /links to example.com are not supported/],
  ['https://www.google.com/maps?cid=123', /shows no place/],
  ['https://www.openstreetmap.org/node/240109189', /shows no place/],
];

describe('readPlaceInput', () => {
  it.each([...coordinates, ...codes, ...links])('finds the position in %s', (text, found) => {
    expect(foundIn(text)).toEqual(found);
  });

  it.each(names)('searches %s by name', (text, name, near) => {
    expect(readPlaceInput(text)).toEqual({
      kind: 'name',
      text: name,
      near: near ? { latitude: near[0], longitude: near[1] } : null,
    });
  });

  it.each(rejected)('rejects %s', (text, message) => {
    const input = readPlaceInput(text);
    expect(input).toMatchObject({ kind: 'unreadable', message: expect.stringMatching(message) });
  });

  it.each([
    ['GCC7+Q7 Berlin', 'GCC7+Q7', 'Berlin'],
    ['gcc7+q7, berlin, germany', 'GCC7+Q7', 'berlin, germany'],
    ['C7+Q7', 'C7+Q7', null],
  ])('reads the short code %s', (text, code, reference) => {
    expect(readPlaceInput(text)).toEqual({ kind: 'short_code', code, reference });
  });

  it.each([
    'https://maps.app.goo.gl/aBcDeF',
    'Alexanderplatz\nhttps://maps.app.goo.gl/aBcDeF?g_st=ic',
    'maps.app.goo.gl/aBcDeF',
    'https://goo.gl/maps/aBcDeF',
    'https://maps.apple.com/p/aBcDeF',
    'https://maps.apple/p/aBcDeF',
    'https://binged.it/aBcDeF',
    'https://her.is/aBcDeF',
  ])('leaves the short link %s to its redirects', (text) => {
    expect(readPlaceInput(text).kind).toBe('short_link');
  });
});
