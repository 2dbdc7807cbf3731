/** @jsxImportSource preact */
/// <reference lib="dom" />
import { messages } from '../../../messages/import.en.js';
import { type ColumnUse, repeatedUses, type Target, targets } from './columns.js';
import type { CsvFile } from './csv-file.js';

const nameOf = ({ target, key }: ColumnUse) =>
  target === 'metadata'
    ? `${messages.targets.metadata} (${key})`
    : target && messages.targets[target];

const isKey = (key: string) => /^[A-Za-z0-9_.-]{1,40}$/.test(key);

/** Returns why rows cannot be checked with these uses; null if they can. */
export function faultOf(uses: readonly ColumnUse[]): string | null {
  const repeated = repeatedUses(uses).map(nameOf);
  if (repeated.length > 0) return messages.repeated([...new Set(repeated)].join(', '));
  const hasFault = uses.some(({ target, key }) => target === 'metadata' && !isKey(key));
  return hasFault ? messages.emptyKey : null;
}

interface MappingProps {
  file: CsvFile;
  uses: readonly ColumnUse[];
  onChange: (uses: ColumnUse[]) => void;
}

/** Asks for the use of each column of the file. */
export function Mapping({ file, uses, onChange }: MappingProps) {
  const change = (at: number, use: Partial<ColumnUse>) =>
    onChange(uses.map((one, index) => (index === at ? { ...one, ...use } : one)));
  const fault = faultOf(uses);
  return (
    <section class="part" aria-labelledby="import-columns">
      <h2 id="import-columns">{messages.columns}</h2>
      <p class="soft">{messages.columnsLead}</p>
      <table class="list import-columns">
        <thead>
          <tr>
            <th scope="col">{messages.column}</th>
            <th scope="col">{messages.sampleValue}</th>
            <th scope="col">{messages.use}</th>
          </tr>
        </thead>
        <tbody>
          {file.columns.map((column, at) => {
            const use = uses[at];
            return (
              <tr key={column}>
                <th scope="row">{column || '–'}</th>
                <td data-label={messages.sampleValue}>
                  {file.rows.find(({ cells }) => cells[at])?.cells[at] ?? '–'}
                </td>
                <td class="uses">
                  <select
                    aria-label={messages.useOf(column)}
                    value={use?.target ?? ''}
                    onInput={(event) =>
                      change(at, { target: (event.currentTarget.value || null) as Target | null })
                    }
                  >
                    <option value="">{messages.notImported}</option>
                    {targets.map((target) => (
                      <option key={target} value={target}>
                        {messages.targets[target]}
                      </option>
                    ))}
                  </select>
                  {use?.target === 'metadata' && (
                    <label class="key">
                      <span>
                        {messages.key}
                        <span class="away"> ({column})</span>
                      </span>
                      <input
                        type="text"
                        class="mono"
                        value={use.key}
                        aria-invalid={!isKey(use.key) || undefined}
                        onInput={(event) => change(at, { key: event.currentTarget.value })}
                      />
                    </label>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <div role="alert">{fault && <p class="notice bad">{fault}</p>}</div>
    </section>
  );
}
