import type { Child } from 'hono/jsx';
import { useContext } from 'hono/jsx';
import { fill } from '../../messages/fill.js';
import { reportCatalogue } from '../../messages/report/catalogue.js';
import type { ReportEnglish } from '../../messages/report/en.js';
import type { CheckResult } from '../../modules/evidence/evidence.js';
import type { ReaderText } from '../../modules/report/check-text.js';
import { type Wording, wordingIn } from '../../modules/report/reader-wording.js';
import { useText } from '../frame/frame-text.js';
import { Icon, type Tone } from '../frame/icons.js';
import { SiteContext } from '../frame/site.js';

/** Returns the messages of the page in its language. */
export const useReportText = () => useText(reportCatalogue);

/** Returns what the content of the report is written with in the language of the page. */
export const useWording = (): Wording => wordingIn(useContext(SiteContext).language);

/** Returns the function that inserts elements into a message in place of its arguments. */
export function useFilled() {
  const texts = reportCatalogue[useContext(SiteContext).language];
  return (key: keyof ReportEnglish, values: Readonly<Record<string, Child>>): Child[] =>
    fill(texts[key], values);
}

/** A text for the reader; one in English is marked. */
export const Reading = ({ text, isEnglish }: ReaderText) => {
  const { language } = useContext(SiteContext);
  return <bdi lang={isEnglish && language !== 'en' ? 'en' : undefined}>{text}</bdi>;
};

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
