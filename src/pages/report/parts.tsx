import type { Child } from 'hono/jsx';
import type { CheckResult } from '../../modules/evidence/evidence.js';
import { Icon, type Tone } from '../frame/icons.js';

export const toneOf: Record<CheckResult, Tone> = {
  pass: 'good',
  warn: 'warn',
  fail: 'bad',
  not_run: 'none',
};

/** The name of a state with its icon; a plain one has no icon. */
export function Badge(props: { tone: Tone; plain?: boolean; children?: Child }) {
  const { tone, plain = false, children } = props;
  return (
    <span class={tone === 'none' ? 'badge' : `badge ${tone}`}>
      {!plain && <Icon name={tone} size={16} />}
      {children}
    </span>
  );
}

/** A region of the page named by its heading. */
export function Region(props: { id: string; heading: string; class?: string; children?: Child }) {
  return (
    <section class={props.class ?? 'part'} aria-labelledby={props.id}>
      <h2 id={props.id} tabindex={-1}>
        {props.heading}
      </h2>
      {props.children}
    </section>
  );
}

/** A fact with its name. */
export function Fact({ name, children }: { name: string; children?: Child }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
