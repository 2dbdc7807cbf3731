/// <reference lib="dom" />
import { probableEmail } from './email-typos.js';
import { frameText } from './page-texts.js';

/** Fields for addresses that mail of this service is sent to. */
const hinted = 'input:is([name=requester_email], [name=invitee_email])';
const hintId = (field: HTMLInputElement) => `${field.id}-meant`;

/** Returns the status region of a field, which exists before it has a text, so that screen readers announce the text. */
function regionOf(field: HTMLInputElement): HTMLElement {
  const found = document.getElementById(hintId(field));
  if (found) return found;
  const region = document.createElement('p');
  region.id = hintId(field);
  region.className = 'small meant';
  region.setAttribute('role', 'status');
  field.after(region);
  return region;
}

/** Asks whether another address was meant; the typed one is accepted as well. */
function hint(field: HTMLInputElement): void {
  const region = regionOf(field);
  const meant = probableEmail(field.value);
  if (meant === null) {
    region.replaceChildren();
    return;
  }
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button quiet';
  button.textContent = meant;
  button.addEventListener('click', () => {
    field.value = meant;
    field.dispatchEvent(new Event('input', { bubbles: true }));
    region.replaceChildren();
    field.focus();
  });
  const [before = '', after = ''] = frameText('frame.did_you_mean').split('{email}');
  region.replaceChildren(before, button, after);
}

/** Suggests the address that was probably meant when an email field is left. */
export function watchEmails(): void {
  const fieldOf = (target: EventTarget | null) =>
    target instanceof HTMLInputElement && target.matches(hinted) ? target : null;
  document.addEventListener('focusin', ({ target }) => {
    const field = fieldOf(target);
    if (field) regionOf(field);
  });
  document.addEventListener('change', ({ target }) => {
    const field = fieldOf(target);
    if (field) hint(field);
  });
}
