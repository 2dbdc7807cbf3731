/** @jsxImportSource preact */
/// <reference lib="dom" />
import { useId, useMemo, useState } from 'preact/hooks';
import { messages } from '../../../messages/import.en.js';
import { Field } from '../parts.js';
import { type ColumnUse, columnOf, targets } from './columns.js';
import type { CsvFile, SourceRow } from './csv-file.js';
import type { Outcome } from './send-rows.js';

/** A row with its errors, and the result if it was sent. */
export interface ShownRow extends SourceRow {
  issues: Readonly<Record<string, string>>;
  outcome: Outcome | undefined;
}

export const isDone = ({ outcome }: ShownRow) =>
  outcome !== undefined && outcome.status !== 'rejected';
export const isWrong = (row: ShownRow) => !isDone(row) && Object.keys(row.issues).length > 0;

type Filter = keyof typeof messages.filters;
const filters = Object.entries(messages.filters) as [Filter, string][];
const accepts: Record<Filter, (row: ShownRow) => boolean> = {
  all: () => true,
  wrong: isWrong,
  left: (row) => !isDone(row),
};

const pageLength = 50;
export const numberText = (value: number) => value.toLocaleString('en');

const stateOf = (row: ShownRow) =>
  row.outcome?.status ?? (Object.keys(row.issues).length > 0 ? 'wrong' : 'ready');

const looks = { ready: '', wrong: 'bad', created: 'good', replayed: 'good', rejected: 'bad' };

/** Name of a member in an error that no cell shows. */
function memberName(member: string): string {
  const known = targets.find((target) => target === member);
  return known ? messages.targets[known] : member === 'row' ? messages.rowIssue : member;
}

export const issueText = ([member, text]: [string, string]) =>
  member === 'row' ? text : `${memberName(member)}: ${text}`;

interface CellProps {
  column: string;
  row: ShownRow;
  at: number;
  issues: readonly string[];
  /** True if the cell was changed; it then stays a field. */
  isEdited: boolean;
  onEdit: (text: string) => void;
}

/** A cell, as a field if it has an error. */
function Cell({ column, row, at, issues, isEdited, onEdit }: CellProps) {
  const id = useId();
  const text = row.cells[at] ?? '';
  const isField = !isDone(row) && (issues.length > 0 || isEdited);
  if (!isField) return <>{text || <span class="soft">–</span>}</>;
  return (
    <div class="field">
      <input
        type="text"
        dir="auto"
        autoComplete="off"
        value={text}
        aria-label={messages.cellOf(column, row.number)}
        aria-invalid={issues.length > 0 || undefined}
        aria-describedby={issues.length > 0 ? id : undefined}
        onInput={(event) => onEdit(event.currentTarget.value)}
      />
      {issues.length > 0 && (
        <p class="error small" id={id}>
          {issues.join(' ')}
        </p>
      )}
    </div>
  );
}

interface PreviewProps {
  file: CsvFile;
  uses: readonly ColumnUse[];
  rows: readonly ShownRow[];
  /** Cells that were changed, as `row:column`. */
  edited: ReadonlySet<string>;
  onEdit: (row: ShownRow, at: number, text: string) => void;
}

/** The rows that become jobs, with their errors, page by page. */
export function Preview({ file, uses, rows, edited, onEdit }: PreviewProps) {
  const [filter, setFilter] = useState<Filter>(() => (rows.some(isWrong) ? 'wrong' : 'all'));
  const [start, setStart] = useState(0);
  // A row that is corrected stays in view until the filter is chosen again.
  const [chosen, setChosen] = useState(0);
  const numbers = useMemo(
    () => new Set(rows.filter(accepts[filter]).map(({ number }) => number)),
    [filter, chosen],
  );
  const found = rows.filter(({ number }) => numbers.has(number));
  const page = found.slice(start, start + pageLength);
  const columns = file.columns.flatMap((column, at) => (uses[at]?.target ? [{ column, at }] : []));
  const choose = (next: string) => {
    setFilter(next as Filter);
    setChosen(chosen + 1);
    setStart(0);
  };
  return (
    <div class="stack">
      <div class="bar">
        <Field
          label={messages.show}
          name="rows"
          value={filter}
          options={filters}
          onInput={choose}
        />
        <p class="soft small" role="status">
          {found.length === 0
            ? messages.noRows
            : messages.range(
                numberText(start + 1),
                numberText(start + page.length),
                numberText(found.length),
              )}
        </p>
      </div>
      {page.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard
        <section class="wide" tabIndex={0} aria-label={messages.rows}>
          <table class="list import-rows">
            <caption class="away">{messages.preview}</caption>
            <thead>
              <tr>
                <th scope="col">{messages.row}</th>
                <th scope="col">{messages.state}</th>
                {columns.map(({ column, at }) => (
                  <th scope="col" key={at}>
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {page.map((row) => {
                const issues = Object.entries(row.issues);
                const state = stateOf(row);
                const { outcome } = row;
                return (
                  <tr key={row.number}>
                    <th scope="row">
                      <span class="phrase">{messages.row}</span> {row.number}
                    </th>
                    <td data-label={messages.state}>
                      {outcome && outcome.status !== 'rejected' ? (
                        <a class={`badge ${looks[state]}`} href={`#/jobs/${outcome.jobId}`}>
                          {messages.states[state]}
                        </a>
                      ) : (
                        <span class={`badge ${looks[state]}`}>{messages.states[state]}</span>
                      )}
                      {!isDone(row) &&
                        issues
                          .filter(([member]) => columnOf(uses, member) < 0)
                          .map((issue) => (
                            <p class="error small" key={issue[0]}>
                              {issueText(issue)}
                            </p>
                          ))}
                    </td>
                    {columns.map(({ column, at }) => (
                      <td data-label={column} key={at}>
                        <Cell
                          column={column}
                          row={row}
                          at={at}
                          issues={issues.flatMap(([member, text]) =>
                            columnOf(uses, member) === at ? [text] : [],
                          )}
                          isEdited={edited.has(`${row.number}:${at}`)}
                          onEdit={(text) => onEdit(row, at, text)}
                        />
                      </td>
                    ))}
                  </tr>
                );
              })}
            </tbody>
          </table>
        </section>
      )}
      {found.length > pageLength && (
        <nav class="actions" aria-label={messages.pages}>
          <button
            type="button"
            class="button"
            disabled={start === 0}
            onClick={() => setStart(start - pageLength)}
          >
            {messages.previous}
          </button>
          <button
            type="button"
            class="button"
            disabled={start + pageLength >= found.length}
            onClick={() => setStart(start + pageLength)}
          >
            {messages.next}
          </button>
        </nav>
      )}
    </div>
  );
}
