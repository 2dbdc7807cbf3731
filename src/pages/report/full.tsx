import type { Child } from 'hono/jsx';
import type { StepStatus } from '../../modules/job/job.js';
import { ActionButton, Alert, Problem } from '../frame/form.js';
import type { FormState } from '../frame/form-state.js';
import type { Tone } from '../frame/icons.js';
import { messages, stepMessages } from '../messages/report.en.js';
import { type ReportAnswer, shownItems, type Versions } from './answer.js';
import { Checks, Photos } from './evidence.js';
import { Feedback } from './feedback.js';
import { Result, Title } from './head.js';
import { Badge, Region } from './parts.js';
import { Plan } from './plan.js';
import { Proof } from './proof.js';
import { VersionList } from './versions.js';

const stepTones: Record<StepStatus, Tone> = {
  passed: 'good',
  pending: 'none',
  failed: 'bad',
  skipped: 'none',
};

/** A step that nobody had to show and nobody showed was left out. */
const stateOf = ({ status, required }: ReportAnswer['steps'][number]): StepStatus =>
  status === 'pending' && !required ? 'skipped' : status;

function Steps({ steps }: Pick<ReportAnswer, 'steps'>) {
  return (
    <Region id="steps" heading={messages.steps}>
      <ol class="rows">
        {steps.map((step) => (
          <li>
            <div>
              <h3>{step.label}</h3>
              <p class="soft">{step.instructions}</p>
            </div>
            <Badge tone={stepTones[stateOf(step)]}>{stepMessages[stateOf(step)]}</Badge>
          </li>
        ))}
      </ol>
    </Region>
  );
}

/** How a report is read and saved again from its page. */
export interface Opened {
  /** Sent with every form. */
  token?: string | undefined;
  /** Addresses of the files under a signature; buttons fetch them where there is none. */
  links?: { pdf: string; json: string };
}

/** The files of a version. */
export function Files({ opened, version }: { opened: Opened; version: number }) {
  const { links, token } = opened;
  if (links) {
    return (
      <>
        <a class="button" href={links.pdf} download>
          {messages.downloadPdf}
        </a>
        <a class="button" href={links.json} download>
          {messages.downloadJson}
        </a>
      </>
    );
  }
  const file = { token, file: true, hidden: { version: String(version) } };
  return (
    <>
      <ActionButton do="pdf" {...file}>
        {messages.downloadPdf}
      </ActionButton>
      <ActionButton do="json" {...file}>
        {messages.downloadJson}
      </ActionButton>
    </>
  );
}

export interface FullProps {
  answer: ReportAnswer;
  versions: Versions;
  opened: Opened;
  /** Address of the page, without what opens it. */
  address: string;
  /** Path of the key set by which the report verifies. */
  keySet: string;
  /** The feedback form; null for readers who did not ask for the check. */
  feedback: FormState | null;
  /** What an action said, and what went wrong with one. */
  message?: Child;
  alert?: string | undefined;
}

/** The whole report. */
export function FullReport({ answer, versions, opened, address, ...rest }: FullProps) {
  const { feedback, keySet } = rest;
  const items = shownItems(answer);
  const number = answer.version_number;
  const byLink = opened.links !== undefined;
  return (
    <div class="report">
      {rest.alert && <Alert>{rest.alert}</Alert>}
      {feedback && <Problem state={feedback} labels={{ comment: messages.comment }} />}
      <div class="top">
        <div class="stack">
          <Title head={answer} versions={versions} byLink={byLink} />
          <Result head={answer} versions={versions} />
          <div class="actions">
            <Files opened={opened} version={number} />
            <a class="button quiet" href="#proof">
              {messages.toProof}
            </a>
          </div>
        </div>
        <Plan content={answer} />
      </div>
      <Photos items={items} />
      <Steps steps={answer.steps} />
      <Checks items={items} />
      <Region id="limits" heading={messages.limits}>
        <ul class="points">
          {answer.limitations.map((limitation) => (
            <li>{limitation}</li>
          ))}
        </ul>
      </Region>
      <VersionList versions={versions} shown={number} token={opened.token} selectable={!byLink} />
      {feedback && (
        <Feedback state={feedback} token={opened.token} version={number} message={rest.message} />
      )}
      <Proof answer={answer} address={address} keySet={keySet} />
    </div>
  );
}
