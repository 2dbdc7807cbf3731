/** @jsxImportSource preact */
import { useId } from 'preact/hooks';

/** Name of the checkbox of an option: each has its own, because a form keeps one value of a name. */
const boxName = (list: string, option: string) => `${list} ${option}`;

/** Returns the checked options of a list in a form. */
export const checkedIn = (
  fields: Record<string, string>,
  list: string,
  options: readonly string[],
): string[] => options.filter((option) => fields[boxName(list, option)] === 'on');

interface ChecklistProps {
  /** Identifies the list in its form. */
  name: string;
  legend: string;
  hint?: string;
  /** Groups of options; a group with a heading is closed at first. */
  groups: readonly { heading?: string; options: readonly string[] }[];
  /** Explanations of options. */
  about?: Readonly<Record<string, string>>;
  /** Texts that are shown instead of the options. */
  names?: Readonly<Record<string, string>>;
  /** The options that are checked at first. */
  checked?: readonly string[];
}

/** A group of checkboxes. */
export function Checklist(props: ChecklistProps) {
  const { name, legend, hint, groups, about = {}, names = {}, checked = [] } = props;
  const id = useId();
  const boxes = (options: readonly string[]) =>
    options.map((option) => (
      <label class="check" key={option}>
        <input
          type="checkbox"
          name={boxName(name, option)}
          defaultChecked={checked.includes(option)}
        />
        <span>
          {names[option] ?? <code>{option}</code>}
          {about[option] && <span class="soft small"> {about[option]}</span>}
        </span>
      </label>
    ));
  return (
    <fieldset class="field checklist" aria-describedby={hint ? id : undefined}>
      <legend>{legend}</legend>
      {hint && (
        <p class="hint" id={id}>
          {hint}
        </p>
      )}
      {groups.map(({ heading, options }) =>
        heading ? (
          <details key={heading}>
            <summary>
              {heading} ({options.length})
            </summary>
            <div class="boxes">{boxes(options)}</div>
          </details>
        ) : (
          boxes(options)
        ),
      )}
    </fieldset>
  );
}
