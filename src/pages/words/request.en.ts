/** Words of the page on which a check is requested. */
export const words = {
  heading: 'Have a place checked',
  lead: 'Somebody goes there with a phone. You get a signed report with photos, positions and times.',
  form: 'Request a check',
  fields: {
    service_key: 'What should be checked?',
    objective: 'What do you want to know?',
    address: 'Address',
    latitude: 'Latitude',
    longitude: 'Longitude',
    notes: 'Notes for the person on site (optional)',
    requester_name: 'Name',
    requester_email: 'Email',
    requester_phone: 'Phone',
  },
  hints: {
    objective: 'A question that photos can answer, such as “Is the shop open?”',
    address: 'As somebody on site would look for it.',
    notes: 'Where the entrance is, who to ask, what to leave out of the picture.',
    position:
      'Numbers such as 52.5219 and 13.4132. In a map app, press and hold the place and copy its two numbers; paste both into either field.',
  },
  other: 'Something else',
  noNotes: 'None.',
  whatAndWhere: 'What and where',
  contact: 'How to reach you (optional)',
  signedInAs: (email: string) =>
    `You are signed in as ${email}. This check goes into your account.`,
  seeOffers: 'See offers',
  usePosition: 'Use my position',
  looking: 'Looking for your position …',
  found: (accuracy: string) => `Found, accurate to ${accuracy}.`,
  denied:
    'Your browser gave no position. Type it, or allow it in the settings of this page and press again.',
  notEncrypted: 'This address is not encrypted, so your browser gives no position. Type it.',
  map: (latitude: string, longitude: string) => `Map: ${latitude}, ${longitude}`,
  noMap: 'Map: no position yet',
  place: 'Place',
  placeHint: 'Type the position, and the map shows where it is.',
  from: (distance: string, city: string) => `${distance} from ${city}`,
  conflict:
    'This request was sent before with other words. Open this page again to send a new one.',
  signedOut: 'You are signed out. Sign in, or open this page again to go on without an account.',
};
