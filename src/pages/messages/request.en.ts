import { noNotes } from './notes.en.js';

/** Copy of the page for requesting a check. */
export const messages = {
  heading: 'Have a place checked',
  lead: 'Someone visits with a phone. You get a signed report with photos, positions and times.',
  editHeading: 'Edit your request',
  editLead: 'Changes create a new request with new prices. The earlier one is cancelled.',
  keepAsIs: 'Keep it as it is',
  notEditable: 'This request can no longer be edited.',
  replaced: 'You replaced it with an edited request.',
  earlierStays: 'Your earlier request is confirmed, so it stays. This is a new request.',
  kept: 'What you typed is filled in again.',
  keptSent: '“See offers” replaces {link}, unless you have paid for it.',
  keptLink: 'the request you sent',
  clear: 'Clear the form',
  form: 'Request a check',
  fields: {
    service_key: 'What should be checked?',
    objective: 'What do you want to know?',
    address: 'Where?',
    latitude: 'Latitude',
    longitude: 'Longitude',
    notes: 'Notes for the person on site (optional)',
    requester_name: 'Name',
    requester_email: 'Email',
    requester_phone: 'Phone',
  },
  hints: {
    objective: 'A question that photos can answer, such as “Is the shop open?”',
    address: 'An address or a place, a plus code, two coordinates, or a link from a map app.',
    notes: 'Where the entrance is, who to ask, what to leave out of the picture.',
    requester_email: 'We send your private link and news of the check here.',
    requester_phone: 'To reach you while someone is on site, for example at a locked gate.',
    position:
      'Filled in when you choose a place, press the map or move the pin. Without these, enter two numbers such as 52.5219 and 13.4132.',
  },
  other: 'Something else',
  answered: 'What the person on site answers',
  besides: 'Your question above, and:',
  onlyYours: 'Your question above.',
  ofServices: 'Questions of each service',
  own: {
    summary: 'Add your own questions',
    hint: 'Up to five. The person on site answers each, or says why it cannot be told.',
    label: (number: number) => `Question ${number}`,
    kind: (number: number) => `Answer to question ${number}`,
    kinds: {
      '': 'By the wording',
      yes_no: 'Yes or no',
      text: 'Text',
      number: 'Number',
      date_time: 'Date and time',
    },
    add: 'Add another question',
  },
  noNotes,
  contact: 'How to reach you (optional)',
  noMail: 'This service sends no mail. Save the link that the next page shows.',
  signedInAs: (email: string) =>
    `You are signed in as ${email}. This check will be added to your account.`,
  seeOffers: 'See offers',
  usePosition: 'Use my position',
  looking: 'Looking for your position …',
  found: (accuracy: string) => `Found, accurate to ${accuracy}.`,
  denied:
    'Your browser gave no position. Type it, or allow it in the settings of this page and press again.',
  notEncrypted: 'This address is not encrypted, so your browser gives no position. Type it.',
  taken: 'Both numbers are filled in. Check them on the map.',
  takenFromMiddle:
    'Filled in from the middle of that map. If the place is not in the middle, move the map and copy the link again.',
  noPlace:
    'This link contains no position. Open it in a browser and copy the address from there, or copy the two numbers.',
  map: (latitude: string, longitude: string) => `Map: ${latitude}, ${longitude}`,
  noMap: 'Map: no position yet',
  place: 'Place',
  placeHint: 'Enter the place, and the map shows where it is.',
  suggestions: 'Places',
  suggested: (count: number) =>
    count === 0 ? 'No places found.' : count === 1 ? '1 place found.' : `${count} places found.`,
  apart: (distance: string, label: string) => `The pin is ${distance} from ${label}.`,
  enteredPosition: 'the position in “Where?”',
  followed: (label: string) => `“Where?” is now “${label}”. Replace it if you know the address.`,
  movePin: 'Move the pin on the map to the building.',
  kinds: {
    position: 'Position',
    address: 'Address',
    street: 'Street',
    landmark: 'Landmark',
    postcode: 'Postcode',
    district: 'District',
    village: 'Village',
    town: 'Town',
    city: 'City',
    region: 'Region',
    country: 'Country',
  },
  from: (distance: string, city: string) => `${distance} from ${city}`,
  conflict: 'This request was already sent with other details. Reload this page to send a new one.',
  signedOut: 'You are signed out. Sign in, or press “See offers” to continue without an account.',
};

/** Instructions for copying a position, for each map application. */
export const howTo = {
  summary: 'How to get the two numbers',
  ways: [
    [
      'Google Maps on a phone',
      'Press and hold the place until a pin appears. The two numbers appear in the search field, or in the details of the pin. Copy them.',
    ],
    [
      'Apple Maps',
      'Press and hold the place until a pin appears. Scroll its card to “Coordinates”, then press and hold them and copy.',
    ],
    [
      'Google Maps on a computer',
      'Right-click the place. The first line of the menu is the two numbers; a click on it copies them.',
    ],
    [
      'openstreetmap.org',
      'Move the map until the place is in its middle, zoom in, and copy the address of the page.',
    ],
  ],
} as const;
