/** @jsxImportSource preact */
/// <reference lib="dom" />
import { useState } from 'preact/hooks';
import { isPossiblePosition } from '../../../lib/geo.js';
import { type PlaceText, readPlace } from '../../../lib/place-text.js';
import type { CaptureActions } from './controller.js';
import { Button, Icon, Message, type Tone } from './parts.js';
import type { PositionState } from './position.js';
import { hasPosition } from './position.js';
import { type Axis, positionText, readCoordinate } from './position-text.js';
import type { Task } from './task.js';
import { t } from './text.js';

const axisNames = {
  latitude: 'capture.position.latitude',
  longitude: 'capture.position.longitude',
} as const satisfies Record<Axis, string>;

const tones = { pass: 'good', warn: 'warn', fail: 'bad', unknown: 'plain' } as const;

function statusOf(task: Task, { fix, denied, slow }: PositionState): [Tone, string] {
  if (fix) {
    const { level, text } = positionText(task, fix);
    return [tones[level], text];
  }
  if (denied) return ['bad', t('capture.position.denied')];
  if (!hasPosition()) return ['warn', t('capture.position.none_on_device')];
  return slow ? ['warn', t('capture.position.none')] : ['plain', t('capture.position.looking')];
}

interface FieldProps {
  axis: Axis;
  value: string;
  problem: string | null;
  onInput: (value: string) => void;
  onPlace: (place: PlaceText) => void;
}

function Field({ axis, value, problem, onInput, onPlace }: FieldProps) {
  return (
    <div class="field">
      <label for={axis}>{t(axisNames[axis])}</label>
      <input
        id={axis}
        type="text"
        dir="ltr"
        inputMode="text"
        autocomplete="off"
        value={value}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${axis}-error` : undefined}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
        onPaste={(event) => {
          const place = readPlace(event.clipboardData?.getData('text') ?? '');
          if (!place) return;
          event.preventDefault();
          onPlace(place);
        }}
        // Some keyboards insert copied text without a paste event.
        onChange={({ currentTarget }) => {
          const place = readPlace(currentTarget.value);
          if (place) onPlace(place);
        }}
      />
      {problem && (
        <p class="error" id={`${axis}-error`}>
          <Icon name="warn" size={18} />
          {problem}
        </p>
      )}
    </div>
  );
}

/** Input for a phone that gives no position. */
function ByHand({ actions }: { actions: CaptureActions }) {
  const [typed, setTyped] = useState({ latitude: '', longitude: '' });
  const [checked, setChecked] = useState(false);
  const problem = (axis: Axis) => (checked ? readCoordinate(axis, typed[axis]).problem : null);
  const enter = (event: Event) => {
    event.preventDefault();
    setChecked(true);
    const latitude = readCoordinate('latitude', typed.latitude).value;
    const longitude = readCoordinate('longitude', typed.longitude).value;
    if (latitude !== null && longitude !== null) actions.enterPosition(latitude, longitude);
    else document.getElementById(latitude === null ? 'latitude' : 'longitude')?.focus();
  };
  const field = (axis: Axis) => (
    <Field
      axis={axis}
      value={typed[axis]}
      problem={problem(axis)}
      onInput={(value) => setTyped({ ...typed, [axis]: value })}
      onPlace={({ latitude, longitude }) => setTyped({ latitude, longitude })}
    />
  );
  return (
    <form novalidate class="form" onSubmit={enter}>
      <fieldset>
        <legend>{t('capture.position.enter')}</legend>
        <div class="pair">
          {field('latitude')}
          {field('longitude')}
        </div>
        <button type="submit" class="button">
          {t('capture.position.use')}
        </button>
      </fieldset>
    </form>
  );
}

interface WayProps {
  task: Task;
  kind?: 'plain' | 'quiet';
}

/** A link to the phone's map, unless the position is impossible. */
export function Way({ task: { latitude, longitude }, kind = 'plain' }: WayProps) {
  if (!isPossiblePosition(latitude, longitude)) return null;
  const place = `${latitude},${longitude}`;
  return (
    <a class={kind === 'plain' ? 'button' : 'button quiet'} href={`geo:${place}?q=${place}`}>
      <Icon name="arrow" />
      <span>{t('capture.position.directions')}</span>
    </a>
  );
}

interface PositionProps {
  task: Task;
  position: PositionState;
  actions: CaptureActions;
}

export function Position({ task, position, actions }: PositionProps) {
  const { fix, denied, slow, asking } = position;
  const [tone, text] = statusOf(task, position);
  // With a good position, only the controls that send a photo are prominent.
  const kind = tone === 'good' ? 'quiet' : 'plain';
  const byHand = (fix === null || fix.accuracy === null) && (denied || slow);
  return (
    <section class="position" aria-label={t('capture.position')}>
      <div role="status" aria-label={t('capture.position')}>
        <Message tone={tone}>{text}</Message>
      </div>
      <div class="row">
        {hasPosition() && (
          <Button kind={kind} icon="place" busy={asking} onClick={actions.updatePosition}>
            {t('capture.position.update')}
          </Button>
        )}
        <Way task={task} kind={kind} />
      </div>
      {byHand && <ByHand actions={actions} />}
    </section>
  );
}
