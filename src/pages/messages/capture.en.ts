import { metresText } from '../frame/text.js';

/** A distance that no line break parts. */
const metres = (distance: number) => metresText(distance).replace(' ', '\u00a0');

const photos = (count: number) => `${count} ${count === 1 ? 'photo' : 'photos'}`;
const unsent = (count: number) =>
  count === 1 ? '1 photo was not sent yet.' : `${photos(count)} were not sent yet.`;

/** What the capture page says, in English. */
export const messages = {
  title: 'Take the photos',
  opening: 'Opening your task …',
  noScript:
    'This page needs JavaScript to read your position and to keep photos when there is no connection.',

  before: {
    photos: (count: number) =>
      `${photos(count)}. Your phone will ask for your position: the report says where each photo was taken.`,
    start: 'Start',
    address: 'Address',
    notes: 'Notes',
  },

  steps: {
    list: 'Steps',
    region: (at: number, of: number, label: string) => `Step ${at} of ${of}: ${label}`,
    number: (at: number, of: number) => `Step ${at} of ${of}`,
    leaveOut: 'Leave this out',
    todo: 'To do',
    done: 'Done',
    again: 'Try again',
    leftOut: 'Left out',
    waiting: 'Waiting to send',
    sending: 'Sending',
  },

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
      `This file is too large. It may have at most ${mebibytes} MB. ${advice}`,
    takeSmaller: 'Take a smaller one.',
    sendSmaller: 'You can send a smaller copy.',
    tooManyPixels: (width: number, height: number, megapixels: number) =>
      `This photo has ${width} × ${height} pixels; at most ${megapixels} million can be sent. You can send a smaller copy.`,
    shrink: 'Send a smaller copy',
    unreadable: 'This file could not be read. Take the photo again.',
    notKept:
      'Your phone has no room to keep this photo. Stay on this page until it is sent, or free some space.',
    needsPosition:
      'Your phone gave no position for this photo. Press Update position, or enter it below. The photo is kept.',
    needsEntry: 'Your phone gave no position for this photo. Enter it below. The photo is kept.',
  },

  position: {
    name: 'Position',
    looking: 'Looking for your position …',
    update: 'Update position',
    way: 'Show the way',
    here: (distance: number, accuracy: number) =>
      `You are at the address: ${metres(distance)} away, accurate to ${metres(accuracy)}.`,
    near: (distance: number) =>
      `You are ${metres(distance)} from the address. Photos from here count, but somebody looks at them first. Go closer if you can.`,
    far: (distance: number) =>
      `You are ${metres(distance)} from the address. Photos from here do not count: go there, or press Update position if this is wrong.`,
    inaccurate: (accuracy: number) =>
      `Your position is only accurate to ${metres(accuracy)}. Go outside, or turn on precise location.`,
    enterByHand: (distance: number) =>
      `You are at the address: ${metres(distance)} away, as you entered it.`,
    known: 'Your position is known. The address of this task has none to compare it with.',
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
    'This address is not encrypted (http): your phone gives no position and no camera to this page. Photos can still be sent.',
  clock: (minutes: number) =>
    `Your phone’s clock is ${Math.abs(minutes)} min ${minutes > 0 ? 'ahead' : 'behind'}. Set it to automatic, or photos may not count.`,

  sending: {
    name: 'Sending',
    bar: (label: string) => `Sending ${label}`,
    all: 'Everything is sent.',
    one: (at: number, of: number) => `Sending ${at} of ${of}.`,
    waits: (count: number) =>
      `${photos(count)} ${count === 1 ? 'waits' : 'wait'} for a connection.`,
    notSent: (why: string) => `Not sent: ${why}`,
    now: 'Send now',
    reasons: {
      busy: 'too many photos at once. It is tried again by itself.',
      trouble: 'something went wrong on our side. It is tried again by itself.',
      large: 'the file is too large. Take a smaller one.',
      full: 'this task takes no more photos of this step.',
      other: 'this photo was refused. Take a new one.',
    },
  },

  result: {
    name: 'Result',
    accepted: 'Accepted.',
    notAccepted: (why: string) => `Not accepted: ${why}`,
    next: (label: string) => `Next: ${label}`,
    again: 'Try again',
    farAway: (distance: number) =>
      `You were ${metres(distance)} from the address, so somebody looks at it first.`,
    late: 'It came more than a day late.',
    failed: {
      geofence: (distance: number, warn: number) =>
        `you were ${metres(distance)} from the address; it must be within ${metres(warn)}.`,
      capture_time:
        'it was taken before the task was opened, or your phone’s clock is wrong. Take a new photo, and set the clock to automatic.',
      hash: 'the file changed on its way. Send it again.',
      duplicate: 'this file was accepted for another task before. Take a new photo.',
      nonce: 'it was sent before under another name. Take a new photo.',
      media:
        'this file is damaged, or is no photo, video or PDF. Send the original, or take a new photo.',
      exif: 'the time or place in the file differs from your phone’s. Turn on location for the camera and set its clock to automatic, or use the camera in this page.',
      provenance:
        'the photo differs from the one that the camera signed. Phones change a photo when they remove its place: use the camera in this page, or send the original.',
      other: 'it did not pass every check. Take a new photo.',
    },
  },

  end: {
    title: 'All photos are in',
    thanks: 'Thank you. You can close this page.',
  },

  dead: {
    incomplete: {
      title: 'This link is not complete',
      hint: 'Open it again from the message you got, or copy it whole: it is long.',
    },
    invalid: {
      title: 'This link no longer works',
      hint: 'It was replaced or revoked. Ask for a new one.',
    },
    expired: {
      title: 'This link has expired',
      hint: 'Ask for a new one. Photos that were not sent stay on this phone and go out with it.',
    },
    finished: { title: 'This task is finished', hint: 'It takes no more photos. Thank you.' },
    unsent,
  },

  noConnection: {
    title: 'No connection',
    hint: 'Your task opens as soon as there is a connection.',
    stored: 'No connection. You can go on: photos are kept on this phone.',
  },
} as const;
