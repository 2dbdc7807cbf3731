/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { messages } from '../../messages/operations.en.js';

interface Row {
  key: string;
  cells: readonly ComponentChildren[];
}

interface ListProps {
  id: string;
  heading: string;
  columns: readonly string[];
  /** Null while it is being read, `failed` if reading failed. */
  rows: readonly Row[] | null | 'failed';
  /** Shown for an empty list. */
  empty: string;
  children?: ComponentChildren;
}

/** A region with a table; on a narrow screen each row is a block. */
export function List({ id, heading, columns, rows, empty, children }: ListProps) {
  return (
    <section class="part" aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      {children}
      {rows === null && <p class="soft">{messages.loading}</p>}
      {rows === 'failed' && <p class="notice bad">{messages.notRead}</p>}
      {rows !== null && rows !== 'failed' && rows.length === 0 && <p class="soft">{empty}</p>}
      {rows !== null && rows !== 'failed' && rows.length > 0 && (
        <table class="list">
          <caption class="away">{heading}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <th scope="col" key={column}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, cells: [first, ...others] }) => (
              <tr key={key}>
                <th scope="row">{first}</th>
                {others.map((cell, index) => (
                  <td key={columns[index + 1]} data-label={columns[index + 1]}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
