/** @jsxImportSource preact */
/// <reference lib="dom" />
import type { ComponentChildren } from 'preact';
import type { CaptureActions } from './controller.js';
import { Button } from './parts.js';
import { type CaptureState, sendingText } from './state.js';
import { quoted, t } from './text.js';

interface BarProps {
  state: CaptureState;
  actions: CaptureActions;
  /** The primary control. */
  children?: ComponentChildren;
}

/** The bar at the bottom edge, within reach of the thumb: sending status and primary control. */
export function Bar({ state, actions, children }: BarProps) {
  return (
    <div class="dock">
      <Sending state={state} actions={actions} isPrimary={!children} />
      {children}
    </div>
  );
}

interface SendingProps extends Omit<BarProps, 'children'> {
  /** True if there is nothing else left to do. */
  isPrimary: boolean;
}

/** The status "Sending", rendered before it has content, so that screen readers announce it. */
function Sending({ state, actions, isPrimary }: SendingProps) {
  const { current } = state.sending;
  const text = sendingText(state);
  const stuck = !current && state.kept.length > 0;
  return (
    <div class="sending">
      <div role="status" aria-label={t('capture.sending')}>
        {text}
      </div>
      {current && (
        <progress
          aria-label={t('capture.sending.bar', { label: quoted(current.photo.label) })}
          max={100}
          value={Math.round(current.share * 100)}
        />
      )}
      {stuck && (
        <Button
          kind={isPrimary ? 'go' : 'quiet'}
          icon={isPrimary ? 'send' : undefined}
          onClick={actions.sendNow}
        >
          {t('capture.sending.now')}
        </Button>
      )}
    </div>
  );
}
