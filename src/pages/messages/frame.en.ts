/** Words that every page shares. */
export const messages = {
  service: 'Verification service',
  title: (heading: string, wrong: boolean) =>
    `${wrong ? 'Error: ' : ''}${heading} – Verification service`,
  skip: 'Skip to content',
  navigation: 'Main',
  yourRequests: 'Your requests',
  interface: 'Interface',
  runBy: (name: string) => `Run by ${name}.`,

  nameHint: 'For a one-character name such as 李, add a given name.',
  problem: 'There is a problem',
  fillIn: 'Fill this in.',
  tooShort: (least: number) => `Enter at least ${least} characters.`,
  tooLong: (most: number, have: number) => `Use at most ${most} characters; you have ${have}.`,
  number: 'Enter a number such as 52.5219.',
  range: (least: number, most: number) => `Enter a number from ${least} to ${most}.`,

  noConnection: 'No connection. What you typed is kept.',
  tryAgain: 'Try again',
  tooMany: (seconds: number) => `Too many requests. Try again in ${seconds} seconds.`,
  ourFault: (requestId: string | null) =>
    requestId
      ? `Something went wrong on our side. Tell us the number ${requestId}.`
      : 'Something went wrong on our side. Try again in a minute.',
  noPdf: 'The PDF is still being made. Try again in a minute.',
  signedOut: 'You were signed out. Sign in again.',
  otherSite: 'This came from a page of another address. Open this page again and press once more.',
  notNow: 'This is not possible any more. Here is how things stand.',
  rejected: 'This could not be done. Open the page again and try once more.',

  accessCode: 'Access code',
  open: 'Open',
  enterCode: 'Enter the access code',
  codeHint: 'The code is the last part of your private link, after the #.',
  signInInstead: 'It is in your account? Sign in.',
  opensNothing: 'This link isn’t valid',
  checkLink: 'Check that it is complete, or enter the access code.',

  copied: 'Copied.',
  notCopied: 'Your browser did not copy. Select the text and copy it.',
  free: 'Free',
};
