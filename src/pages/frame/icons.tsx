import { type IconName, iconPath } from './icon-paths.js';

export type { IconName };
export type Tone = 'good' | 'warn' | 'bad' | 'none';

/** Decorative: always used with text. */
export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 20 20" aria-hidden="true">
      <path {...iconPath(name)} />
    </svg>
  );
}

/** The logo next to the service's name. */
export function Sign() {
  return (
    <svg width="26" height="26" viewBox="0 0 20 20" aria-hidden="true">
      <rect width="20" height="20" rx="5" fill="currentColor" />
      <path {...iconPath('good')} stroke="var(--on-go)" stroke-width="2.4" />
    </svg>
  );
}
