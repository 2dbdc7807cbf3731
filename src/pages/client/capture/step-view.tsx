/** @jsxImportSource preact */
/// <reference lib="dom" />
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Bar } from './bar.js';
import { Camera, type Finder, takePicture } from './camera-view.js';
import type { CaptureActions } from './controller.js';
import { Example } from './example.js';
import { Button, FileControl, Icon, Message } from './parts.js';
import { sentTypes } from './photo-file.js';
import { type CaptureState, following, onPhone, placeOf } from './state.js';
import { stepState } from './steps.js';
import { type TaskStep, textLanguage } from './task.js';
import { quoted, t } from './text.js';

interface StepProps {
  state: CaptureState;
  step: TaskStep;
  actions: CaptureActions;
  /** The position and directions. */
  position: ComponentChildren;
  /** The result of the photo just sent. */
  result: ComponentChildren;
}

const hasCamera = () => window.isSecureContext && Boolean(navigator.mediaDevices?.getUserMedia);

/** The controls for taking a photo, with the phone's own camera or another way. */
function shootParts({ state, step, actions }: StepProps) {
  const canFilm = hasCamera();
  const filmFirst = state.pageClosed && canFilm;
  const take = (
    <FileControl
      label={t('capture.photo.take')}
      kind={filmFirst ? 'quiet' : 'go'}
      icon="camera"
      accept="image/*"
      camera
      onOpen={actions.cameraOpens}
      onCancel={actions.cameraCloses}
      onFile={actions.photo}
    />
  );
  const film = (
    <Button kind={filmFirst ? 'go' : 'quiet'} icon="camera" onClick={actions.openCamera}>
      {t('capture.photo.camera')}
    </Button>
  );
  const body = (
    <>
      {filmFirst && (
        <div role="alert">
          <Message tone="warn">{t('capture.photo.page_closed')}</Message>
        </div>
      )}
      <div class="row">
        <FileControl
          label={t('capture.photo.file')}
          icon="file"
          accept={sentTypes.join(',')}
          onFile={actions.file}
        />
      </div>
      <div class="row other">
        {filmFirst ? take : canFilm && film}
        {!step.required && (
          <Button kind="quiet" icon="none" onClick={actions.leaveOut}>
            {t('capture.steps.skip')}
          </Button>
        )}
      </div>
    </>
  );
  return { body, primary: filmFirst ? film : take };
}

/** The picture, or the name of a file that the browser cannot show. */
function Shown({ state }: { state: CaptureState }) {
  const [broken, setBroken] = useState(false);
  const { draft, preview } = state;
  if (!draft || !preview) return null;
  if (draft.type.startsWith('image/') && !broken) {
    return (
      <img
        class="shot"
        src={preview}
        alt={t('capture.photo.preview')}
        onError={() => setBroken(true)}
      />
    );
  }
  if (draft.type.startsWith('video/')) {
    return (
      // biome-ignore lint/a11y/useMediaCaption: a video that was just recorded has no captions
      <video
        class="shot"
        src={preview}
        aria-label={t('capture.photo.preview')}
        controls
        playsInline
      />
    );
  }
  return (
    <div class="shot name" role="img" aria-label={t('capture.photo.preview')}>
      <Icon name="file" size={40} />
      <span>
        <bdi>{draft.name}</bdi>
      </span>
    </div>
  );
}

const noteCharactersMax = 900;

function previewParts({ state, actions }: StepProps) {
  const body = (
    <>
      <Shown state={state} />
      <Button icon="again" onClick={actions.retake}>
        {t('capture.photo.retake')}
      </Button>
      <div class="field">
        <label for="note">{t('capture.photo.note')}</label>
        <textarea
          id="note"
          dir="auto"
          rows={2}
          maxLength={noteCharactersMax}
          value={state.draft?.note ?? ''}
          onInput={({ currentTarget }) => actions.note(currentTarget.value)}
        />
      </div>
    </>
  );
  return {
    body,
    primary: (
      <Button kind="go" icon="good" busy={state.using} onClick={actions.use}>
        {t('capture.photo.use')}
      </Button>
    ),
  };
}

/** After "Use photo": the next step, while the photo is being sent. */
function sentParts({ state, step, actions }: StepProps) {
  const next = following(state);
  const { rejected } = state.sending;
  if (state.kept.some(({ id, stepName }) => stepName === step.step_name && rejected.includes(id))) {
    const primary = (
      <Button kind="go" icon="again" onClick={actions.replaceRejected}>
        {t('capture.photo.retake')}
      </Button>
    );
    return { body: null, primary };
  }
  if (stepState(step, onPhone(state)) === 'again') {
    const primary = (
      <Button kind="go" icon="again" onClick={() => actions.openStep(step.step_name)}>
        {t('capture.result.again')}
      </Button>
    );
    return { body: null, primary };
  }
  const primary = next && (
    <Button kind="go" icon="arrow" onClick={actions.next}>
      {t('capture.result.next', { label: quoted(next.label) })}
    </Button>
  );
  return { body: null, primary };
}

function cameraParts({ actions }: StepProps, video: Finder) {
  return {
    body: (
      <>
        <Camera video={video} actions={actions} />
        <Button onClick={() => actions.closeCamera()}>{t('capture.photo.close_camera')}</Button>
      </>
    ),
    primary: (
      <Button kind="go" icon="camera" onClick={() => takePicture(video, actions)}>
        {t('capture.photo.picture')}
      </Button>
    ),
  };
}

interface Parts {
  body: ComponentChildren;
  primary: ComponentChildren;
}

type StepMode = Exclude<CaptureState['mode'], 'question' | 'review'>;

const modes: Record<StepMode, (props: StepProps, video: Finder) => Parts> = {
  shoot: shootParts,
  preview: previewParts,
  sent: sentParts,
  camera: cameraParts,
};

/** The open step, and the primary control at the bottom edge. */
export function Step(props: StepProps) {
  const { state, step, actions, position, result } = props;
  const video = useRef<HTMLVideoElement>(null);
  const { task, mode, problem } = state;
  if (!task || mode === 'question' || mode === 'review') return null;
  const place = placeOf(task, step.step_name);
  const of = task.steps.length;
  const { body, primary } = modes[mode](props, video);
  return (
    <>
      <section
        class="step"
        aria-label={t('capture.steps.region', { at: place, of, label: quoted(step.label) })}
      >
        <h2 tabIndex={-1}>
          <span class="number">
            {t('capture.steps.number', { at: place, of })}
            <span class="colon">: </span>
          </span>
          <bdi lang={textLanguage(task)}>{step.label}</bdi>
        </h2>
        {mode === 'shoot' && (
          <div class="guide">
            <p lang={textLanguage(task)} dir="auto">
              {step.instructions}
            </p>
            <Example stepName={step.step_name} />
          </div>
        )}
        {problem && (
          <div role="alert" tabIndex={-1} class="problem">
            <Message tone="bad">{problem}</Message>
            {state.tooLarge && mode === 'shoot' && (
              <Button icon="file" onClick={actions.shrink}>
                {t('capture.photo.shrink')}
              </Button>
            )}
          </div>
        )}
        {mode === 'shoot' && position}
        {body}
        {result}
        {(mode === 'preview' || mode === 'sent') && position}
      </section>
      <Bar state={state} actions={actions}>
        {primary}
      </Bar>
    </>
  );
}
