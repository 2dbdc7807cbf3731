/// <reference lib="dom" />
/** Time without input before suggestions are fetched. */
const typingMilliseconds = 200;
const cachedQueries = 50;

export interface Suggestion {
  label: string;
  /** Distinguishes suggestions of the same label. */
  detail: string;
}

export interface ComboboxOptions<T extends Suggestion> {
  input: HTMLInputElement;
  /** Accessible name of the list. */
  label: string;
  /** Returns suggestions for a text; rejects if they could not be fetched. */
  suggest: (text: string, signal: AbortSignal) => Promise<readonly T[]>;
  onChoose: (chosen: T) => void;
  /** Announcement for a number of suggestions. */
  count: (suggestions: number) => string;
  /** Texts shorter than this get no suggestions. */
  lengthMin: number;
}

/**
 * Adds a list of suggestions to a text field: the editable combobox with list autocomplete of the ARIA Authoring
 * Practices. The text remains what the reader typed until a suggestion is chosen. Without suggestions, for example
 * offline, the field is a plain one.
 */
export function combobox<T extends Suggestion>(options: ComboboxOptions<T>): void {
  const { input, label, suggest, onChoose, count, lengthMin } = options;
  const list = document.createElement('ul');
  list.id = `${input.id}-suggestions`;
  list.className = 'suggestions';
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', label);
  list.hidden = true;
  const status = document.createElement('p');
  status.className = 'away';
  status.setAttribute('role', 'status');
  input.after(list, status);
  for (const [name, value] of Object.entries({
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': 'false',
    'aria-controls': list.id,
    'aria-haspopup': 'listbox',
  })) {
    input.setAttribute(name, value);
  }

  const cache = new Map<string, readonly T[]>();
  let shown: readonly T[] = [];
  let active = -1;
  let running: AbortController | undefined;
  let typing: ReturnType<typeof setTimeout> | undefined;

  function activate(index: number): void {
    active = index;
    for (const [i, option] of [...list.children].entries()) {
      option.setAttribute('aria-selected', `${i === index}`);
    }
    const option = list.children[index];
    if (!option) {
      input.removeAttribute('aria-activedescendant');
      return;
    }
    input.setAttribute('aria-activedescendant', option.id);
    option.scrollIntoView({ block: 'nearest' });
  }

  function close(): void {
    clearTimeout(typing);
    running?.abort();
    list.hidden = true;
    input.setAttribute('aria-expanded', 'false');
    activate(-1);
  }

  function open(suggestions: readonly T[]): void {
    shown = suggestions;
    list.replaceChildren(
      ...suggestions.map((one, i) => {
        const option = document.createElement('li');
        option.id = `${list.id}-${i}`;
        option.setAttribute('role', 'option');
        const detail = document.createElement('span');
        detail.className = 'small soft';
        detail.textContent = one.detail;
        // The label can be read in another direction than the page.
        const label = document.createElement('bdi');
        label.textContent = one.label;
        option.append(label, ' ', detail);
        return option;
      }),
    );
    list.hidden = suggestions.length === 0;
    input.setAttribute('aria-expanded', `${suggestions.length > 0}`);
    status.textContent = count(suggestions.length);
    activate(-1);
  }

  function choose(index: number): void {
    const chosen = shown[index];
    if (!chosen) return;
    close();
    status.textContent = '';
    input.value = chosen.label;
    input.dispatchEvent(new Event('input', { bubbles: true }));
    onChoose(chosen);
  }

  async function update(): Promise<void> {
    const text = input.value.trim();
    running?.abort();
    if (text.length < lengthMin) {
      status.textContent = '';
      return close();
    }
    const known = cache.get(text);
    if (known) return open(known);
    const request = new AbortController();
    running = request;
    try {
      const suggestions = await suggest(text, request.signal);
      if (cache.size >= cachedQueries) cache.clear();
      cache.set(text, suggestions);
      if (!request.signal.aborted) open(suggestions);
    } catch {
      if (!request.signal.aborted) close();
    }
  }

  input.addEventListener('input', (event) => {
    clearTimeout(typing);
    // A value that a script sets is not completed.
    if (!(event instanceof InputEvent)) return;
    typing = setTimeout(update, typingMilliseconds);
  });
  input.addEventListener('keydown', (event) => {
    if (event.isComposing) return;
    const last = shown.length - 1;
    const isOpen = !list.hidden;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!isOpen) return void update();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      // One position is the field itself.
      const next = active + step;
      activate(next > last ? -1 : next < -1 ? last : next);
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      close();
    } else if (event.key === 'Enter' && isOpen && active >= 0) {
      event.preventDefault();
      choose(active);
    }
  });
  input.addEventListener('blur', close);
  // The field keeps the focus.
  list.addEventListener('pointerdown', (event) => event.preventDefault());
  list.addEventListener('click', ({ target }) => {
    const option = (target as Element).closest('[role=option]');
    if (option) choose([...list.children].indexOf(option));
  });
}
