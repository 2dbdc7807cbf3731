/** @jsxImportSource preact */
/// <reference lib="dom" />
import { useId, useRef, useState } from 'preact/hooks';
import { jobStates } from '../../../messages/console.en.js';
import { messages } from '../../../messages/overview.en.js';
import { Checklist, checkedIn } from '../checklist.js';
import { Field, Form } from '../parts.js';
import type { Services } from '../services.js';
import { metadataOf, type OverviewState } from './filter.js';

interface FilterFormProps {
  state: OverviewState;
  services: Services;
  /** Keys of the market cities that the jobs have. */
  cities: readonly string[];
  onApply: (filter: Omit<OverviewState, 'bucket' | 'columns'>) => void;
}

/** The conditions on jobs. */
export function FilterForm({ state, services, cities, onApply }: FilterFormProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const alert = useRef<HTMLDivElement>(null);
  const list = useId();
  const statuses = Object.keys(jobStates);
  const apply = async (fields: Record<string, string>) => {
    const text = (name: string) => fields[name]?.trim() ?? '';
    const fault = metadataOf(text('metadata')) === null ? messages.metadataForm : null;
    setProblem(fault);
    if (fault) {
      alert.current?.focus();
      return;
    }
    onApply({
      statuses: checkedIn(fields, 'status', statuses),
      serviceKey: text('service'),
      marketCityKey: text('city'),
      from: text('from'),
      to: text('to'),
      metadata: text('metadata'),
      search: text('search'),
      scheduleId: text('schedule'),
      overdue: fields['overdue'] === 'on',
    });
  };
  return (
    <Form label={messages.filter} onSend={apply}>
      <div role="alert" ref={alert} tabIndex={-1}>
        {problem && <p class="notice bad">{problem}</p>}
      </div>
      <div class="pair">
        <Field
          label={messages.search}
          name="search"
          type="search"
          hint={messages.searchHint}
          value={state.search}
        />
        <Field
          label={messages.metadata}
          name="metadata"
          hint={messages.metadataHint}
          value={state.metadata}
        />
        <Field
          label={messages.city}
          name="city"
          hint={messages.cityHint}
          list={list}
          value={state.marketCityKey}
        />
        <datalist id={list}>
          {cities.map((city) => (
            <option key={city} value={city} />
          ))}
        </datalist>
      </div>
      <div class="pair">
        <Field
          label={messages.service}
          name="service"
          options={[['', messages.anyService], ...services]}
          value={state.serviceKey}
        />
        <Field label={messages.from} name="from" type="date" value={state.from} />
        <Field label={messages.to} name="to" type="date" value={state.to} />
        <Field
          label={messages.schedule}
          name="schedule"
          hint={messages.scheduleHint}
          value={state.scheduleId}
        />
      </div>
      <details class="states">
        <summary>{messages.status(state.statuses.length)}</summary>
        <Checklist
          name="status"
          legend={messages.statusLegend}
          names={jobStates}
          groups={[{ options: statuses }]}
          checked={state.statuses}
        />
      </details>
      <label class="check">
        <input type="checkbox" name="overdue" defaultChecked={state.overdue} />
        {messages.overdue}
      </label>
      <p class="actions">
        <button type="submit" class="button go">
          {messages.apply}
        </button>
        <a class="button" href="#/overview">
          {messages.clear}
        </a>
      </p>
    </Form>
  );
}
