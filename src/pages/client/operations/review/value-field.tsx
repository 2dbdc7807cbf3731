/** @jsxImportSource preact */
/// <reference lib="dom" />
import { useState } from 'preact/hooks';
import type { AnswerValue, Question } from '../../../../modules/question/evaluate.js';
import { messages } from '../../../messages/review.en.js';
import { Field, FieldProblem, useFormField } from '../../console/parts.js';

interface ValueProps {
  question: Question;
  /** Name of the field in its form. */
  name: string;
  value: AnswerValue | null;
  onValue: (value: AnswerValue | null) => void;
}

/** Time as an input of type `datetime-local` has it, in the zone of the browser. */
function localTime(value: AnswerValue | null): string {
  const date = new Date(typeof value === 'string' ? value : '');
  if (Number.isNaN(date.getTime())) return '';
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function Options({ question, name, value, onValue }: ValueProps) {
  const options =
    question.kind === 'yes_no'
      ? [
          { key: 'yes', label: messages.yes },
          { key: 'no', label: messages.no },
        ]
      : question.options;
  return (
    <Field
      label={messages.value}
      about={question.label}
      name={name}
      value={String(value ?? '')}
      options={[['', messages.choose], ...options.map(({ key, label }) => [key, label] as const)]}
      onInput={(key) => onValue(key || null)}
    />
  );
}

function Choices({ question, name, value, onValue }: ValueProps) {
  const { id, problem, clear } = useFormField(name);
  const chosen = Array.isArray(value) ? value : [];
  return (
    <fieldset class="field" aria-describedby={problem ? `${id}-error` : undefined}>
      <legend>{messages.value}</legend>
      {question.options.map(({ key, label }, index) => (
        <label class="check" key={key} for={index === 0 ? id : `${id}-${key}`}>
          <input
            type="checkbox"
            id={index === 0 ? id : `${id}-${key}`}
            checked={chosen.includes(key)}
            aria-invalid={problem ? true : undefined}
            onChange={({ currentTarget: { checked } }) => {
              clear();
              onValue(checked ? [...chosen, key] : chosen.filter((one) => one !== key));
            }}
          />
          {label}
        </label>
      ))}
      <FieldProblem id={id} problem={problem} />
    </fieldset>
  );
}

function NumberField({ question, name, value, onValue }: ValueProps) {
  const [first] = useState(value);
  return (
    <Field
      label={question.unit ? messages.valueIn(question.unit) : messages.value}
      about={question.label}
      name={name}
      value={String(first ?? '')}
      inputMode="decimal"
      onInput={(text) => {
        const typed = text.trim();
        const number = Number(typed.replace(',', '.'));
        // Text that is not a number stays text, which the service rejects.
        onValue(typed === '' ? null : Number.isFinite(number) ? number : typed);
      }}
    />
  );
}

function TextField({ question, name, value, onValue }: ValueProps) {
  const [first] = useState(value);
  return (
    <Field
      label={messages.value}
      about={question.label}
      name={name}
      value={String(first ?? '')}
      rows={3}
      onInput={(text) => onValue(text || null)}
    />
  );
}

function TimeField({ question, name, value, onValue }: ValueProps) {
  const [first] = useState(value);
  return (
    <Field
      label={messages.value}
      about={question.label}
      name={name}
      value={localTime(first)}
      type="datetime-local"
      hint={messages.ownZone(Intl.DateTimeFormat().resolvedOptions().timeZone)}
      onInput={(text) => {
        const time = new Date(text);
        onValue(Number.isNaN(time.getTime()) ? null : time.toISOString());
      }}
    />
  );
}

const fields = {
  yes_no: Options,
  choice: Options,
  choices: Choices,
  number: NumberField,
  text: TextField,
  date_time: TimeField,
} as const satisfies Record<Question['kind'], (props: ValueProps) => unknown>;

/** The control for the correct answer to a question, by its kind. */
export function ValueField(props: ValueProps) {
  const Kind = fields[props.question.kind];
  return <Kind {...props} />;
}
