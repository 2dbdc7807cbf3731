/** Messages in English of the account pages: sign-in, registration, the links of account mails, and the account with its requests. */
export const en = {
  'account.full_name': 'Full name',
  'account.email': 'Email',
  'account.phone': 'Phone',
  'account.phone_hint':
    'So that we can reach you while someone is on site, for example at a locked gate. Never for advertising.',
  'account.language': 'Language of emails',
  'account.language_hint':
    'To change the language of the pages, use the menu at the bottom of any page.',
  'account.language_of_request': 'As chosen for each request',
  'account.password': 'Password',
  'account.current_password': 'Current password',
  'account.new_password': 'New password',
  'account.password_hint': 'A few random words work well.',
  'account.password_is_email': 'The password must not be your email.',

  'account.sign_in.lead': 'See your requests and their reports in one place.',
  'account.sign_in.forgotten': 'Forgot your password?',
  'account.sign_in.wrong': 'Email or password is wrong.',

  'account.register.heading': 'Create an account',
  'account.register.lead':
    'Your requests and reports stay together, and you can send photo links to others.',
  'account.register.button': 'Create account',
  'account.register.taken': 'There is already an account with this email. Sign in.',
  'account.register.already': 'Already have an account? Sign in.',

  'account.request': 'Request a check',
  'account.none': 'No requests yet. Request a check, and it appears here.',
  'account.older': 'Older requests',
  'account.search': 'Search your requests',
  'account.find': 'Search',
  'account.all_states': 'All',
  'account.show_all': 'Show all',
  'account.found': '{found, plural, one {# request matches.} other {# requests match.}}',
  'account.found_none': 'No request matches.',
  'account.found_first': 'Only the first {shown, number} are shown. The CSV file has all of them.',
  'account.file': 'Download CSV',
  'account.column.question': 'Question',
  'account.column.address': 'Address',
  'account.column.state': 'State',
  'account.column.requested': 'Requested',
  'account.column.request_id': 'Request ID',

  'account.state.received': 'Received',
  'account.state.quoted': 'Choose an offer',
  'account.state.unserviceable': 'Cannot be checked',
  'account.state.offer_selected': 'To be paid',
  'account.state.awaiting_payment': 'Payment started',
  'account.state.confirmed': 'Confirmed',
  'account.state.in_progress': 'Photos coming in',
  'account.state.report_ready': 'Report ready',
  'account.state.completed': 'Done',
  'account.state.disputed': 'Disputed',
  'account.state.cancelled': 'Cancelled',
  'account.state.expired': 'Expired',

  'account.unconfirmed':
    'Confirm your email: we sent a link to {email}. Until you do, we can’t send photo links for you.',
  'account.unconfirmable':
    'This service sends no mail, so your email cannot be confirmed. Copy each photo link and share it.',
  'account.send_new': 'Send a new link',
  'account.sent': 'A new link is on its way.',

  'account.your_account': 'Your account',
  'account.details': 'Your details',
  'account.save': 'Save details',
  'account.saved': 'Your details are saved.',
  'account.change_password': 'Change password',
  'account.password_changed': 'Your password is changed. Other devices are signed out.',
  'account.wrong_password': 'The password is wrong.',
  'account.data': 'Your data',
  'account.data_lead': 'All data stored about you and your requests, in one file.',
  'account.download': 'Download my data',
  'account.delete': 'Delete my account',
  'account.delete_lead':
    'Your account, your requests and their reports are deleted. This cannot be undone.',
  'account.delete_now': 'Delete for good',
  'account.busy':
    'These requests are still in progress. Wait for their reports or refunds, then delete your account:',
  'account.deleted': 'Your account is deleted',
  'account.deleted_lead': 'The remaining data is deleted within an hour. You are signed out.',

  'account.confirm.heading': 'Confirm your email',
  'account.confirm.lead':
    'Press the button to confirm that this email is yours. If you are not signed in to your account in this browser, you will choose a new password next.',
  'account.confirm.button': 'Confirm',
  'account.confirm.done': 'Your email is confirmed.',
  'account.confirm.choose_password':
    'Your email is confirmed. You weren’t signed in to the account in this browser, so the password from the registration no longer works and everyone was signed out. Choose a new password.',
  'account.confirm.sign_in': 'Sign in to get a new link.',

  'account.reset.heading': 'Reset your password',
  'account.reset.lead': 'We send you a link to set a new one.',
  'account.reset.no_mail':
    'This service sends no mail, so it cannot send you a link. Ask its operator.',
  'account.reset.button': 'Send the link',
  'account.reset.sent': 'If there is an account with this email, a link is on its way.',
  'account.reset.sent_again': 'If there is an account with this email, another link is on its way.',
  'account.reset.wait':
    'It usually arrives within a minute and works for {hours, plural, one {an hour} other {# hours}}. If it does not arrive, look in your spam folder and check the address: {email}.',
  'account.reset.again': 'Send again',
  'account.reset.other_email': 'Use another email',
  'account.reset.have_link': 'Already have the link?',
  'account.reset.set': 'Set password',
  'account.reset.done': 'Your password is set. You are signed in.',

  'account.link.expired': 'This link has expired.',
  'account.link.invalid': 'This link no longer works.',
} as const;

export type AccountEnglish = typeof en;
