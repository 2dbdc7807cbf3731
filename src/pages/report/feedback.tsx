import type { Child } from 'hono/jsx';
import type { ReportEnglish } from '../../messages/report/en.js';
import type { FeedbackVerdict } from '../../modules/job/job.js';
import type { Objection } from '../../modules/job/objection.js';
import { Field, Form, fieldId } from '../frame/form.js';
import type { FormState } from '../frame/form-state.js';
import { Icon } from '../frame/icons.js';
import { Region, useReportText } from './parts.js';

interface ChoiceProps {
  state: FormState;
  name: string;
  legend: string;
  hint?: string;
  choices: readonly (readonly [value: string, label: string])[];
}

function Choices({ state, name, legend, hint, choices }: ChoiceProps) {
  const id = fieldId(state, name);
  return (
    <div role="radiogroup" class="field" aria-labelledby={`${id}-legend`} id={id}>
      <h3 id={`${id}-legend`}>{legend}</h3>
      {hint && <p class="hint">{hint}</p>}
      <div class="choices">
        {choices.map(([value, label]) => (
          <label>
            <input type="radio" name={name} value={value} checked={state.values[name] === value} />
            {label}
          </label>
        ))}
      </div>
    </div>
  );
}

const ratings = [1, 2, 3, 4, 5].map((rating) => [String(rating), String(rating)] as const);

/** The verdicts in the order of the form. */
const verdictKeys = [
  ['accepted', 'report.accept'],
  ['needs_more', 'report.ask_more'],
  ['disputed', 'report.object'],
] as const satisfies (readonly [FeedbackVerdict, keyof ReportEnglish])[];

/** Returns which of the verdicts to choose from need a comment. */
function commentHint(verdicts: readonly FeedbackVerdict[]) {
  if (verdicts.includes('disputed')) return 'report.comment_hint';
  return verdicts.includes('needs_more') ? 'report.comment_hint_more' : null;
}

const addKeys = {
  disputed: 'report.adds_to_dispute',
  needs_more: 'report.adds_to_needs_more',
} as const satisfies Record<Objection['verdict'], keyof ReportEnglish>;

/** The requester's feedback form. */
export function Feedback({
  state,
  token,
  version,
  objection,
  verdicts,
  message,
}: {
  state: FormState;
  token: string | undefined;
  version: number;
  /** The open objection, to which a comment is added. */
  objection: Objection | null;
  /** The verdicts to choose from; for an empty list, there is no choice. */
  verdicts: readonly FeedbackVerdict[];
  /** The result of the feedback just sent, shown in the form. */
  message?: Child;
}) {
  const t = useReportText();
  const choices = verdictKeys
    .filter(([verdict]) => verdicts.includes(verdict))
    .map(([verdict, key]) => [verdict, t(key)] as const);
  const hint = commentHint(verdicts);
  return (
    <Region id="feedback" heading={t('report.feedback')} class="part feedback">
      <p class="soft">{t(objection ? addKeys[objection.verdict] : 'report.feedback_lead')}</p>
      <Form
        do="feedback"
        label={t('report.feedback')}
        token={token}
        class="form"
        hidden={{ version: String(version) }}
      >
        {choices.length > 0 && (
          <Choices state={state} name="verdict" legend={t('report.verdict')} choices={choices} />
        )}
        <Choices
          state={state}
          name="rating"
          legend={t('report.rating')}
          hint={t('report.rating_hint')}
          choices={ratings}
        />
        <Field
          state={state}
          name="comment"
          label={t('report.comment')}
          hint={hint === null ? undefined : t(hint)}
          rows={4}
        />
        <div role="status" class="said">
          {message && (
            <p class="notice good">
              <Icon name="good" />
              <span>{message}</span>
            </p>
          )}
        </div>
        <div class="actions">
          <button type="submit" class="button go">
            {t('report.send_feedback')}
          </button>
        </div>
      </Form>
    </Region>
  );
}
