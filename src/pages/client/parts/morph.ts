/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isControl = (node: Element): node is Control =>
  node instanceof HTMLInputElement ||
  node instanceof HTMLTextAreaElement ||
  node instanceof HTMLSelectElement;

/** Returns the key by which two nodes count as the same before and after. */
function keyOf(node: Node): string {
  if (!(node instanceof Element)) return node.nodeName;
  const { key } = (node as HTMLElement).dataset;
  const name = node.id || key || node.getAttribute('name') || node.getAttribute('class') || '';
  return `${node.nodeName} ${name}`;
}

/**
 * The reader controls whether a disclosure is open; a heading without its tabindex would lose the focus; a map that was
 * drawn stays.
 */
const ownAttributes = ['open', 'tabindex', 'data-drawn', 'data-light'];

/** True for nodes that a script added, which no page contains. */
const isKept = (node: Node) => node instanceof Element && node.hasAttribute('data-kept');

function syncAttributes(from: Element, to: Element): void {
  for (const { name } of [...from.attributes]) {
    if (!to.hasAttribute(name) && !ownAttributes.includes(name)) from.removeAttribute(name);
  }
  for (const { name, value } of [...to.attributes]) {
    if (from.getAttribute(name) !== value) from.setAttribute(name, value);
  }
}

const isTicked = (control: Control): control is HTMLInputElement =>
  control.type === 'radio' || control.type === 'checkbox';

const defaultChoice = (select: HTMLSelectElement) =>
  Math.max(
    0,
    [...select.options].findIndex((option) => option.defaultSelected),
  );

/** True if the value of a control differs from the one that the page came with. */
function isTouched(control: Control): boolean {
  if (control instanceof HTMLSelectElement) return control.selectedIndex !== defaultChoice(control);
  if (isTicked(control)) return control.checked !== control.defaultChecked;
  return control.value !== control.defaultValue;
}

/** Resets a control to the value that the page came with. */
function resetControl(control: Control): void {
  if (!isTouched(control)) return;
  if (control instanceof HTMLSelectElement) control.selectedIndex = defaultChoice(control);
  else if (isTicked(control)) control.checked = control.defaultChecked;
  else control.value = control.defaultValue;
}

/**
 * Makes an element equal to another and reuses the nodes that are in both, so that focus, scroll position, live
 * regions, open disclosures and typed text are preserved, except in the answered form.
 * @param answered form whose controls take the values of the page; null if no form was sent or its submission was
 *   rejected, which also preserves `data-said`
 */
export function morph(from: Element, to: Element, answered: HTMLFormElement | null): void {
  const keepsValue = isControl(from) && from.form !== answered && isTouched(from);
  syncAttributes(from, to);
  if (!answered && from.hasAttribute('data-said')) return;
  const left = [...from.childNodes].filter((node) => !isKept(node));
  const pairs = [...to.childNodes].map((child) => {
    const key = keyOf(child);
    const index = left.findIndex((old) => keyOf(old) === key);
    return { child, same: index < 0 ? undefined : left.splice(index, 1)[0] };
  });
  // Removed first, so that no remaining node is moved, which would lose its focus.
  for (const old of left) old.remove();
  let place: ChildNode | null = from.firstChild;
  for (const { child, same } of pairs) {
    if (!same) {
      from.insertBefore(document.adoptNode(child), place);
      continue;
    }
    if (same === place) place = place.nextSibling;
    else from.insertBefore(same, place);
    if (same instanceof Element) morph(same, child as Element, answered);
    else if (same.nodeValue !== child.nodeValue) same.nodeValue = child.nodeValue;
  }
  if (isControl(from) && !keepsValue) resetControl(from);
}
