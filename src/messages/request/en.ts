/** Messages in English of the page for requesting a check. */
export const en = {
  'request.heading': 'Have a place checked',
  'request.lead':
    'Someone visits with a phone. You get a signed report with photos, positions and times.',
  'request.edit_heading': 'Edit your request',
  'request.edit_lead':
    'Changes create a new request with new prices. The earlier one is cancelled.',
  'request.keep_as_is': 'Keep it as it is',
  'request.not_editable': 'This request can no longer be edited.',
  'request.earlier_stays': 'Your earlier request is confirmed, so it stays. This is a new request.',
  'request.kept': 'What you typed is filled in again.',
  'request.kept_sent': '“{button}” replaces {link}, unless you have paid for it.',
  'request.kept_link': 'the request you sent',
  'request.clear': 'Clear the form',
  'request.form': 'Request a check',

  'request.service': 'What should be checked?',
  'request.other': 'Something else',
  'request.objective': 'What do you want to know?',
  'request.objective_hint': 'A question that photos can answer, such as “Is the shop open?”',
  'request.address': 'Where?',
  'request.address_hint':
    'An address or a place, a plus code, two coordinates, or a link from a map app.',
  'request.latitude': 'Latitude',
  'request.longitude': 'Longitude',
  'request.position_hint':
    'Filled in when you choose a place, press the map or move the pin. Without these, enter two numbers such as 52.5219 and 13.4132.',
  'request.notes': 'Notes for the person on site (optional)',
  'request.notes_hint': 'Where the entrance is, who to ask, what to leave out of the picture.',

  'request.answered': 'What the person on site answers',
  'request.besides': 'Your question above, and:',
  'request.only_yours': 'Your question above.',
  'request.of_services': 'Questions of each service',
  'request.own.summary': 'Add your own questions',
  'request.own.hint': 'Up to five. The person on site answers each, or says why it cannot be told.',
  'request.own.label': 'Question {number}',
  'request.own.kind': 'Answer to question {number}',
  'request.own.kind.guessed': 'By the wording',
  'request.own.kind.yes_no': 'Yes or no',
  'request.own.kind.text': 'Text',
  'request.own.kind.number': 'Number',
  'request.own.kind.date_time': 'Date and time',
  'request.own.add': 'Add another question',

  'request.contact': 'How to reach you (optional)',
  'request.name': 'Name',
  'request.email': 'Email',
  'request.email_hint': 'We send your private link and news of the check here.',
  'request.no_mail': 'This service sends no mail. Save the link that the next page shows.',
  'request.phone': 'Phone',
  'request.phone_hint': 'To reach you while someone is on site, for example at a locked gate.',
  'request.signed_in_as':
    'You are signed in as {email}. This request will be added to your account.',
  'request.see_offers': 'See offers',
  'request.conflict':
    'This request was already sent with other details. Reload this page to send a new one.',
  'request.signed_out':
    'You are signed out. Sign in, or press “{button}” to continue without an account.',

  'request.how_to': 'How to get the two numbers',
  'request.google_phone': 'Google Maps on a phone',
  'request.google_phone_way':
    'Press and hold the place until a pin appears. The two numbers appear in the search field, or in the details of the pin. Copy them.',
  'request.apple': 'Apple Maps',
  'request.apple_way':
    'Press and hold the place until a pin appears. Scroll its card to “Coordinates”, then press and hold them and copy.',
  'request.google_computer': 'Google Maps on a computer',
  'request.google_computer_way':
    'Right-click the place. The first line of the menu is the two numbers; a click on it copies them.',
  'request.osm_way':
    'Move the map until the place is in its middle, zoom in, and copy the address of the page.',

  'request.use_position': 'Use my position',
  'request.looking': 'Looking for your position …',
  'request.found': 'Found, accurate to {distance}.',
  'request.denied':
    'Your browser gave no position. Type it, or allow it in the settings of this page and press again.',
  'request.not_encrypted':
    'This address is not encrypted, so your browser gives no position. Type it.',
  'request.taken': 'Both numbers are filled in. Check them on the map.',
  'request.taken_from_middle':
    'Filled in from the middle of that map. If the place is not in the middle, move the map and copy the link again.',
  'request.no_position':
    'This link contains no position. Open it in a browser and copy the address from there, or copy the two numbers.',
  'request.map': 'Map: {position}',
  'request.no_map': 'Map: no position yet',
  'request.place': 'Place',
  'request.place_hint': 'Enter the place, and the map shows where it is.',
  'request.suggestions': 'Places',
  'request.none_suggested': 'No places found.',
  'request.suggested': 'Places found: {count}',
  'request.apart': 'The pin is {distance} from {place}.',
  'request.apart_entered': 'The pin is {distance} from the position you entered.',
  'request.followed': 'The address is now “{place}”. Replace it if you know the exact one.',
  'request.move_pin': 'Move the pin on the map to the building.',

  'request.level.covered':
    'We can send a verifier to this place, {distance} from {city}. Every offer is available.',
  'request.level.limited':
    'We can send a verifier to this place, {distance} from {city}. Some offers are not available.',
  'request.level.self_service_only':
    'This place is {distance} from {city}, our nearest city: too far to send a verifier. You, or someone you trust on site, can take the photos with a link from us.',
  'request.level.unserviceable':
    'We cannot serve this place: it is {distance} from {city}, our nearest city. There is nothing to pay.',

  'request.kind.position': 'Position',
  'request.kind.address': 'Address',
  'request.kind.street': 'Street',
  'request.kind.landmark': 'Landmark',
  'request.kind.postcode': 'Postcode',
  'request.kind.district': 'District',
  'request.kind.village': 'Village',
  'request.kind.town': 'Town',
  'request.kind.city': 'City',
  'request.kind.region': 'Region',
  'request.kind.country': 'Country',
} as const;

export type RequestEnglish = typeof en;
