/** @jsxImportSource preact */
/// <reference lib="dom" />
import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks';
import { csvOf } from '../../../../lib/csv.js';
import { messages as common } from '../../../messages/console.en.js';
import { messages } from '../../../messages/import.en.js';
import { saveFile } from '../../parts/save-file.js';
import { importBounds } from '../page-data.js';
import { Field, NeedsScope } from '../parts.js';
import { readServices, type Services } from '../services.js';
import type { Session } from '../session.js';
import { type CheckedRow, checkRow, type Plan } from './check-row.js';
import { type ColumnUse, guessedUses, isResultColumn, resultColumns } from './columns.js';
import { type CsvFile, type FileFault, readCsvFile, rowsMax, type SourceRow } from './csv-file.js';
import { faultOf, Mapping } from './mapping.js';
import { isDone, issueText, isWrong, numberText, Preview, type ShownRow } from './preview.js';
import { type Outcome, sendRows, withNonces } from './send-rows.js';

function faultText(fault: FileFault): string {
  return typeof fault === 'string'
    ? messages.fileFaults[fault]
    : messages.tooManyRows(numberText(fault.rows), numberText(rowsMax));
}

const csvBlob = (rows: readonly (readonly string[])[]) =>
  new Blob([csvOf(rows)], { type: 'text/csv;charset=utf-8' });

/** Saves the rows with what became of them. */
function saveResult(file: CsvFile, rows: readonly ShownRow[]): void {
  // The result of an earlier import is replaced.
  const kept = file.columns.flatMap((column, at) => (isResultColumn(column) ? [] : [at]));
  const lines = rows.map((row) => {
    const { outcome } = row;
    const status = outcome?.status ?? (isWrong(row) ? 'skipped' : 'not_sent');
    const jobId = outcome && outcome.status !== 'rejected' ? outcome.jobId : '';
    const error = isDone(row) ? '' : Object.entries(row.issues).map(issueText).join(' ');
    return [...kept.map((at) => row.cells[at] ?? ''), status, jobId, error];
  });
  const head = [...kept.map((at) => file.columns[at] ?? ''), ...resultColumns];
  saveFile(csvBlob([head, ...lines]), `${file.name.replace(/\.\w+$/, '')}-result.csv`);
}

interface ImportProps {
  session: Session;
  file: CsvFile;
}

interface Sending {
  done: number;
  all: number;
  controller: AbortController;
}

/** The import of one file: its columns, its rows, and their creation. */
function Import({ session, file }: ImportProps) {
  const [rows, setRows] = useState<readonly SourceRow[]>(file.rows);
  const [uses, setUses] = useState<readonly ColumnUse[]>(() => guessedUses(file.columns));
  const [services, setServices] = useState<Services>([]);
  const [defaults, setDefaults] = useState<Plan['defaults']>({
    service_key: '',
    objective: '',
    notes: '',
  });
  const [autoOpen, setAutoOpen] = useState(true);
  const [name, setName] = useState('');
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, Outcome>>(new Map());
  const [edited, setEdited] = useState<ReadonlySet<string>>(new Set());
  const [sending, setSending] = useState<Sending | null>(null);
  const [waits, setWaits] = useState<number | null>(null);
  const [ended, setEnded] = useState<{ text: string; isProblem: boolean } | null>(null);
  const [runs, setRuns] = useState(0);
  const result = useRef<HTMLDivElement>(null);
  // Another file or another view ends the import.
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const progress = useId();
  useEffect(() => void readServices().then(setServices), []);
  useEffect(() => {
    if (ended) result.current?.focus();
  }, [ended]);

  const fault = faultOf(uses);
  const plan: Plan = { uses, defaults, autoOpen, services, bounds: importBounds() };
  // Rows keep their check until the plan changes, so that typing in a cell checks one row.
  const checks = useMemo(
    () => new WeakMap<SourceRow, CheckedRow>(),
    [uses, defaults, autoOpen, services],
  );
  const checked = (row: SourceRow): CheckedRow => {
    const known = checks.get(row) ?? checkRow(row, plan);
    checks.set(row, known);
    return known;
  };
  const shown = rows.map((row): ShownRow => {
    const outcome = outcomes.get(row.number);
    const { issues } = outcome?.status === 'rejected' ? outcome : checked(row);
    return { ...row, issues, outcome };
  });
  const wrong = shown.filter(isWrong);
  const ready = rows.filter(
    (row) => !outcomes.has(row.number) && Object.keys(checked(row).issues).length === 0,
  );

  /** Sends rejected rows again after a change that can correct them. */
  const forget = (isChanged: (number: number) => boolean) =>
    setOutcomes(
      (before) =>
        new Map([...before].filter(([at, { status }]) => status !== 'rejected' || !isChanged(at))),
    );
  const edit = (row: ShownRow, at: number, text: string) => {
    setRows((before) =>
      before.map((one) =>
        one.number === row.number
          ? { ...one, cells: one.cells.map((cell, i) => (i === at ? text : cell)) }
          : one,
      ),
    );
    setEdited((before) => new Set(before).add(`${row.number}:${at}`));
    forget((number) => number === row.number);
  };
  const replan =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      set(value);
      forget(() => true);
    };
  const create = async () => {
    const controller = new AbortController();
    running.current = controller;
    const all = ready.length;
    setEnded(null);
    setSending({ done: 0, all, controller });
    const bodies = ready.map((row) => ({ number: row.number, body: checked(row).body }));
    const total = { created: 0, replayed: 0, rejected: 0 };
    const problem = await sendRows(session.key, await withNonces(bodies, name.trim()), {
      signal: controller.signal,
      onWait: setWaits,
      onOutcomes: (found) => {
        for (const { status } of found.values()) total[status] += 1;
        setOutcomes((before) => new Map([...before, ...found]));
        setSending((before) => before && { ...before, done: before.done + found.size });
      },
    });
    setSending(null);
    setWaits(null);
    setRuns((before) => before + 1);
    const { created, replayed, rejected } = total;
    const done = messages.done(numberText(created), numberText(replayed), numberText(rejected));
    const text = problem
      ? messages.ended(problem)
      : controller.signal.aborted
        ? messages.stopped
        : done;
    setEnded({ text, isProblem: problem !== null || controller.signal.aborted || rejected > 0 });
  };
  const canCreate = !fault && !sending && ready.length > 0 && session.scopes.includes('jobs:write');
  return (
    <>
      <Mapping file={file} uses={uses} onChange={replan(setUses)} />
      <section class="part" aria-labelledby="import-defaults">
        <h2 id="import-defaults">{messages.everyRow}</h2>
        <p class="soft">{messages.everyRowLead}</p>
        <div class="form">
          <div class="pair">
            <Field
              label={common.service}
              name="service_key"
              options={[['', common.noService], ...services]}
              value={defaults.service_key}
              onInput={(service_key) => replan(setDefaults)({ ...defaults, service_key })}
            />
            <Field
              label={common.objective}
              name="objective"
              onInput={(objective) => replan(setDefaults)({ ...defaults, objective })}
            />
          </div>
          <Field
            label={common.notes}
            name="notes"
            rows={2}
            onInput={(notes) => replan(setDefaults)({ ...defaults, notes })}
          />
          <label class="check">
            <input
              type="checkbox"
              checked={autoOpen}
              onInput={(event) => replan(setAutoOpen)(event.currentTarget.checked)}
            />
            {common.openAtOnce}
          </label>
          <Field
            label={messages.batchName}
            name="name"
            hint={messages.batchNameHint}
            onInput={setName}
          />
        </div>
      </section>
      {!fault && (
        <section class="part" aria-labelledby="import-preview">
          <h2 id="import-preview">{messages.preview}</h2>
          <p role="status">
            {messages.counts(
              numberText(rows.length),
              numberText(ready.length),
              numberText(wrong.length),
            )}
          </p>
          <Preview key={runs} file={file} uses={uses} rows={shown} edited={edited} onEdit={edit} />
        </section>
      )}
      <div class="stack import-acts">
        {wrong.length > 0 && !sending && (
          <p class="soft">{messages.skips(numberText(wrong.length))}</p>
        )}
        {sending && (
          <div class="field">
            <label for={progress}>{messages.progress}</label>
            <progress id={progress} value={sending.done} max={sending.all} />
          </div>
        )}
        <p class="soft" role="status">
          {sending &&
            (waits === null
              ? messages.sent(numberText(sending.done), numberText(sending.all))
              : messages.waiting(waits))}
        </p>
        <div ref={result} tabIndex={-1} role="status">
          {ended && <p class={`notice ${ended.isProblem ? 'warn' : 'good'}`}>{ended.text}</p>}
        </div>
        <p class="actions">
          {sending ? (
            <button type="button" class="button" onClick={() => sending.controller.abort()}>
              {messages.stop}
            </button>
          ) : (
            <button
              type="button"
              class="button go"
              disabled={!canCreate}
              onClick={() => void create()}
            >
              {messages.create(numberText(ready.length), ready.length)}
            </button>
          )}
          <button
            type="button"
            class="button"
            disabled={sending !== null}
            onClick={() => saveResult(file, shown)}
          >
            {messages.download}
          </button>
        </p>
      </div>
    </>
  );
}

/** The view that imports jobs from a CSV file. */
export function ImportJobs({ session }: { session: Session }) {
  const [file, setFile] = useState<CsvFile | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [choices, setChoices] = useState(0);
  const id = useId();
  const choose = async (chosen: File | undefined) => {
    if (!chosen) return;
    const read = await readCsvFile(chosen).catch(() => null);
    const isFile = read !== null && typeof read === 'object' && 'columns' in read;
    setChoices(choices + 1);
    setFile(isFile ? read : null);
    setFault(isFile ? null : read ? faultText(read) : messages.unreadable);
  };
  return (
    <>
      <h1 tabIndex={-1}>{messages.title}</h1>
      <p class="lead">{messages.lead}</p>
      <p>
        <a href="#/">{common.backToJobs}</a>
      </p>
      <NeedsScope scope="jobs:write" scopes={session.scopes} />
      <div class="field">
        <label for={id}>{messages.file}</label>
        <p class="hint" id={`${id}-hint`}>
          {messages.fileHint(numberText(rowsMax))}
        </p>
        <input
          type="file"
          id={id}
          class="file"
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
          aria-describedby={`${id}-hint`}
          // Also when the same file is chosen again, after a change.
          onClick={(event) => {
            event.currentTarget.value = '';
          }}
          onInput={(event) => void choose(event.currentTarget.files?.[0])}
        />
      </div>
      <p class="actions">
        <button
          type="button"
          class="button"
          onClick={() => saveFile(csvBlob(messages.sampleRows), messages.sampleName)}
        >
          {messages.sample}
        </button>
      </p>
      <div role="alert">{fault && <p class="notice bad">{fault}</p>}</div>
      {file && <Import session={session} file={file} key={choices} />}
    </>
  );
}
