/** @jsxImportSource preact */
/// <reference lib="dom" />
import { useState } from 'preact/hooks';
import { messages } from '../../../messages/schedules.en.js';
import { Field } from '../parts.js';
import { type Frequency, type RuleParts, ruleOf, usualRule } from './rule.js';

const weekdays = Object.entries(messages.weekdayNames);
/** In the order of their distance from the start; an object would sort its numbers first. */
const positions = ['', '1', '2', '3', '4', '-1'].map(
  (one) => [one, messages.positions[one as keyof typeof messages.positions]] as const,
);

/** Controls for common rules, and the text of the rule, which alone is sent. */
export function RuleFields() {
  const [parts, setParts] = useState(usualRule);
  const change = (changed: Partial<RuleParts>) => setParts({ ...parts, ...changed });
  const rule = ruleOf(parts);
  return (
    <>
      <div class="pair">
        <Field
          label={messages.every}
          name="interval"
          inputMode="decimal"
          value="1"
          onInput={(interval) => change({ interval })}
        />
        <Field
          label={messages.unit}
          name="frequency"
          options={Object.entries(messages.units)}
          value={parts.frequency}
          onInput={(frequency) => change({ frequency: frequency as Frequency })}
        />
      </div>
      {parts.frequency === 'WEEKLY' && (
        <fieldset class="field checklist">
          <legend>{messages.weekdays}</legend>
          <p class="hint">{messages.weekdaysHint}</p>
          <div class="boxes">
            {weekdays.map(([day, name]) => (
              <label class="check" key={day}>
                <input
                  type="checkbox"
                  checked={parts.weekdays.includes(day)}
                  onInput={({ currentTarget: { checked } }) =>
                    change({
                      weekdays: weekdays
                        .map(([one]) => one)
                        .filter((one) => (one === day ? checked : parts.weekdays.includes(one))),
                    })
                  }
                />
                <span>{name}</span>
              </label>
            ))}
          </div>
        </fieldset>
      )}
      {parts.frequency === 'MONTHLY' && (
        <div class="pair">
          <Field
            label={messages.position}
            name="position"
            options={positions}
            value={parts.position}
            onInput={(position) => change({ position })}
          />
          {parts.position && (
            <Field
              label={messages.weekday}
              name="weekday"
              options={weekdays}
              value={parts.weekday}
              onInput={(weekday) => change({ weekday })}
            />
          )}
        </div>
      )}
      <Field
        label={messages.count}
        name="count"
        hint={messages.countHint}
        inputMode="decimal"
        onInput={(count) => change({ count })}
      />
      <Field label={messages.rule} name="rrule" hint={messages.ruleHint} value={rule} key={rule} />
    </>
  );
}
