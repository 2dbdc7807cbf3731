/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { scriptText } from '../../../messages/report/script-keys.js';
import { pageTexts } from '../parts/page-texts.js';

/** Minimum length of a swipe, in CSS pixels. */
const swipeMin = 48;

function make<K extends keyof HTMLElementTagNameMap>(
  name: K,
  members: Partial<HTMLElementTagNameMap[K]>,
  ...children: Node[]
): HTMLElementTagNameMap[K] {
  const element = Object.assign(document.createElement(name), members);
  element.append(...children);
  return element;
}

const button = (text: string, onclick: () => void) =>
  make('button', { type: 'button', className: 'button', textContent: text, onclick });

/** Calls `turn` with 1 for a swipe to the next photo and with -1 for the previous one, unless the page is zoomed. */
function watchSwipes(stage: HTMLElement, turn: (by: 1 | -1) => void): void {
  let start: PointerEvent | null = null;
  stage.addEventListener('pointerdown', (event) => {
    start = event.isPrimary && event.pointerType === 'touch' ? event : null;
  });
  stage.addEventListener('pointercancel', () => {
    start = null;
  });
  stage.addEventListener('pointerup', (event) => {
    if (!start || (globalThis.visualViewport?.scale ?? 1) > 1.01) return;
    const [x, y] = [event.clientX - start.clientX, event.clientY - start.clientY];
    start = null;
    if (Math.abs(x) >= swipeMin && Math.abs(x) > 2 * Math.abs(y)) turn(x < 0 ? 1 : -1);
  });
}

/** Opens the photos of the page in a dialog, starting with that of the link, which gets the focus back on close. */
export function openLightbox(opener: HTMLAnchorElement): void {
  const text = scriptText(pageTexts());
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.photos a[data-dialog]')];
  let shown = links.findIndex(({ href }) => href === opener.href);
  const picture = make('img', {});
  // Live regions: number and caption of the next photo are announced.
  const position = make('p', { role: 'status' });
  const caption = make('div', { role: 'status', id: 'lightbox-caption' });
  const stage = make('div', { className: 'stage' }, picture);
  const close = button(text('report.close'), () => dialog.close());
  const bar = make('div', { className: 'bar' }, position, close);
  const foot = make('div', { className: 'foot' }, caption);
  const dialog = make('dialog', { className: 'lightbox' }, bar, stage, foot);
  dialog.setAttribute('aria-describedby', caption.id);

  function show(index: number): void {
    const link = links[index];
    const source = link?.querySelector('img');
    const named = link?.closest('figure')?.querySelector('figcaption');
    if (!link || !source || !named) return;
    shown = index;
    const isCurrent = () => shown === index;
    picture.alt = source.alt;
    picture.src = source.src;
    const whole = make('img', { src: link.dataset['dialog'] ?? '' });
    // The preview is shown until the file is loaded, and if it cannot be loaded.
    whole.decode().then(
      () => {
        if (isCurrent()) picture.src = whole.src;
      },
      () => {},
    );
    position.textContent = text('report.photo_of', {
      number: String(index + 1),
      photos: String(links.length),
    });
    caption.replaceChildren(named.cloneNode(true));
    dialog.setAttribute('aria-label', named.querySelector('h3')?.textContent ?? '');
  }
  const turn = (by: 1 | -1) => show((shown + by + links.length) % links.length);

  if (links.length > 1) {
    const buttons = [
      button(text('report.previous_photo'), () => turn(-1)),
      button(text('report.next_photo'), () => turn(1)),
    ];
    foot.append(make('div', { className: 'turn' }, ...buttons));
    watchSwipes(stage, turn);
    dialog.addEventListener('keydown', ({ key }) => {
      // The next photo is where reading goes on.
      const onwards = document.documentElement.dir === 'rtl' ? -1 : 1;
      if (key === 'ArrowLeft') turn(onwards === 1 ? -1 : 1);
      if (key === 'ArrowRight') turn(onwards);
    });
  }
  dialog.addEventListener('close', () => {
    dialog.remove();
    opener.focus();
  });
  stage.addEventListener('click', ({ target }) => {
    if (target === stage) dialog.close();
  });
  show(shown);
  document.body.append(dialog);
  dialog.showModal();
}
