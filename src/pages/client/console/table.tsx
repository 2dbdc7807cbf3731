/** @jsxImportSource preact */
/// <reference lib="dom" />
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { csvOf } from '../../../lib/csv.js';
import { messages } from '../../messages/console.en.js';
import { saveFile } from '../parts/save-file.js';
import { Act, Field } from './parts.js';

export interface Column<Row> {
  name: string;
  /** The value that is searched, sorted and exported; a time as ISO 8601. */
  text: (row: Row) => string;
  /** Content of the cell; by default the text. */
  cell?: (row: Row) => ComponentChildren;
}

/** Returns the path of a page with as many rows as a page can have. */
export const largePage = (path: string): string => path.replace(/([?&]limit=)\d+/, '$1200');

interface TableProps<Row> {
  /** Accessible name; in lower case, the name of the exported file. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Loads the rows that the service has in addition; absent if all are loaded. */
  onLoadAll?: (() => Promise<unknown>) | undefined;
  /** Actions on a row, in a last column that is neither sorted nor exported. */
  actions?: { name: string; cell: (row: Row) => ComponentChildren };
}

interface Order {
  column: number;
  descending: boolean;
}

/** A table that can be searched, sorted by a column and saved as CSV. On a narrow screen each row is a block. */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, keyOf, onLoadAll, actions } = props;
  const [searched, setSearched] = useState('');
  const [order, setOrder] = useState<Order | null>(null);
  const wanted = searched.trim().toLowerCase();
  const found = rows.filter((row) =>
    columns.some(({ text }) => text(row).toLowerCase().includes(wanted)),
  );
  const column = order && columns[order.column];
  if (column) {
    const sign = order.descending ? -1 : 1;
    const compare = new Intl.Collator(undefined, { numeric: true }).compare;
    found.sort((a, b) => sign * compare(column.text(a), column.text(b)));
  }
  const save = () => {
    const lines = [
      columns.map(({ name }) => name),
      ...found.map((row) => columns.map(({ text }) => text(row))),
    ];
    const file = new Blob([csvOf(lines)], { type: 'text/csv;charset=utf-8' });
    saveFile(file, `${caption.toLowerCase().replaceAll(' ', '-')}.csv`);
  };
  return (
    <div class="stack">
      <search class="bar" aria-label={messages.searchIn(caption)}>
        <Field label={messages.search} name="search" type="search" onInput={setSearched} />
        <button type="button" class="button" onClick={save}>
          {messages.download}
        </button>
        {onLoadAll && <Act onAct={onLoadAll}>{messages.loadAll}</Act>}
        <p class="soft small" role="status">
          {messages.shownOf(found.length, rows.length, onLoadAll !== undefined)}
        </p>
      </search>
      <div class="wide">
        <table class="list sorted">
          <caption class="away">{caption}</caption>
          <thead>
            <tr>
              {columns.map(({ name }, index) => (
                <th
                  scope="col"
                  key={name}
                  aria-sort={
                    order?.column !== index
                      ? undefined
                      : order.descending
                        ? 'descending'
                        : 'ascending'
                  }
                >
                  <button
                    type="button"
                    onClick={() =>
                      setOrder({
                        column: index,
                        descending: order?.column === index && !order.descending,
                      })
                    }
                  >
                    {name}
                  </button>
                </th>
              ))}
              {actions && <th scope="col">{actions.name}</th>}
            </tr>
          </thead>
          <tbody>
            {found.map((row) => (
              <tr key={keyOf(row)}>
                {columns.map(({ name, text, cell = text }, index) =>
                  index === 0 ? (
                    <th scope="row" key={name}>
                      {cell(row)}
                    </th>
                  ) : (
                    <td key={name} data-label={name}>
                      {cell(row)}
                    </td>
                  ),
                )}
                {actions && <td class="acts">{actions.cell(row)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
