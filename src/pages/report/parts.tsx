import type { Child } from 'hono/jsx';
import { createContext, useContext } from 'hono/jsx';
import { fill } from '../../messages/fill.js';
import { reportCatalogue } from '../../messages/report/catalogue.js';
import type { ReportEnglish } from '../../messages/report/en.js';
import { noTexts, type ServiceTexts } from '../../modules/catalogue/service-texts.js';
import type { CheckResult } from '../../modules/evidence/evidence.js';
import type { ReaderText } from '../../modules/report/check-text.js';
import { type Wording, wordingIn } from '../../modules/report/reader-wording.js';
import { useText } from '../frame/frame-text.js';
import { Icon, type Tone } from '../frame/icons.js';
import { Label } from '../frame/label.js';
import { SiteContext } from '../frame/site.js';
import type { GivenAnswer, ReportAnswer } from './answer.js';

/** Returns the messages of the page in its language. */
export const useReportText = () => useText(reportCatalogue);

/** The texts of the catalogue for the service of the report. */
export const ServiceContext = createContext<ServiceTexts>(noTexts);

/** Returns what the content of the report is written with in the language of the page. */
export const useWording = (): Wording =>
  wordingIn(useContext(SiteContext).language, useContext(ServiceContext));

/** Returns the function that inserts elements into a message in place of its arguments. */
export function useFilled() {
  const texts = reportCatalogue[useContext(SiteContext).language];
  return (key: keyof ReportEnglish, values: Readonly<Record<string, Child>>): Child[] =>
    fill(texts[key], values);
}

/** The question of an answer; one of the catalogue that stays in English is marked. */
export function Question({ answer }: { answer: Pick<GivenAnswer, 'question_key' | 'question'> }) {
  const { labels } = useWording();
  const { question_key: key, question } = answer;
  // A question that is not of the catalogue can be in any language.
  if (!labels.entry(key)) return <bdi>{question}</bdi>;
  return <Label text={labels.question(key, 'label', question)} english={question} />;
}

/** The label of a step. */
export function StepLabel({
  step,
}: {
  step: Pick<ReportAnswer['steps'][number], 'step_name' | 'label'>;
}) {
  const { labels } = useWording();
  return <Label text={labels.step(step.step_name, 'label', step.label)} english={step.label} />;
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
