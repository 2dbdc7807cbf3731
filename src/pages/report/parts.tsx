import { raw } from 'hono/html';
import type { Child } from 'hono/jsx';
import type { CheckResult } from '../../modules/evidence/evidence.js';
import { words } from '../words/report.en.js';
import { style } from './style.js';

/** Paths of the icons, in a square of 20. */
const icons = {
  good: 'M4.5 10.5l3.5 3.5 7.5-8',
  warn: 'M10 4.5v7M10 14.6v.9',
  bad: 'M5.5 5.5l9 9M14.5 5.5l-9 9',
  none: 'M5 10h10',
};
export type Tone = keyof typeof icons;

export const toneOf: Record<CheckResult, Tone> = {
  pass: 'good',
  warn: 'warn',
  fail: 'bad',
  not_run: 'none',
};

/** Never alone: a word stands beside it. */
export function Icon({ tone }: { tone: Tone }) {
  return (
    <svg width="16" height="16" viewBox="0 0 20 20" aria-hidden="true">
      <path
        d={icons[tone]}
        fill="none"
        stroke="currentColor"
        stroke-width="2.6"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
  );
}

export function Badge({ tone, children }: { tone: Tone; children?: Child }) {
  return (
    <span class={tone === 'none' ? 'badge' : `badge ${tone}`}>
      <Icon tone={tone} />
      {children}
    </span>
  );
}

const formats = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
});

/** `21 Nov 2026, 13:52 UTC`. */
export const timeText = (time: Date | string): string => `${formats.format(new Date(time))} UTC`;

export function Time({ at }: { at: Date | string }) {
  return <time datetime={new Date(at).toISOString()}>{timeText(at)}</time>;
}

/** A part of the page that its heading names. */
export function Region(props: { id: string; heading: string; children?: Child }) {
  return (
    <section class="card" aria-labelledby={props.id}>
      <h2 id={props.id}>{props.heading}</h2>
      {props.children}
    </section>
  );
}

const favicon = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><rect width="20" height="20" rx="5" fill="#0a6237"/><path d="${icons.good}" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/></svg>`,
)}`;

interface FrameProps {
  title: string;
  /** Who runs the service. */
  operator: string | undefined;
  cover?: boolean;
  children?: Child;
}

/** A whole page, without script. */
export function Frame({ title, operator, cover = false, children }: FrameProps) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="theme-color" content="#f3f5f7" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#17212b" media="(prefers-color-scheme: dark)" />
        <title>{`${title} – ${words.service}`}</title>
        <link rel="icon" href={favicon} />
        <style>{raw(style)}</style>
      </head>
      <body class={cover ? 'cover' : ''}>
        <a class="skip" href="#content">
          {words.skip}
        </a>
        <header>{operator ?? words.service}</header>
        <main id="content">{children}</main>
        <footer>{operator ? words.service : ''}</footer>
      </body>
    </html>
  );
}
