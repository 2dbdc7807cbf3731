/** Paths of the icons, in a square of 20. */
const paths = {
  good: 'M4.5 10.5l3.5 3.5 7.5-8',
  warn: 'M10 4.5v7M10 14.6v.9',
  bad: 'M5.5 5.5l9 9M14.5 5.5l-9 9',
  none: 'M5 10h10',
  now: 'M10 5.5v5l3 2M10 2.5a7.5 7.5 0 100 15 7.5 7.5 0 000-15z',
  place:
    'M10 17.5s-5.5-5-5.5-9.2a5.5 5.5 0 0111 0c0 4.2-5.5 9.2-5.5 9.200zM10 6.500v3.600M8.2 8.300h3.6',
  arrow: 'M4 10h11M10.5 5.500L15 10l-4.5 4.5',
  copy: 'M7 7h9v9H7zM4 13V4h9',
};
export type IconName = keyof typeof paths;
export type Tone = 'good' | 'warn' | 'bad' | 'none';

/** Never alone: a word stands beside it. */
export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 20 20" aria-hidden="true">
      <path
        d={paths[name]}
        fill="none"
        stroke="currentColor"
        stroke-width="2.2"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
  );
}

/** The sign of the service beside its name. */
export function Sign() {
  return (
    <svg width="26" height="26" viewBox="0 0 20 20" aria-hidden="true">
      <rect width="20" height="20" rx="5" fill="currentColor" />
      <path
        d={paths.good}
        fill="none"
        stroke="var(--on-go)"
        stroke-width="2.4"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
  );
}
