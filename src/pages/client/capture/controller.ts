import { second } from '../../../lib/units.js';
import { formatSeconds } from '../../../messages/format-plain.js';
import { ownRequestPath } from '../parts/own-request.js';
import { pageLanguage } from '../parts/page-texts.js';
import { clearCameraMark, leaveCameraMark, takeCameraMark } from './camera-mark.js';
import { minutesOff } from './clock.js';
import type { Link } from './link.js';
import {
  bytesOf,
  changePhoto,
  dropPhoto,
  forgetAnswering,
  forgetTask,
  keepLeftOut,
  keepPhoto,
  keepTask,
  keptAnswering,
  keptLeftOut,
  keptPhotos,
  keptTask,
} from './phone-store.js';
import type { StoredPhoto } from './photo.js';
import { capturedAtOf, draftOf, problemOf } from './photo-file.js';
import { readHeader } from './photo-header.js';
import { createPosition, hasPosition, isPositionGranted } from './position.js';
import type { Fix } from './position-text.js';
import { createQuestionFlow } from './question-flow.js';
import { readTask, type TaskRead } from './read-task.js';
import { resultOf } from './result-text.js';
import { createSender } from './sender.js';
import { prepareSha256, sha256 } from './sha256.js';
import { smallerCopy } from './smaller-copy.js';
import {
  type CaptureState,
  type DeadEnd,
  type Focus,
  following,
  onPhone,
  openStep,
  placeOf,
} from './state.js';
import { isComplete, nextStep } from './steps.js';
import { afterUpload, isClosed, type Task } from './task.js';
import { t } from './text.js';
import { upload } from './upload.js';

/** Time without a response after which the task stored on the phone is shown. */
const patienceMilliseconds = 3 * second;
/** Interval between attempts to read a task that is not stored on the phone. */
const unreachableMilliseconds = 10 * second;

/** Number of bytes at the start of a picture that are searched for its size and EXIF data. */
const headerBytes = 1024 * 1024;

const initial: CaptureState = {
  phase: 'opening',
  dead: null,
  task: null,
  offline: false,
  trouble: null,
  minutesOff: null,
  open: null,
  mode: 'shoot',
  answering: { answers: [], skipped: [] },
  asking: null,
  previousQuestions: [],
  fromReview: false,
  draft: null,
  preview: null,
  using: false,
  problem: null,
  tooLarge: null,
  position: { fix: null, denied: false, slow: false, asking: false },
  kept: [],
  leftOut: [],
  sending: { current: null, waiting: 0, reason: null, rejected: [] },
  sent: false,
  result: null,
  ownRequest: null,
  pageClosed: false,
};

/** On phones that give this page no position, there is no button to request one. */
const needsPosition = () =>
  t(hasPosition() ? 'capture.photo.needs_position' : 'capture.photo.needs_entry');

const wait = (milliseconds: number) =>
  new Promise<null>((resolve) => setTimeout(resolve, milliseconds, null));

/** Returns the message for a response without the task; null if no response arrived. */
function troubleText(read: TaskRead): string | null {
  if (read.kind !== 'trouble') return null;
  return read.retryAfter === null
    ? t('frame.our_fault', { number: read.requestId })
    : t('frame.too_many', { time: formatSeconds(pageLanguage(), read.retryAfter) });
}

/**
 * Controls the page for one link.
 * @param link null for a link without a complete token
 * @param show renders a state
 */
export function createCapture(
  link: Link | null,
  show: (state: CaptureState, focus: Focus) => void,
) {
  let state: CaptureState = {
    ...initial,
    ownRequest: link && ownRequestPath(link.jobId),
    position: { ...initial.position, slow: !hasPosition() },
  };
  let locating: Promise<unknown> = Promise.resolve();
  let taking = false;
  let retry: ReturnType<typeof setTimeout> | undefined;
  const channel = 'BroadcastChannel' in window ? new BroadcastChannel('capture') : null;

  function change(part: Partial<CaptureState>, focus: Focus = null): void {
    state = { ...state, ...part };
    show(state, focus);
  }

  const position = createPosition((seen) => change({ position: seen }));

  const sender = createSender({
    async waiting() {
      const photos = (await keptPhotos(link?.jobId)).filter(({ draft }) => !draft);
      const place = ({ stepName }: StoredPhoto) => (state.task ? placeOf(state.task, stepName) : 0);
      const kept = photos.sort(
        (a, b) => place(a) - place(b) || a.capturedAt.localeCompare(b.capturedAt),
      );
      change({ kept });
      return kept;
    },
    async send(photo, onProgress) {
      const bytes = await bytesOf(photo);
      if (!bytes || !link || !state.task) return null;
      return upload({ token: link.token, kind: state.task.kind }, photo, bytes, onProgress);
    },
    async remove(photo) {
      await dropPhoto(photo);
      channel?.postMessage(photo.jobId);
    },
    async alone(run) {
      if (navigator.locks) await navigator.locks.request(`capture ${link?.jobId}`, run);
      else await run();
    },
    after(milliseconds, run) {
      const timer = setTimeout(run, milliseconds);
      return () => clearTimeout(timer);
    },
    onStored(photo, answer) {
      if (!state.task) return;
      const task = afterUpload(state.task, answer);
      keepTask(task).catch(() => {});
      change({ task, sent: true, result: resultOf(state.task, photo, answer, Date.now()) });
      questions.startSending();
      if (!endWhenComplete()) questions.askNextOpen();
    },
    onEnded: (end) => void die(end),
    onChange: (sending) => change({ sending }),
  });

  const questions = createQuestionFlow({
    link,
    current: () => state,
    change,
    sendDraft,
    endWhenComplete,
    onEnded: (end) => void die(end),
  });

  /** Returns true if the link cannot be used any more. */
  const isOver = () => state.phase === 'dead' || state.phase === 'end';

  function endWhenComplete(): boolean {
    const { task, kept, draft } = state;
    if (!task || !isComplete(task) || kept.length > 0 || draft) return false;
    if (questions.isOpen(task)) return false;
    position.stop();
    forgetTask(task.job_id).catch(() => {});
    forgetAnswering(task.job_id).catch(() => {});
    change({ phase: 'end' }, 'heading');
    return true;
  }

  /** Ends the work once every photo is in, or asks what is still open. @returns false if photos are missing */
  function endOrAsk(): boolean {
    if (endWhenComplete()) return true;
    const { task, kept, draft } = state;
    if (!task || !isComplete(task) || kept.length > 0 || draft) return false;
    goTo(null, 'step');
    return true;
  }

  async function die(dead: DeadEnd): Promise<void> {
    position.stop();
    const all = await keptPhotos(link?.jobId);
    if (link) forgetTask(link.jobId).catch(() => {});
    change({ phase: 'dead', dead, kept: all, draft: null }, 'heading');
  }

  function openNext(focus: Focus): void {
    const next = state.task && nextStep(state.task, onPhone(state));
    goTo(next?.step_name ?? null, focus);
  }

  function goTo(stepName: string | null, focus: Focus): void {
    if (isOver()) return;
    const step = state.task?.steps.find(({ step_name }) => step_name === stepName);
    const waits = state.kept.some((photo) => photo.stepName === stepName);
    change(
      {
        tooLarge: null,
        phase: 'steps',
        open: step?.step_name ?? null,
        mode: waits || !step ? 'sent' : 'shoot',
        asking: null,
        problem: null,
        result: state.result?.stepName === stepName ? null : state.result,
      },
      focus,
    );
    if (step) position.start();
    else position.stop();
    if (!step) void questions.goOnWithoutStep();
  }

  /** Shows a stored draft again. */
  async function resumeDraft(draft: StoredPhoto): Promise<boolean> {
    const bytes = await bytesOf(draft);
    if (!bytes) return false;
    const preview = URL.createObjectURL(new Blob([bytes], { type: draft.type }));
    change({ phase: 'steps', open: draft.stepName, mode: 'preview', draft, preview });
    position.start();
    if (!draft.position) locate(draft);
    return true;
  }

  async function begin(task: Task): Promise<void> {
    const [photos, leftOut, answering, granted] = await Promise.all([
      keptPhotos(task.job_id),
      keptLeftOut(task.job_id).catch(() => []),
      keptAnswering(task.job_id).catch(() => undefined),
      isPositionGranted(),
    ]);
    const [draft] = photos.filter((photo) => photo.draft);
    const kept = photos.filter((photo) => !photo.draft);
    change({
      kept,
      leftOut,
      answering: answering ?? state.answering,
      pageClosed: takeCameraMark(task.job_id),
    });
    sender.start();
    questions.startSending();
    if (endWhenComplete()) return;
    if (draft && (await resumeDraft(draft))) return;
    if (granted) openNext(null);
    else change({ phase: 'before' });
  }

  /** Handles the response for the token; the first one starts the page. */
  async function takeTask(read: TaskRead, kept: Task | undefined): Promise<void> {
    clearTimeout(retry);
    if (read.kind === 'dead') return die(read.end);
    if (read.kind === 'task') {
      const { task } = read;
      if (isClosed(task.job_status)) return die('finished');
      keepTask(task).catch(() => {});
      const first = state.task === null;
      change({ task, offline: false, minutesOff: minutesOff(read.ahead) });
      if (first) return begin(task);
      endWhenComplete();
      return;
    }
    if (state.task || isOver()) return;
    if (kept) {
      change({ task: kept, offline: true });
      return begin(kept);
    }
    const seconds = read.kind === 'trouble' ? read.retryAfter : null;
    change({ phase: 'unreachable', trouble: troubleText(read) });
    retry = setTimeout(readAgain, Math.max(unreachableMilliseconds, (seconds ?? 0) * second));
  }

  async function readAgain(): Promise<void> {
    if (!link || isOver()) return;
    await takeTask(await readTask(link.token), undefined);
  }

  async function open(): Promise<void> {
    if (!link) return die('incomplete');
    prepareSha256();
    const kept = await keptTask(link.jobId).catch(() => undefined);
    const reading = readTask(link.token);
    const read = kept ? await Promise.race([reading, wait(patienceMilliseconds)]) : await reading;
    await takeTask(read ?? { kind: 'none' }, kept);
    if (!read) await takeTask(await reading, kept);
  }

  /** Changes the draft, here and on the phone, unless it was retaken in the meantime. */
  function changeDraft(id: string, part: Partial<StoredPhoto>): void {
    if (state.draft?.id !== id) return;
    const draft = { ...state.draft, ...part };
    change({ draft });
    changePhoto(draft).catch(() => {});
  }

  function locate({ id }: StoredPhoto): void {
    locating = position.forPhoto().then((fix) => {
      if (fix && !state.draft?.position) changeDraft(id, { position: fix });
    });
  }

  function place(fix: Fix | null): void {
    if (fix && state.draft) changeDraft(state.draft.id, { position: fix });
    if (fix && state.problem === needsPosition()) change({ problem: null });
  }

  function clearDraft(part: Partial<CaptureState>, focus: Focus): void {
    if (state.preview) URL.revokeObjectURL(state.preview);
    change({ draft: null, preview: null, using: false, problem: null, ...part }, focus);
  }

  /** Stores a file as soon as it reaches the page, so that only the user can discard it. */
  async function take(file: File, isFresh: boolean, resizedFrom: string | null = null) {
    clearCameraMark();
    const step = openStep(state);
    // Pressing a button twice takes one picture.
    if (!step || !state.task || state.draft || taking) return;
    const jobId = state.task.job_id;
    let draft: StoredPhoto;
    let bytes: ArrayBuffer;
    let isKept: boolean;
    taking = true;
    try {
      const isPicture = file.type.startsWith('image/') && file.size > 0;
      const header = isPicture
        ? readHeader(new Uint8Array(await file.slice(0, headerBytes).arrayBuffer()))
        : null;
      const problem = problemOf(file, header);
      if (problem) {
        const tooLarge = problem.canShrink ? { file, isFresh } : null;
        return change({ mode: 'shoot', problem: problem.text, tooLarge }, 'alert');
      }
      const capturedAt = capturedAtOf(file, header, isFresh, Date.now());
      draft = draftOf(jobId, step, file, { capturedAt, resizedFrom });
      bytes = await file.arrayBuffer();
      isKept = await keepPhoto(draft, bytes);
    } catch {
      return change({ mode: 'shoot', problem: t('capture.photo.unreadable') }, 'alert');
    } finally {
      taking = false;
    }
    const preview = URL.createObjectURL(new Blob([bytes], { type: file.type }));
    const warning = isKept ? null : t('capture.photo.not_kept');
    const seen = { draft, preview, problem: warning, tooLarge: null, result: null };
    change({ mode: 'preview', ...seen }, 'step');
    locate(draft);
    sha256(bytes).then(
      (hash) => changeDraft(draft.id, { sha256: hash }),
      () => {},
    );
    navigator.storage?.persist?.().catch(() => {});
  }

  /** Queues the current photo, if any, and sends the answers. */
  async function sendDraft(): Promise<void> {
    const { draft } = state;
    if (!draft) {
      change({ mode: 'sent', asking: null, previousQuestions: [] }, 'step');
      questions.startSending();
      if (!endWhenComplete() && following(state)) openNext('step');
      return;
    }
    // Set before the write, so that concurrent changes to the photo, such as its hash, do not store it as a draft.
    change({ draft: { ...draft, draft: false } });
    let isKept: boolean;
    try {
      isKept = await changePhoto({ ...draft, draft: false });
    } catch {
      return change(
        { draft, mode: 'preview', using: false, problem: t('capture.photo.not_kept') },
        'alert',
      );
    }
    if (!isKept) {
      // Another tab sent or discarded the photo: continue with the state of the service.
      clearDraft({ mode: 'shoot' }, null);
      await readAgain();
      return openNext('step');
    }
    const photo = { ...draft, ...state.draft, draft: false };
    clearDraft(
      { mode: 'sent', asking: null, previousQuestions: [], kept: [...state.kept, photo] },
      'step',
    );
    sender.start();
    questions.startSending();
  }

  const actions = {
    open,
    readAgain,
    /** Handles the return of the connection. */
    online() {
      if (state.offline || state.phase === 'unreachable') void readAgain();
      sender.start();
      questions.startSending();
    },
    start: () => openNext('step'),
    openStep: (stepName: string) => goTo(stepName, 'step'),
    next: () => goTo(following(state)?.step_name ?? null, 'step'),
    sendNow: () => sender.startOver(),

    leaveOut() {
      if (!state.task || !state.open) return;
      const leftOut = [...state.leftOut, state.open];
      keepLeftOut(state.task.job_id, leftOut).catch(() => {});
      change({ leftOut });
      openNext('step');
      endWhenComplete();
    },

    cameraOpens: () => state.task && leaveCameraMark(state.task.job_id),
    cameraCloses: () => void clearCameraMark(),
    openCamera: () => change({ mode: 'camera', problem: null }, 'step'),
    closeCamera: (problem: string | null = null) =>
      change({ mode: 'shoot', problem }, problem ? 'alert' : 'step'),

    /** Handles a photo of the phone's own camera, which the page has survived. */
    photo(file: File): Promise<void> {
      change({ pageClosed: false });
      return take(file, true);
    },

    /** Handles a photo of the camera in this page. */
    picture: (file: File): Promise<void> => take(file, true),

    /** Handles a file from the gallery. */
    file: (file: File): Promise<void> => take(file, false),

    /** Sends a smaller copy of the photo that is too large. */
    async shrink(): Promise<void> {
      const { tooLarge } = state;
      if (!tooLarge || taking) return;
      taking = true;
      change({ tooLarge: null, problem: null });
      const copy = await smallerCopy(tooLarge.file).catch(() => null);
      taking = false;
      if (!copy) return change({ problem: t('capture.photo.not_shrunk') }, 'alert');
      await take(copy.file, tooLarge.isFresh, `${copy.from.width}x${copy.from.height}`);
    },

    note: (note: string) => state.draft && changeDraft(state.draft.id, { note }),

    async use(): Promise<void> {
      if (!state.draft || state.using) return;
      const { id } = state.draft;
      change({ using: true });
      await locating;
      const { draft } = state;
      // It was retaken in the meantime.
      if (draft?.id !== id) return;
      if (!draft.position) {
        const { position: seen } = state;
        return change(
          { using: false, problem: needsPosition(), position: { ...seen, slow: true } },
          'alert',
        );
      }
      await questions.goOn();
      change({ using: false });
    },

    ...questions.actions,

    async retake(): Promise<void> {
      const { draft } = state;
      // From pressing "Use photo" until it is stored, it is no longer a draft.
      if (!draft?.draft) return;
      clearDraft({ mode: 'shoot' }, 'step');
      endOrAsk();
      await dropPhoto(draft);
    },
    /** Discards a rejected photo so that it can be replaced. */
    async replaceRejected(): Promise<void> {
      const { sending, kept, open } = state;
      for (const photo of kept) {
        if (photo.stepName === open && sending.rejected.includes(photo.id)) await dropPhoto(photo);
      }
      sender.start();
      await sender.idle();
      if (!endOrAsk()) goTo(open, 'step');
    },

    updatePosition: async () => place(await position.update()),
    enterPosition: (latitude: number, longitude: number) =>
      place(position.enter(latitude, longitude)),
  };

  if (channel) {
    // Another tab sent a photo of this job: read the result from the service.
    channel.onmessage = ({ data }) => {
      if (data !== link?.jobId || !['before', 'steps'].includes(state.phase)) return;
      sender.start();
      void readAgain();
    };
  }

  return actions;
}

export type CaptureActions = ReturnType<typeof createCapture>;
