import { describe, expect, it } from 'vitest';
import { readPlace } from './place-text.js';

const berlin = ['52.5219', '13.4132'];
const exact = (typed: string) => {
  const place = readPlace(typed);
  return place && [place.latitude, place.longitude, ...(place.middle ? ['middle'] : [])];
};

describe('readPlace', () => {
  it.each([
    ['52.5219, 13.4132', berlin],
    ['52.5219,13.4132', berlin],
    ['(52.5219; 13.4132)', berlin],
    [' 52.5219 13.4132\n', berlin],
    ['52,5219, 13,4132', berlin],
    ['52,5219; 13,4132', berlin],
    ['52,5219 13,4132', berlin],
    ['52, 13', ['52', '13']],
    ['-33.9249, −18.4241', ['-33.9249', '-18.4241']],
    ['(33.9249° S, 18.4241° W)', ['-33.9249', '-18.4241']],
    ['N 52.5219 E 13.4132', berlin],
    ['Lat: 52.5219, Long: 13.4132', berlin],
    ['52°31\'18.8"N 13°24\'47.5"E', ['52.521889', '13.413194']],
    ['52° 31′ 18,8″ N, 13° 24′ 47,5″ E', ['52.521889', '13.413194']],
    ["52°31.314'N 13°24.792'E", ['52.5219', '13.4132']],
    ['33º51’35.9”S 151º12’40”E', ['-33.859972', '151.211111']],
  ])('reads %s', (typed, found) => expect(exact(typed)).toEqual(found));

  it.each([
    ['https://www.google.com/maps/@52.5219,13.4132,17z', [...berlin, 'middle']],
    [
      'https://www.google.de/maps/@52.5219,13.4132,17z/data=!3m1!1e3?entry=ttu',
      [...berlin, 'middle'],
    ],
    [
      'https://www.google.com/maps/place/Alexanderplatz/@52.5,13.4,17z/data=!4m6!3m5!1s0x47:0x3a!8m2!3d52.5219!4d13.4132',
      berlin,
    ],
    [
      "https://www.google.com/maps/place/52%C2%B031'18.8%22N+13%C2%B024'47.5%22E/@52.52,13.41,17z/data=!3d52.5219!4d13.4132",
      berlin,
    ],
    ['https://maps.google.com/?q=52.5219,13.4132', berlin],
    ['https://www.google.com/maps/search/?api=1&query=52.5219%2C13.4132', berlin],
    ['https://www.google.com/maps/search/52.5219,+13.4132?entry=tts', berlin],
    ['https://www.openstreetmap.org/#map=17/52.5219/13.4132', [...berlin, 'middle']],
    ['https://www.openstreetmap.org/?mlat=52.5219&mlon=13.4132#map=17/52.5/13.4', berlin],
    ['https://maps.apple.com/?ll=52.5219,13.4132&q=Marked%20Location', berlin],
    ['https://maps.apple.com/place?coordinate=52.5219,13.4132&name=Marked+Location', berlin],
    ['https://www.bing.com/maps?cp=52.5219%7E13.4132&lvl=17', [...berlin, 'middle']],
    ['Look: https://maps.google.com/?q=52.5219,13.4132 there', berlin],
    ['geo:52.5219,13.4132', berlin],
    ['geo:52.5219,13.4132;u=35', berlin],
    ['geo:0,0?q=52.5219,13.4132(Alexanderplatz)', berlin],
  ])('reads the link %s', (typed, found) => expect(exact(typed)).toEqual(found));

  it.each([
    '',
    '52.5219',
    '52,5219',
    'Alexanderplatz 1, 10178 Berlin',
    '52.5219, 13.4132, 17',
    "52°61'N 13°24'E",
    'https://maps.app.goo.gl/aBcDeF',
    'https://example.com/100%',
    '52.5N, 13.4S',
  ])('returns null for %s', (typed) => expect(readPlace(typed)).toBeNull());
});
