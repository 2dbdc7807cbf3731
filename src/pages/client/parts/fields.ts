/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { frameText } from './page-texts.js';

/** True if a value satisfies the rule that its field violated (`FieldError` of the form's state). */
export function keeps(rule: string, value: string): boolean {
  const [kind, ...numbers] = rule.split(' ');
  const [first = 0, second = 0] = numbers.map(Number);
  const length = [...value].length;
  const number = value.trim() === '' ? Number.NaN : Number(value);
  switch (kind) {
    case 'filled':
      return value.trim() !== '';
    case 'min':
      return length >= first;
    case 'max':
      return length <= first;
    case 'number':
      return Number.isFinite(number);
    case 'range':
      return number >= first && number <= second;
    default:
      return true;
  }
}

/** Clears the error of a field as soon as its value is valid; only the service adds errors. */
export function watchFields(): void {
  document.addEventListener('input', ({ target }) => {
    const field = target as HTMLInputElement;
    const { rule } = field.dataset ?? {};
    if (!rule || !keeps(rule, field.value)) return;
    delete field.dataset['rule'];
    field.removeAttribute('aria-invalid');
    document.getElementById(`${field.id}-error`)?.remove();
    const hint = document.getElementById(`${field.id}-hint`);
    if (hint) field.setAttribute('aria-describedby', hint.id);
    else field.removeAttribute('aria-describedby');
    const link = document.querySelector(`[role=alert] a[href="#${field.id}"]`);
    const list = link?.closest('ul');
    link?.closest('li')?.remove();
    if (list?.childElementCount === 0) list.closest('[role=alert]')?.remove();
    if (!document.querySelector('main [role=alert]')) {
      const heading = document.querySelector('h1')?.textContent ?? '';
      document.title = frameText('frame.title', { heading });
    }
  });
}

/** Makes a password visible while its button is pressed in, and hides it before it is sent. */
export function watchPasswords(): void {
  const reveal = (button: HTMLElement, shown: boolean) => {
    const field = document.getElementById(button.dataset['reveals'] ?? '');
    if (field instanceof HTMLInputElement) field.type = shown ? 'text' : 'password';
    button.setAttribute('aria-pressed', String(shown));
  };
  document.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest<HTMLElement>('[data-reveals]');
    if (button) reveal(button, button.getAttribute('aria-pressed') !== 'true');
  });
  // A browser remembers the text of a field of type text.
  document.addEventListener('submit', ({ target }) => {
    const form = target as HTMLFormElement;
    for (const button of form.querySelectorAll<HTMLElement>('[data-reveals]')) {
      reveal(button, false);
    }
  });
}
