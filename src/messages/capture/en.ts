/** Messages in English of the capture page. */
export const en = {
  'capture.title': 'Take the photos',
  'capture.opening': 'Opening your task …',
  'capture.no_script':
    'This page needs JavaScript to read your position and to keep photos when there is no connection.',
  'capture.language_offline': 'Changing the language needs a connection.',

  'capture.before.photos':
    '{photos, plural, one {# photo} other {# photos}}. Your phone will ask for your position: the report says where each photo was taken.',
  'capture.before.photos_questions':
    '{photos, plural, one {# photo} other {# photos}} and {questions, plural, one {# question} other {# questions}}. Your phone will ask for your position: the report says where each photo was taken.',
  'capture.before.start': 'Start',
  'capture.before.address': 'Address',
  'capture.before.notes': 'Notes',
  'capture.notes': 'Notes: {notes}',
  'capture.more_requested': 'More photos were requested:',

  'capture.steps': 'Steps',
  'capture.steps.region': 'Step {at, number} of {of, number}: {label}',
  'capture.steps.number': 'Step {at, number} of {of, number}',
  'capture.steps.skip': 'Skip',
  'capture.steps.todo': 'To do',
  'capture.steps.done': 'Done',
  'capture.steps.again': 'Try again',
  'capture.steps.skipped': 'Skipped',
  'capture.steps.waiting': 'Waiting to send',
  'capture.steps.sending': 'Sending',

  'capture.example': 'Example',
  'capture.example.place': 'The whole place, with what is left and right of it',
  'capture.example.sign': 'The sign fills the picture, and every letter can be read',
  'capture.example.entrance': 'The whole entrance, with its door',
  'capture.example.notice': 'The whole notice, close enough to read it',
  'capture.example.number': 'The number fills the picture, and every digit can be read',
  'capture.example.building': 'The whole building, from the ground to the roof',
  'capture.example.street': 'The street with what is on both sides',
  'capture.example.vehicle': 'The whole vehicle',
  'capture.example.close': 'The object fills most of the picture',
  'capture.example.people': 'The people from behind, with the stage in front',

  'capture.photo.take': 'Take photo',
  'capture.photo.file': 'Send a file instead',
  'capture.photo.camera': 'Camera in this page',
  'capture.photo.picture': 'Take picture',
  'capture.photo.close_camera': 'Close camera',
  'capture.photo.camera_view': 'What the camera sees',
  'capture.photo.camera_waits':
    'Waiting for the camera. If it does not start, close it and use “Take photo”.',
  'capture.photo.camera_denied':
    'The camera did not open. Allow it in your browser’s settings, or use “Take photo”.',
  'capture.photo.camera_missing':
    'The camera did not open: there is none, or another app uses it. Use “Take photo”.',
  'capture.photo.camera_stopped': 'The camera stopped. Open it again, or use “Take photo”.',
  'capture.photo.page_closed':
    'Your phone closed this page while the camera was open. Use the camera in this page.',
  'capture.photo.preview': 'Your photo',
  'capture.photo.note': 'Note (optional)',
  'capture.photo.use': 'Use photo',
  'capture.photo.retake': 'Retake',
  'capture.photo.too_large':
    'This file is too large. The maximum is {megabytes, number} MB. Take a smaller one.',
  'capture.photo.too_large_shrink':
    'This file is too large. The maximum is {megabytes, number} MB. You can send a smaller copy.',
  'capture.photo.too_many_pixels':
    'This photo has {width} × {height} pixels; at most {megapixels, number} million can be sent. You can send a smaller copy.',
  'capture.photo.shrink': 'Send a smaller copy',
  'capture.photo.not_shrunk':
    'This browser cannot make a smaller copy of this photo. Set the camera to fewer megapixels and take it again.',
  'capture.photo.unreadable': 'This file could not be read. Take the photo again.',
  'capture.photo.not_kept':
    'Your phone has no room to keep this photo. Stay on this page until it is sent, or free some space.',
  'capture.photo.needs_position':
    'Your phone gave no position for this photo. Press “Update position”, or enter it below. The photo is kept.',
  'capture.photo.needs_entry':
    'Your phone gave no position for this photo. Enter it below. The photo is kept.',

  'capture.question.yes': 'Yes',
  'capture.question.no': 'No',
  'capture.question.cannot_tell': 'Can’t tell',
  'capture.question.cannot_tell_because': 'Can’t tell: {reason}',
  'capture.question.reason': 'Why can’t you tell?',
  'capture.question.comment': 'Comment (required)',
  'capture.question.comment_optional': 'Comment (optional)',
  'capture.question.photo': 'Photo that shows it (required)',
  'capture.question.photo_optional': 'Photo that shows it (optional)',
  'capture.question.no_photo': 'None',
  'capture.question.optional': '(optional)',
  'capture.question.next': 'Next',
  'capture.question.back': 'Back',
  'capture.question.skip': 'Skip',
  'capture.question.rejected': 'The service did not accept this answer: {why}. Please correct it.',
  'capture.problem.choose': 'Choose an answer.',
  'capture.problem.choose_some': 'Choose at least one answer.',
  'capture.problem.number': 'Enter a number.',
  'capture.problem.whole': 'Enter a whole number.',
  'capture.problem.text': 'Enter an answer.',
  'capture.problem.time': 'Enter a date and time.',
  'capture.problem.number_between': 'Enter a number from {minimum} to {maximum}.',
  'capture.problem.whole_between': 'Enter a whole number from {minimum} to {maximum}.',
  'capture.problem.number_least': 'Enter a number of at least {minimum}.',
  'capture.problem.whole_least': 'Enter a whole number of at least {minimum}.',
  'capture.problem.number_most': 'Enter a number of at most {maximum}.',
  'capture.problem.whole_most': 'Enter a whole number of at most {maximum}.',
  'capture.problem.decimals':
    'Enter at most {decimals, plural, one {# digit} other {# digits}} after the point.',
  'capture.problem.reason': 'Say in a few words why you can’t tell.',
  'capture.problem.photo': 'Choose the photo that shows it.',
  'capture.problem.comment': 'Add a comment to this answer.',

  'capture.review.title': 'Check before you send',
  'capture.review.answers': 'Answers',
  'capture.review.photos': 'Photos',
  'capture.review.photo': '{label}: {state}',
  'capture.review.unanswered': 'Not answered',
  'capture.review.answer': 'Answer',
  'capture.review.change': 'Change',
  'capture.review.change_of': 'Change the answer to: {label}',
  'capture.review.ready': 'Ready to send',
  'capture.review.send': 'Send',

  'capture.position': 'Position',
  'capture.position.looking': 'Looking for your position …',
  'capture.position.update': 'Update position',
  'capture.position.directions': 'Directions',
  'capture.position.here': 'You are at the address: {distance} away, accurate to {accuracy}.',
  'capture.position.near':
    'You are {distance} from the address. Photos from here count, but will be reviewed first. Go closer if you can.',
  'capture.position.far':
    'You are {distance} from the address. Photos from here do not count: go there, or press “Update position” if this is wrong.',
  'capture.position.uncertain':
    'Your phone reports a position {distance} from the address, accurate only to {accuracy}. Go outside, or turn on precise location, then press “Update position”.',
  'capture.position.inaccurate':
    'Your position is only accurate to {accuracy}. Go outside, or turn on precise location.',
  'capture.position.two_sentences': '{first} {second}',
  'capture.position.here_entered': 'You are at the address: {distance} away, as you entered it.',
  'capture.position.known':
    'Your position is known, but this task has no position to compare it with.',
  'capture.position.denied':
    'Allow the position for this page in your browser’s settings, then press “Update position”.',
  'capture.position.none': 'Your phone gives no position. Go outside, or enter it below.',
  'capture.position.none_on_device': 'This page gets no position from your phone. Enter it below.',
  'capture.position.enter': 'Enter your position',
  'capture.position.latitude': 'Latitude',
  'capture.position.longitude': 'Longitude',
  'capture.position.use': 'Use this position',

  'capture.plain_http':
    'This address is not encrypted (http): your phone does not share its position or camera with this page. You can still send photos.',
  'capture.clock_ahead':
    'Your phone’s clock is {minutes, plural, one {# minute} other {# minutes}} ahead. Set it to automatic, or photos may not count.',
  'capture.clock_behind':
    'Your phone’s clock is {minutes, plural, one {# minute} other {# minutes}} behind. Set it to automatic, or photos may not count.',

  'capture.sending': 'Sending',
  'capture.sending.bar': 'Sending {label}',
  'capture.sending.all': 'Everything is sent.',
  'capture.sending.one': 'Sending {at, number} of {of, number}.',
  'capture.sending.answers_wait':
    '{answers, plural, one {# answer is} other {# answers are}} waiting to be sent.',
  'capture.sending.photos_wait':
    '{photos, plural, one {# photo is} other {# photos are}} waiting for a connection.',
  'capture.sending.now': 'Send now',
  'capture.sending.busy': 'Not sent: too many photos at once. It will be retried automatically.',
  'capture.sending.trouble':
    'Not sent: something went wrong on our side. It will be retried automatically.',
  'capture.sending.large': 'Not sent: the file is too large. Take a smaller one.',
  'capture.sending.full': 'Not sent: this task accepts no more photos for this step.',
  'capture.sending.rejected': 'Not sent: this photo was rejected. Take a new one.',

  'capture.result': 'Result',
  'capture.result.accepted': 'Accepted.',
  'capture.result.next': 'Next: {label}',
  'capture.result.again': 'Try again',
  'capture.result.far': 'You were {distance} from the address, so it will be reviewed first.',
  'capture.result.late': 'It arrived more than a day late.',
  'capture.failed.geofence':
    'Not accepted: you were {distance} from the address; it must be within {limit}.',
  'capture.failed.capture_time':
    'Not accepted: it was taken before the task was opened, or your phone’s clock is wrong. Take a new photo, and set the clock to automatic.',
  'capture.failed.hash': 'Not accepted: the file changed in transit. Send it again.',
  'capture.failed.duplicate':
    'Not accepted: this file was accepted for another task before. Take a new photo.',
  'capture.failed.nonce': 'Not accepted: it was sent before under another name. Take a new photo.',
  'capture.failed.media':
    'Not accepted: this file is damaged, or is not a photo, video or PDF. Send the original, or take a new photo.',
  'capture.failed.exif':
    'Not accepted: the time or place in the file differs from your phone’s. Turn on location for the camera and set its clock to automatic, or use the camera in this page.',
  'capture.failed.provenance':
    'Not accepted: the photo differs from the one that the camera signed. Phones change a photo when they remove its place: use the camera in this page, or send the original.',
  'capture.failed.other': 'Not accepted: it did not pass every check. Take a new photo.',

  'capture.end.title': 'All photos are in',
  'capture.end.thanks': 'Thank you. You can close this page.',
  'capture.end.thanks_own': 'Thank you. Your request shows what happens next.',
  'capture.end.to_request': 'Go to your request',

  'capture.dead.incomplete': 'This link is not complete',
  'capture.dead.incomplete_hint':
    'Open it again from the message you received, or copy all of it: it is long.',
  'capture.dead.invalid': 'This link no longer works',
  'capture.dead.invalid_hint': 'It was replaced or revoked. Ask for a new one.',
  'capture.dead.expired': 'This link has expired',
  'capture.dead.expired_hint':
    'Ask for a new one. Unsent photos stay on this phone and are sent with the new link.',
  'capture.dead.finished': 'This task is finished',
  'capture.dead.finished_hint': 'It accepts no more photos. Thank you.',
  'capture.dead.unsent': '{photos, plural, one {# photo was} other {# photos were}} not sent yet.',

  'capture.offline': 'No connection',
  'capture.offline.hint': 'Your task opens as soon as there is a connection.',
  'capture.offline.kept': 'No connection. You can continue: photos are kept on this phone.',
} as const;

export type CaptureEnglish = typeof en;
