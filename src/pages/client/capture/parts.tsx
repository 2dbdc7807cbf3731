/** @jsxImportSource preact */
/// <reference lib="dom" />
import type { ComponentChildren } from 'preact';
import { type IconName, iconPath } from '../../frame/icon-paths.js';

/** Decorative: always used with text. */
export function Icon({ name, size = 22 }: { name: IconName; size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 20 20" aria-hidden="true">
      <path {...iconPath(name)} />
    </svg>
  );
}

export type Tone = 'good' | 'warn' | 'bad' | 'plain';
const toneIcons = { good: 'good', warn: 'warn', bad: 'bad', plain: 'now' } as const;

/** A line of text with the icon and the background of its tone. */
export function Message(props: { tone: Tone; children: ComponentChildren }) {
  return (
    <div class={`saying ${props.tone}`}>
      <Icon name={toneIcons[props.tone]} />
      <div>{props.children}</div>
    </div>
  );
}

interface ButtonProps {
  onClick: () => void;
  kind?: 'go' | 'plain' | 'quiet';
  icon?: IconName | undefined;
  busy?: boolean;
  children: ComponentChildren;
}

export function Button({ onClick, kind = 'plain', icon, busy, children }: ButtonProps) {
  return (
    <button
      type="button"
      class={kind === 'plain' ? 'button' : `button ${kind}`}
      aria-busy={busy || undefined}
      onClick={onClick}
    >
      {icon && <Icon name={icon} />}
      <span>{children}</span>
    </button>
  );
}

interface FileControlProps {
  label: string;
  kind?: 'go' | 'plain' | 'quiet';
  icon: IconName;
  accept: string;
  /** Opens the phone's own camera. */
  camera?: boolean;
  onOpen?: () => void;
  onCancel?: () => void;
  onFile: (file: File) => void;
}

/** A file input that looks like a button; the input covers it, so that it receives the press. */
export function FileControl(props: FileControlProps) {
  const { label, kind = 'plain', icon, accept, camera, onOpen, onCancel, onFile } = props;
  return (
    <label class={kind === 'plain' ? 'button file-control' : `button file-control ${kind}`}>
      <Icon name={icon} />
      <span>{label}</span>
      <input
        type="file"
        accept={accept}
        capture={camera ? 'environment' : undefined}
        onClick={onOpen}
        onCancel={onCancel}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) onFile(file);
          // Allows choosing the same file again.
          currentTarget.value = '';
        }}
      />
    </label>
  );
}
