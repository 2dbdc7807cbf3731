/** @jsxImportSource preact */
/// <reference lib="dom" />
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { messages as common } from '../../../messages/console.en.js';
import { messages } from '../../../messages/schedules.en.js';
import type { Json, Made } from '../api.js';
import { metadataOf } from '../overview/filter.js';
import { Field, Form, NeedsScope } from '../parts.js';
import { readServices, type Services } from '../services.js';
import type { Session } from '../session.js';
import { jobOf } from '../typed-job.js';
import { RuleFields } from './rule-fields.js';
import { scheduleCalls } from './schedule-calls.js';

const zones = Intl.supportedValuesOf('timeZone');

/** Returns a response whose errors of the job are on the fields of the form, which are not nested. */
function withoutNesting(made: Made): Made {
  const detail: Json = made.answer?.detail;
  if (!Array.isArray(detail)) return made;
  const { job, ...others } = made.body;
  const flat = detail.map(({ loc: [body, name, ...rest], ...issue }: Json) => ({
    ...issue,
    loc: name === 'job' && rest.length > 0 ? [body, ...rest] : [body, name, ...rest],
  }));
  return { ...made, body: { ...job, ...others }, answer: { detail: flat } };
}

interface ScheduleFormProps {
  session: Session;
  onMade: (schedule: Json) => void;
}

/** Creates a schedule. */
export function ScheduleForm({ session, onMade }: ScheduleFormProps) {
  const [services, setServices] = useState<Services>([]);
  const [problem, setProblem] = useState<string | null>(null);
  /** Number of created schedules; the form of the next one is empty. */
  const [made, setMade] = useState(0);
  const alert = useRef<HTMLDivElement>(null);
  const list = useId();
  useEffect(() => void readServices().then(setServices), []);
  const create = async (fields: Record<string, string>) => {
    const metadata = metadataOf(fields['metadata'] ?? '');
    setProblem(metadata ? null : messages.metadataForm);
    if (!metadata) {
      alert.current?.focus();
      return;
    }
    const zone = fields['time_zone']?.trim();
    const answered = await session.send(
      scheduleCalls.create({
        job: { ...jobOf(fields), ...(Object.keys(metadata).length > 0 && { metadata }) },
        rrule: fields['rrule']?.trim() ?? '',
        starts_at: fields['starts_at'] ?? '',
        ...(zone && { time_zone: zone }),
      }),
    );
    if (!answered.ok) return withoutNesting(answered);
    setMade(made + 1);
    onMade(answered.answer);
    return answered;
  };
  return (
    <section class="part" aria-labelledby="new-schedule">
      <h2 id="new-schedule">{messages.newSchedule}</h2>
      <NeedsScope scope="jobs:write" scopes={session.scopes} />
      <Form label={messages.newSchedule} onSend={create} key={made}>
        <div role="alert" ref={alert} tabIndex={-1}>
          {problem && <p class="notice bad">{problem}</p>}
        </div>
        <h3>{messages.job}</h3>
        <Field
          label={common.service}
          name="service_key"
          options={[['', common.noService], ...services]}
        />
        <Field label={common.objective} name="objective" />
        <Field label={common.address} name="address" />
        <div class="pair">
          <Field label={common.latitude} name="latitude" inputMode="decimal" />
          <Field label={common.longitude} name="longitude" inputMode="decimal" />
        </div>
        <Field label={common.notes} name="notes" rows={2} />
        <Field label={messages.metadata} name="metadata" hint={messages.metadataHint} />
        <label class="check">
          <input type="checkbox" name="auto_open" defaultChecked />
          {common.openAtOnce}
        </label>
        <h3>{messages.when}</h3>
        <div class="pair">
          <Field
            label={messages.startsAt}
            name="starts_at"
            type="datetime-local"
            hint={messages.startsAtHint}
          />
          <Field
            label={messages.timeZone}
            name="time_zone"
            hint={messages.timeZoneHint}
            list={list}
          />
        </div>
        <datalist id={list}>
          {zones.map((zone) => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
        <RuleFields />
        <div class="actions">
          <button type="submit" class="button go">
            {messages.create}
          </button>
        </div>
      </Form>
    </section>
  );
}
