import { metresText } from '../frame/text.js';

/** Formats a distance without line breaks. */
const metres = (distance: number) => metresText(distance).replace(' ', '\u00a0');

const photos = (count: number) => `${count} ${count === 1 ? 'photo' : 'photos'}`;
const questions = (count: number) => `${count} ${count === 1 ? 'question' : 'questions'}`;
const unsent = (count: number) =>
  count === 1 ? '1 photo was not sent yet.' : `${photos(count)} were not sent yet.`;

/** Copy of the capture page, in English. */
export const messages = {
  title: 'Take the photos',
  opening: 'Opening your task …',
  noScript:
    'This page needs JavaScript to read your position and to keep photos when there is no connection.',

  before: {
    photos: (count: number, questionCount: number) =>
      `${photos(count)}${questionCount > 0 ? ` and ${questions(questionCount)}` : ''}. Your phone will ask for your position: the report says where each photo was taken.`,
    start: 'Start',
    address: 'Address',
    notes: 'Notes',
  },

  steps: {
    list: 'Steps',
    region: (at: number, of: number, label: string) => `Step ${at} of ${of}: ${label}`,
    number: (at: number, of: number) => `Step ${at} of ${of}`,
    leaveOut: 'Skip',
    todo: 'To do',
    done: 'Done',
    again: 'Try again',
    leftOut: 'Skipped',
    waiting: 'Waiting to send',
    sending: 'Sending',
  },

  examples: {
    caption: 'Example',
    drawings: {
      place: 'The whole place, with what is left and right of it',
      sign: 'The sign fills the picture, and every letter can be read',
      entrance: 'The whole entrance, with its door',
      notice: 'The whole notice, close enough to read it',
      number: 'The number fills the picture, and every digit can be read',
      building: 'The whole building, from the ground to the roof',
      street: 'The street with what is on both sides',
      vehicle: 'The whole vehicle',
      close: 'The object fills most of the picture',
      people: 'The people from behind, with the stage in front',
    },
  },

  moreRequested: 'More photos were requested:',

  photo: {
    take: 'Take photo',
    file: 'Send a file instead',
    camera: 'Camera in this page',
    picture: 'Take picture',
    closeCamera: 'Close camera',
    cameraView: 'What the camera sees',
    cameraWaits: 'Waiting for the camera. If it does not start, close it and use “Take photo”.',
    cameraRejected:
      'The camera did not open. Allow it in your browser’s settings, or use “Take photo”.',
    cameraMissing:
      'The camera did not open: there is none, or another app uses it. Use “Take photo”.',
    cameraStopped: 'The camera stopped. Open it again, or use “Take photo”.',
    pageClosed:
      'Your phone closed this page while the camera was open. Use the camera in this page.',
    preview: 'Your photo',
    note: 'Note (optional)',
    use: 'Use photo',
    retake: 'Retake',
    tooLarge: (mebibytes: number, advice: string) =>
      `This file is too large. The maximum is ${mebibytes} MB. ${advice}`,
    takeSmaller: 'Take a smaller one.',
    sendSmaller: 'You can send a smaller copy.',
    tooManyPixels: (width: number, height: number, megapixels: number) =>
      `This photo has ${width} × ${height} pixels; at most ${megapixels} million can be sent. You can send a smaller copy.`,
    shrink: 'Send a smaller copy',
    notShrunk:
      'This browser cannot make a smaller copy of this photo. Set the camera to fewer megapixels and take it again.',
    unreadable: 'This file could not be read. Take the photo again.',
    notKept:
      'Your phone has no room to keep this photo. Stay on this page until it is sent, or free some space.',
    needsPosition:
      'Your phone gave no position for this photo. Press Update position, or enter it below. The photo is kept.',
    needsEntry: 'Your phone gave no position for this photo. Enter it below. The photo is kept.',
  },

  questions: {
    yes: 'Yes',
    no: 'No',
    cannotTell: 'Can’t tell',
    reason: 'Why can’t you tell?',
    comment: 'Comment (required)',
    commentOptional: 'Comment (optional)',
    photo: 'Photo that shows it (required)',
    photoOptional: 'Photo that shows it (optional)',
    noPhoto: 'None',
    optional: '(optional)',
    next: 'Next',
    back: 'Back',
    skip: 'Skip',
    rejected: (why: string) => `The service did not accept this answer: ${why}. Please correct it.`,
    problems: {
      yes_no: 'Choose an answer.',
      choice: 'Choose an answer.',
      choices: 'Choose at least one answer.',
      number: 'Enter a number.',
      text: 'Enter an answer.',
      date_time: 'Enter a date and time.',
      bounds: (minimum: number | null, maximum: number | null, decimals: number | null) => {
        const number = decimals === 0 ? 'a whole number' : 'a number';
        if (minimum !== null && maximum !== null) {
          return `Enter ${number} from ${minimum} to ${maximum}.`;
        }
        if (minimum !== null) return `Enter ${number} of at least ${minimum}.`;
        if (maximum !== null) return `Enter ${number} of at most ${maximum}.`;
        return decimals ? `Enter at most ${decimals} digits after the point.` : `Enter ${number}.`;
      },
      reason: 'Say in a few words why you can’t tell.',
      photo: 'Choose the photo that shows it.',
      comment: 'Add a comment to this answer.',
    },
  },

  review: {
    title: 'Check before you send',
    answers: 'Answers',
    photos: 'Photos',
    unanswered: 'Not answered',
    answer: 'Answer',
    change: 'Change',
    changeOf: (label: string) => `Change the answer to: ${label}`,
    ready: 'Ready to send',
    send: 'Send',
  },

  position: {
    name: 'Position',
    looking: 'Looking for your position …',
    update: 'Update position',
    way: 'Directions',
    here: (distance: number, accuracy: number) =>
      `You are at the address: ${metres(distance)} away, accurate to ${metres(accuracy)}.`,
    near: (distance: number) =>
      `You are ${metres(distance)} from the address. Photos from here count, but will be reviewed first. Go closer if you can.`,
    far: (distance: number) =>
      `You are ${metres(distance)} from the address. Photos from here do not count: go there, or press Update position if this is wrong.`,
    uncertain: (distance: number, accuracy: number) =>
      `Your phone reports a position ${metres(distance)} from the address, accurate only to ${metres(accuracy)}. Go outside, or turn on precise location, then press Update position.`,
    inaccurate: (accuracy: number) =>
      `Your position is only accurate to ${metres(accuracy)}. Go outside, or turn on precise location.`,
    enterByHand: (distance: number) =>
      `You are at the address: ${metres(distance)} away, as you entered it.`,
    known: 'Your position is known, but this task has no position to compare it with.',
    denied:
      'Allow the position for this page in your browser’s settings, then press Update position.',
    none: 'Your phone gives no position. Go outside, or enter it below.',
    noneOnDevice: 'This page gets no position from your phone. Enter it below.',
    enter: 'Enter your position',
    latitude: 'Latitude',
    longitude: 'Longitude',
    use: 'Use this position',
    byHand: 'Position entered by hand.',
  },

  plainHttp:
    'This address is not encrypted (http): your phone does not share its position or camera with this page. You can still send photos.',
  clock: (minutes: number) =>
    `Your phone’s clock is ${Math.abs(minutes)} min ${minutes > 0 ? 'ahead' : 'behind'}. Set it to automatic, or photos may not count.`,

  sending: {
    name: 'Sending',
    bar: (label: string) => `Sending ${label}`,
    all: 'Everything is sent.',
    one: (at: number, of: number) => `Sending ${at} of ${of}.`,
    answersWait: (count: number) =>
      count === 1 ? '1 answer waits to be sent.' : `${count} answers wait to be sent.`,
    waits: (count: number) =>
      `${photos(count)} ${count === 1 ? 'waits' : 'wait'} for a connection.`,
    notSent: (why: string) => `Not sent: ${why}`,
    now: 'Send now',
    reasons: {
      busy: 'too many photos at once. It will be retried automatically.',
      trouble: 'something went wrong on our side. It will be retried automatically.',
      large: 'the file is too large. Take a smaller one.',
      full: 'this task accepts no more photos for this step.',
      other: 'this photo was rejected. Take a new one.',
    },
  },

  result: {
    name: 'Result',
    accepted: 'Accepted.',
    notAccepted: (why: string) => `Not accepted: ${why}`,
    next: (label: string) => `Next: ${label}`,
    again: 'Try again',
    farAway: (distance: number) =>
      `You were ${metres(distance)} from the address, so it will be reviewed first.`,
    late: 'It arrived more than a day late.',
    failed: {
      geofence: (distance: number, warn: number) =>
        `you were ${metres(distance)} from the address; it must be within ${metres(warn)}.`,
      capture_time:
        'it was taken before the task was opened, or your phone’s clock is wrong. Take a new photo, and set the clock to automatic.',
      hash: 'the file changed in transit. Send it again.',
      duplicate: 'this file was accepted for another task before. Take a new photo.',
      nonce: 'it was sent before under another name. Take a new photo.',
      media:
        'this file is damaged, or is not a photo, video or PDF. Send the original, or take a new photo.',
      exif: 'the time or place in the file differs from your phone’s. Turn on location for the camera and set its clock to automatic, or use the camera in this page.',
      provenance:
        'the photo differs from the one that the camera signed. Phones change a photo when they remove its place: use the camera in this page, or send the original.',
      other: 'it did not pass every check. Take a new photo.',
    },
  },

  end: {
    title: 'All photos are in',
    thanks: 'Thank you. You can close this page.',
    thanksOwn: 'Thank you. Your request shows what happens next.',
    toRequest: 'Go to your request',
  },

  dead: {
    incomplete: {
      title: 'This link is not complete',
      hint: 'Open it again from the message you received, or copy all of it: it is long.',
    },
    invalid: {
      title: 'This link no longer works',
      hint: 'It was replaced or revoked. Ask for a new one.',
    },
    expired: {
      title: 'This link has expired',
      hint: 'Ask for a new one. Unsent photos stay on this phone and are sent with the new link.',
    },
    finished: { title: 'This task is finished', hint: 'It accepts no more photos. Thank you.' },
    unsent,
  },

  noConnection: {
    title: 'No connection',
    hint: 'Your task opens as soon as there is a connection.',
    stored: 'No connection. You can continue: photos are kept on this phone.',
  },
} as const;
