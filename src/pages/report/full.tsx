import type { Child } from 'hono/jsx';
import type { MapSettings } from '../../config.js';
import type { ReportEnglish } from '../../messages/report/en.js';
import type { ServiceTexts } from '../../modules/catalogue/service-texts.js';
import type { FeedbackVerdict, StepStatus } from '../../modules/job/job.js';
import type { Objection } from '../../modules/job/objection.js';
import { limitationsFor } from '../../modules/report/reader-text.js';
import { signedContentOf } from '../../modules/report/report-answer.js';
import { ActionButton, Alert, Problem } from '../frame/form.js';
import type { FormState } from '../frame/form-state.js';
import { Time, Times } from '../frame/format.js';
import type { Tone } from '../frame/icons.js';
import { Label } from '../frame/label.js';
import { PlaceMap } from '../frame/place-map.js';
import { type ReportAnswer, type ShownItem, shownItems, type Versions } from './answer.js';
import { Answers, itemId } from './answers.js';
import { Changes } from './changes.js';
import { AnswerPhoto, Checks, Photos } from './evidence.js';
import { Feedback } from './feedback.js';
import { ObjectionNotice, Result, Title } from './head.js';
import {
  Badge,
  Reading,
  Region,
  ServiceContext,
  StepLabel,
  useFilled,
  useReportText,
  useWording,
} from './parts.js';
import { Plan } from './plan.js';
import { Proof } from './proof.js';
import { VersionList } from './versions.js';

const stepKeys = {
  pending: 'report.step.pending',
  passed: 'report.step.passed',
  failed: 'report.step.failed',
  skipped: 'report.step.skipped',
} as const satisfies Record<StepStatus, keyof ReportEnglish>;

const stepTones: Record<StepStatus, Tone> = {
  passed: 'good',
  pending: 'none',
  failed: 'bad',
  skipped: 'none',
};

/** Returns the state of a step; an optional step without evidence counts as skipped. */
const stateOf = ({ status, required }: ReportAnswer['steps'][number]): StepStatus =>
  status === 'pending' && !required ? 'skipped' : status;

function Steps({ steps, completed_at: completedAt }: ReportAnswer) {
  const t = useReportText();
  const { labels } = useWording();
  const filled = useFilled();
  return (
    <Region id="steps" heading={t('report.steps')}>
      <ol class="rows">
        {steps.map((step) => (
          <li>
            <div>
              <h3>
                <StepLabel step={step} />
              </h3>
              <p class="soft">
                <Label
                  text={labels.step(step.step_name, 'instructions', step.instructions)}
                  english={step.instructions}
                />
              </p>
            </div>
            <Badge tone={stepTones[stateOf(step)]}>{t(stepKeys[stateOf(step)])}</Badge>
          </li>
        ))}
      </ol>
      <p class="soft">
        {filled('report.evidence_complete', { time: <Time at={completedAt} onSite /> })}
      </p>
    </Region>
  );
}

/** Credentials and URLs for reading and downloading the report again. */
export interface Opened {
  /** Sent with every form. */
  token?: string | undefined;
  /** URLs of the files, with the expiry of the link; without them, buttons fetch the files. */
  links?: { pdf: string; json: string; until: Date };
}

/** The download controls of a version. */
export function Files({ opened, version }: { opened: Opened; version: number }) {
  const t = useReportText();
  const { links, token } = opened;
  if (links) {
    return (
      <>
        <a class="button" href={links.pdf} download>
          {t('report.download_pdf')}
        </a>
        <a class="button" href={links.json} download>
          {t('report.download_json')}
        </a>
      </>
    );
  }
  const file = { token, file: true, hidden: { version: String(version) } };
  return (
    <>
      <ActionButton do="pdf" {...file}>
        {t('report.download_pdf')}
      </ActionButton>
      <ActionButton do="json" {...file}>
        {t('report.download_json')}
      </ActionButton>
    </>
  );
}

/** The expiry of a link, and a link to the request, where the requester gives feedback. */
function LinkNotice({ until, request }: { until: Date; request: string | null }) {
  const t = useReportText();
  const filled = useFilled();
  return (
    <Region id="link" heading={t('report.link')} class="part link">
      <p>{filled('report.link_ends', { time: <Time at={until} /> })}</p>
      {request && (
        <p>
          {filled('report.link_request', {
            request: <a href={request}>{t('report.open_request')}</a>,
          })}
        </p>
      )}
    </Region>
  );
}

/** The place and the position of each photo; `children` until the map is drawn, and printed. */
function Positions(props: {
  answer: ReportAnswer;
  items: readonly ShownItem[];
  settings: MapSettings | null;
  children?: Child;
}) {
  const { answer, items, settings, children } = props;
  const t = useReportText();
  return (
    <Region id="positions" heading={t('report.positions')}>
      <PlaceMap
        settings={settings}
        place={answer}
        photos={items.map((shown) => ({
          latitude: shown.item.latitude,
          longitude: shown.item.longitude,
          mark: `E${shown.number}`,
          label: shown.label,
          distance: shown.item.distance_m,
          passed: shown.item.validation_passed,
          href: `#${itemId(shown)}`,
        }))}
      >
        {children}
      </PlaceMap>
    </Region>
  );
}

export interface FullProps {
  answer: ReportAnswer;
  /** The report of the previous visit of the same schedule, for its integrator; null without one. */
  previous: ReportAnswer | null;
  versions: Versions;
  opened: Opened;
  /** URL of the page, without its credential. */
  address: string;
  /** True for the report of a test job. */
  isTest: boolean;
  /** Path of the page of the request; null for readers of a share link. */
  request: string | null;
  /** Path of the key set that verifies the report. */
  keySet: string;
  /** The feedback form; null for readers other than the requester. */
  feedback: FormState | null;
  /** The open objection, if any. */
  objection: Objection | null;
  /** The verdicts that the requester can give. */
  verdicts: readonly FeedbackVerdict[];
  /** The message or error of an action. */
  message?: Child;
  alert?: string | undefined;
  /** Settings of the map. */
  map: MapSettings | null;
}

/** The complete report, with the texts of the catalogue for its service. */
export const FullReport = ({ service, ...props }: FullProps & { service: ServiceTexts }) => (
  <ServiceContext.Provider value={service}>
    <Content {...props} />
  </ServiceContext.Provider>
);

function Content({ answer, versions, opened, address, ...rest }: FullProps) {
  const { feedback, keySet, objection, request } = rest;
  const t = useReportText();
  const wording = useWording();
  const items = shownItems(answer, wording);
  const showing = items.find(({ item }) => item.evidence_id === answer.headline?.evidence_id);
  const isOwn = feedback !== null;
  const number = answer.version_number;
  const { links } = opened;
  const byLink = links !== undefined;
  const content = signedContentOf(answer);
  return (
    <Times place={answer}>
      <div class="report">
        {wording.language !== 'en' && <p class="small soft">{t('report.translation')}</p>}
        {rest.alert && <Alert>{rest.alert}</Alert>}
        {feedback && <Problem state={feedback} labels={{ comment: t('report.comment') }} />}
        <div class="top">
          <div class="stack">
            <Title head={answer} versions={versions} byLink={byLink} isTest={rest.isTest} />
            {objection && <ObjectionNotice objection={objection} own={isOwn} />}
            <Result head={answer} versions={versions} own={isOwn} />
          </div>
          {showing ? <AnswerPhoto shown={showing} /> : <Plan content={answer} />}
        </div>
        <div class="actions files">
          <Files opened={opened} version={number} />
          {isOwn && rest.request && (
            <a
              class="button quiet"
              href={opened.token ? `${rest.request}#${opened.token}` : `${rest.request}#share`}
            >
              {t('report.share')}
            </a>
          )}
          <a class="button quiet" href="#proof">
            {t('report.to_proof')}
          </a>
        </div>
        {rest.previous && <Changes previous={rest.previous} current={answer} />}
        <Answers answer={answer} items={items} />
        <Photos items={items} />
        <Positions answer={answer} items={items} settings={rest.map}>
          {showing && <Plan content={answer} />}
        </Positions>
        <Region id="limits" heading={t('report.limits')}>
          <ul class="points">
            {limitationsFor(wording, content).map((limitation) => (
              <li>
                <Reading {...limitation} />
              </li>
            ))}
          </ul>
        </Region>
        <Checks items={items} />
        <Steps {...answer} />
        <VersionList versions={versions} shown={number} token={opened.token} selectable={!byLink} />
        {feedback && (
          <Feedback
            state={feedback}
            token={opened.token}
            version={number}
            objection={objection}
            verdicts={rest.verdicts}
            message={rest.message}
          />
        )}
        {links && <LinkNotice until={links.until} request={request} />}
        <Proof answer={answer} address={address} keySet={keySet} />
      </div>
    </Times>
  );
}
