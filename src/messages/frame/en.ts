/** Messages in English that every page can show. */
export const en = {
  'frame.title': '{heading} – Verification service',
  'frame.title_with_error': 'Error: {heading} – Verification service',
  'frame.try_again': 'Try again',
  'frame.fill_in': 'This field is required.',
  'frame.number': 'Enter a number such as 52.5219.',
  'frame.range': 'Enter a number from {least} to {most}.',
  'frame.too_many': 'Too many requests. Try again in {time}.',
  'frame.our_fault':
    'Something went wrong on our side. If you contact us, include the number {number}.',
  'frame.our_fault_unnumbered': 'Something went wrong on our side. Try again in a minute.',
  'frame.service': 'Verification service',
  'frame.description':
    'Someone visits a place with a phone. You get a signed report with photos, positions and times.',
  'frame.skip': 'Skip to content',
  'frame.navigation': 'Main',
  'frame.your_requests': 'Your requests',
  'frame.signed_in_as': 'Signed in as',
  'frame.sign_out': 'Sign out',
  'frame.sign_in': 'Sign in',
  'frame.interface': 'API',
  'frame.about': 'About',
  'frame.help': 'Help',
  'frame.privacy': 'Privacy',
  'frame.imprint': 'Legal notice',
  'frame.run_by': 'Run by {name}.',
  'frame.language': 'Language',
  'frame.change_language': 'Change',

  'frame.zones.utc': 'Times are in UTC.',
  'frame.zones.place': 'Times are in the time zone of the place ({zone}).',
  'frame.zones.apart': 'Times on site are in the time zone of the place ({zone}), others in yours.',

  'frame.did_you_mean': 'Did you mean {email}?',

  'frame.name_hint':
    'At least 2 characters. For a one-character name such as 李, add a given name.',
  'frame.problem': 'There is a problem',
  'frame.field_problem': '{label}: {message}',
  'frame.too_short': 'Enter at least {least} characters.',
  'frame.too_long': 'Use at most {most} characters; you have {have}.',
  'frame.email': 'Enter an email address such as name@example.com.',
  'frame.invalid': 'This entry is not valid.',

  'frame.no_connection': 'No connection. What you typed is kept.',
  'frame.no_pdf': 'The PDF is still being created. Try again in a minute.',
  'frame.signed_out': 'You were signed out. Sign in again.',
  'frame.other_site': 'This was sent from a page on another site. Reload this page and try again.',
  'frame.not_now': 'This is no longer possible. Here is the current state.',
  'frame.rejected': 'This didn’t work. Reload the page and try again.',

  'frame.access_code': 'Access code',
  'frame.open': 'Open',
  'frame.enter_code': 'Enter the access code',
  'frame.code_hint': 'The code is the last part of your private link, after the #.',
  'frame.sign_in_instead': 'Is it in your account? Sign in.',
  'frame.opens_nothing': 'This link isn’t valid',
  'frame.check_link': 'Check that it is complete, or enter the access code.',

  'frame.show_password': 'Show',
  'frame.copied': 'Copied.',
  'frame.not_copied': 'Your browser could not copy it. Select the text and copy it.',
  'frame.free': 'Free',
} as const;

export type FrameEnglish = typeof en;
