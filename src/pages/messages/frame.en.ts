/** Copy shared by all pages. */
export const messages = {
  service: 'Verification service',
  description:
    'Someone visits a place with a phone. You get a signed report with photos, positions and times.',
  title: (heading: string, wrong: boolean) =>
    `${wrong ? 'Error: ' : ''}${heading} – Verification service`,
  skip: 'Skip to content',
  navigation: 'Main',
  yourRequests: 'Your requests',
  signedInAs: 'Signed in as',
  signOut: 'Sign out',
  interface: 'API',
  signIn: 'Sign in',
  about: 'About',
  help: 'Help',
  privacy: 'Privacy',
  imprint: 'Legal notice',
  runBy: (name: string) => `Run by ${name}.`,

  zones: {
    utc: 'Times are in UTC.',
    place: (zone: string) => `Times are in the time zone of the place (${zone}).`,
    apart: (zone: string) =>
      `Times on site are in the time zone of the place (${zone}), others in yours.`,
  },

  didYouMean: 'Did you mean {email}?',

  nameHint: 'At least 2 characters. For a one-character name such as 李, add a given name.',
  problem: 'There is a problem',
  fillIn: 'This field is required.',
  tooShort: (least: number) => `Enter at least ${least} characters.`,
  tooLong: (most: number, have: number) => `Use at most ${most} characters; you have ${have}.`,
  number: 'Enter a number such as 52.5219.',
  range: (least: number, most: number) => `Enter a number from ${least} to ${most}.`,

  noConnection: 'No connection. What you typed is kept.',
  tryAgain: 'Try again',
  tooMany: (seconds: number) => `Too many requests. Try again in ${seconds} seconds.`,
  ourFault: (requestId: string | null) =>
    requestId
      ? `Something went wrong on our side. If you contact us, include the number ${requestId}.`
      : 'Something went wrong on our side. Try again in a minute.',
  noPdf: 'The PDF is still being created. Try again in a minute.',
  signedOut: 'You were signed out. Sign in again.',
  otherSite: 'This was sent from a page on another site. Reload this page and try again.',
  notNow: 'This is no longer possible. Here is the current state.',
  rejected: 'This didn’t work. Reload the page and try again.',

  accessCode: 'Access code',
  open: 'Open',
  enterCode: 'Enter the access code',
  codeHint: 'The code is the last part of your private link, after the #.',
  signInInstead: 'Is it in your account? Sign in.',
  opensNothing: 'This link isn’t valid',
  checkLink: 'Check that it is complete, or enter the access code.',

  /** The button that makes a typed password visible, followed by the name of the field. */
  show: 'Show',
  copied: 'Copied.',
  notCopied: 'Your browser could not copy it. Select the text and copy it.',
  free: 'Free',
};
