/**
 * The messages in English, in ICU MessageFormat. Their keys and arguments type every other language and every use. An
 * argument in a message is text as the recipient is to read it: formatted by `format.ts`, or as a user typed it.
 */
export const en = {
  // Shared by the mails.
  'mail.service_name': 'Verification service',
  'mail.fact': '{label}: {value}',
  'mail.action': '{label}:\n{url}',
  'mail.link_removed': '[link removed]',
  'mail.utc': '{time} UTC',
  'mail.local_time': '{local} local time ({utc} UTC)',
  'mail.ask': 'Ask a question',
  'mail.unsubscribe': 'Unsubscribe from optional emails',
  'mail.open_request': 'Open your request',
  'mail.set_password': 'Set a new password',
  'mail.reason_given': 'Reason: {reason}',
  'mail.link_until': 'The link works until {time}.',
  'mail.report_due': 'The report is due by {time}.',
  'mail.get_photo_link': 'Next, get the photo link and open it at the place.',
  'mail.simulated': 'This payment was simulated. No money was moved.',
  'mail.to_requester':
    "You're receiving this because your address was used to request a check from {operator}.",
  'mail.to_account': "You're receiving this because you have an account at {operator}.",

  // Labels of the facts in mails.
  'mail.fact.what': 'What',
  'mail.fact.where': 'Where',
  'mail.fact.offer': 'Offer',
  'mail.fact.amount': 'Amount',
  'mail.fact.paid': 'Paid',
  'mail.fact.refunded': 'Refunded',
  'mail.fact.version': 'Version',
  'mail.fact.photos': 'Photos',
  'mail.fact.question': 'Question',
  'mail.fact.more_questions': 'More questions',
  'mail.fact.work': 'Work',
  'mail.fact.pay': 'Pay',
  'mail.fact.city': 'City',
  'mail.fact.distance': 'Distance',
  'mail.fact.accept_by': 'Accept by',

  'mail.confirm_email.title': 'Confirm your email address',
  'mail.confirm_email.body':
    'An account at {operator} was created with this address. Confirm that the address is yours.',
  'mail.confirm_email.action': 'Confirm email address',
  'mail.confirm_email.browser':
    'Open the link in the browser in which you created the account. In any other browser, you choose a new password, and all other sessions are signed out.',
  'mail.confirm_email.why':
    "You're receiving this because an account was created with this address. If that wasn't you, ignore this email: the address stays unconfirmed.",

  'mail.password_reset.body': 'A new password was requested for your account at {operator}.',
  'mail.password_reset.once': 'The link works once, until {time}.',
  'mail.password_reset.why':
    "You're receiving this because someone entered your address to reset a password. If that wasn't you, ignore this email: your password stays as it is.",

  'mail.password_changed.title': 'Your password was changed',
  'mail.password_changed.body':
    'The password of your account at {operator} was changed on {time}. All other sessions were signed out.',
  'mail.password_changed.next':
    "If that was you, there's nothing to do. If not, set a new password now.",

  'mail.request_received.subject': 'Your request: {objective}',
  'mail.request_received.heading': "We've received your request",
  'mail.request_received.quoted': 'Choose an offer to start. The prices are valid until {time}.',
  'mail.request_received.choose': 'Choose an offer to start.',
  'mail.request_received.unserviceable':
    "We can't check this place at the moment. There is nothing to pay.",
  'mail.request_received.pay': 'Pay for your offer to start.',
  'mail.request_received.sending': "We're sending someone to the place.",
  'mail.request_received.other': 'Open your request to see its progress.',
  'mail.request_received.keep':
    'Keep this email. The link opens your request on any device. Anyone who has the link can view the request and pay for it.',
  'mail.request_received.sign_in': 'The link opens your request after you sign in.',
  'mail.request_received.why':
    "You're receiving this because your address was used to request a check from {operator}. If that wasn't you, ignore this email.",

  'mail.quote_expiring.subject': 'Prices expire soon: {objective}',
  'mail.quote_expiring.heading': 'Your prices expire soon',
  'mail.quote_expiring.body':
    'The prices are valid until {time}. To keep them, choose an offer before then. After that, you get new prices.',

  'mail.payment_received.subject': 'Payment received: {objective}',
  'mail.payment_received.heading': "We've received your payment",
  'mail.payment_received.closed':
    'The check was closed before your payment arrived, so the payment is being refunded.',
  'mail.payment_received.sending':
    "We're sending someone to the place. We'll email you the report.",
  'mail.payment_received.sending_due':
    "We're sending someone to the place. The report is due by {time}. We'll email it to you.",

  'mail.payment_refunded.subject': 'Payment refunded: {objective}',
  'mail.payment_refunded.heading': 'Your payment was refunded',
  'mail.payment_refunded.body':
    "We've refunded {amount} to your payment method. Your bank can take a few days to show it.",

  'mail.verifier_on_way.subject': 'A verifier is on the way: {objective}',
  'mail.verifier_on_way.heading': 'A verifier is on the way',
  'mail.verifier_on_way.body':
    'A verifier has accepted the job and will take the photos at the place.',

  'mail.photos_received.subject': 'All photos are in: {objective}',
  'mail.photos_received.heading': 'All photos are in',
  'mail.photos_received.body': "We're reviewing the photos. We'll email you the report.",

  'mail.report_delivered.subject': 'Your report: {objective}',
  'mail.report_delivered.subject_answer': '{answer}: {question}',
  'mail.report_delivered.heading': 'Your report is ready',
  'mail.report_delivered.heading_new': 'Your report has a new version',
  'mail.report_delivered.ready': 'Your report is ready.',
  'mail.report_delivered.ready_new': 'Your report has a new version.',
  'mail.report_delivered.changed': 'What changed: {summary}',
  'mail.report_delivered.version': '{version}, created on {time}',
  'mail.report_delivered.action': 'Read the report',
  'mail.report_delivered.link': 'Anyone who has the link can read the report until {time}.',

  'mail.report_withdrawn.subject': 'Report withdrawn: {objective}',
  'mail.report_withdrawn.heading': 'A report was withdrawn',
  'mail.report_withdrawn.body':
    "Version {version} of your report was withdrawn on {time}. Don't rely on it anymore.",
  'mail.report_withdrawn.none': 'There is no other version at the moment.',
  'mail.report_withdrawn.current': 'Version {version} is the current one.',
  'mail.report_withdrawn.see': 'View the withdrawn version',
  'mail.report_withdrawn.read': 'Read version {version}',

  'mail.request_closed.subject_cancelled': 'Check cancelled: {objective}',
  'mail.request_closed.subject_expired': 'Check expired: {objective}',
  'mail.request_closed.cancelled': 'Your check was cancelled',
  'mail.request_closed.expired': 'Your check has expired',
  'mail.request_closed.not_charged': 'You were not charged.',
  'mail.request_closed.refunded': 'Your payment of {amount} was refunded.',
  'mail.request_closed.refunding':
    "Your payment of {amount} is being refunded. We'll email you when that is done.",

  'mail.capture_invite.subject': '{sender} asks you to take photos of a place',
  'mail.capture_invite.subject_customer':
    'A customer of {operator} asks you to take photos of a place',
  'mail.capture_invite.heading': 'Please take photos of a place',
  'mail.capture_invite.body':
    '{sender} asks you to show with your phone what this place looks like. It takes a few minutes.',
  'mail.capture_invite.body_customer':
    'A customer of {operator} asks you to show with your phone what this place looks like. It takes a few minutes.',
  'mail.capture_invite.photos': '{photos, number}',
  'mail.capture_invite.action': 'Take the photos',
  'mail.capture_invite.position':
    'Open the link on your phone when you are at the place. Your phone asks for your position, because the report states where each photo was taken.',
  'mail.capture_invite.link': 'The link is for you alone and works until {time}.',
  'mail.capture_invite.why':
    "You're receiving this because {sender} gave {operator} your address for this purpose. If you don't know the sender, ignore this email.",
  'mail.capture_invite.why_customer':
    "You're receiving this because a customer gave {operator} your address for this purpose. If you don't know who that is, ignore this email.",

  'mail.invite_expired.subject': 'Photo link expired: {objective}',
  'mail.invite_expired.heading': 'A photo link has expired',
  'mail.invite_expired.own': 'Your photo link expired on {time}, before any photo arrived.',
  'mail.invite_expired.sent':
    'The photo link sent to {name} expired on {time}, before any photo arrived.',
  'mail.invite_expired.next':
    'The check is waiting. Send the link again, give it to someone else, or take the photos yourself.',

  'mail.dispatch_offer.title': 'New job',
  'mail.dispatch_offer.title_near': 'New job near {city}',
  'mail.dispatch_offer.body':
    '{operator} offers you a job: go to a place and show with your phone what it looks like.',
  'mail.dispatch_offer.work':
    '{photos, plural, one {# photo} other {# photos}}, {questions, plural, one {# question} other {# questions}}, about {minutes, plural, one {# minute} other {# minutes}}',
  'mail.dispatch_offer.action': 'View the offer',
  'mail.dispatch_offer.first':
    'The offer can go to several verifiers. The first to accept gets the job and its address, and has {hours, plural, one {# hour} other {# hours}} to finish it.',
  'mail.dispatch_offer.why':
    "You're receiving this because {operator} has your address for job offers.",

  // Text messages. Outside Japanese and Arabic, only with the letters of GSM 03.38: any other shortens a part to 70.
  'sms.capture_invite':
    '{sender} asks you to take photos of a place: {url} The link works until {time}. Reply STOP to get no more messages.',
  'sms.capture_invite.customer':
    'A customer of {operator} asks you to take photos of a place: {url} The link works until {time}. Reply STOP to get no more messages.',
  'sms.capture_invite.anonymous':
    'A customer asks you to take photos of a place: {url} The link works until {time}. Reply STOP to get no more messages.',
  'sms.dispatch_offer':
    '{operator} offers you a job: {url} Accept by {time}. Reply STOP to get no more messages.',
  'sms.dispatch_offer.near':
    '{operator} offers you a job near {city}: {url} Accept by {time}. Reply STOP to get no more messages.',
  'sms.dispatch_offer.anonymous':
    'New job: {url} Accept by {time}. Reply STOP to get no more messages.',
  'sms.dispatch_offer.anonymous_near':
    'New job near {city}: {url} Accept by {time}. Reply STOP to get no more messages.',
} as const;

export type MessageKey = keyof typeof en;

/** The messages of another language. */
export type Messages = Readonly<Record<MessageKey, string>>;
