// Runs in the browser: the verification buttons and their results.
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

import { scriptText } from '../../../messages/report/script-keys.js';
import { momentText } from '../../frame/moment-text.js';
import { pageLanguage, pageTexts } from '../parts/page-texts.js';
import type { PresentedKeys, ProvenAnswer } from './presented.js';
import { verifyFiles, verifyReport } from './verify.js';

type Tone = 'good' | 'warn' | 'bad' | 'none';

function line(
  texts: readonly string[],
  tone: Tone,
  differences: readonly string[] = [],
): HTMLElement {
  const box = document.createElement('div');
  box.className = tone === 'none' ? 'notice' : `notice ${tone}`;
  const content = document.createElement('div');
  for (const text of texts) {
    const paragraph = document.createElement('p');
    paragraph.textContent = text;
    content.append(paragraph);
  }
  if (differences.length > 0) {
    const list = document.createElement('ul');
    list.append(
      ...differences.map((difference) => {
        const item = document.createElement('li');
        item.textContent = difference;
        return item;
      }),
    );
    content.append(list);
  }
  box.append(content);
  return box;
}

const text = scriptText(pageTexts());

const dataBlock = () => document.getElementById('report-answer');

/** Returns the API response that the page carries, as it was received. */
const carried = (): ProvenAnswer => JSON.parse(dataBlock()?.textContent ?? '') as ProvenAnswer;

/** Reads the key set; sandbox reports have a separate one, by which no other report verifies. */
async function readKeys(): Promise<PresentedKeys> {
  const path = dataBlock()?.dataset['keys'] ?? '';
  const response = await fetch(path, { cache: 'no-store' });
  if (!response.ok) throw new Error('no keys');
  return (await response.json()) as PresentedKeys;
}

async function readFile(mediaUrl: string): Promise<Uint8Array<ArrayBuffer> | null> {
  // The page may be served under another name of this service.
  const { pathname, search } = new URL(mediaUrl);
  // The browser's cached copy can be older than the file.
  const response = await fetch(pathname + search, { cache: 'no-store' });
  return response.ok ? new Uint8Array(await response.arrayBuffer()) : null;
}

async function checkReport(answer: ProvenAnswer): Promise<HTMLElement> {
  let keys: PresentedKeys;
  try {
    keys = await readKeys();
  } catch {
    return line([text('report.proof.no_keys')], 'bad');
  }
  const differences = await verifyReport(answer, keys, text);
  if (differences.length > 0) return line([text('report.proof.changed')], 'bad', differences);
  const { signed_at, key_id, log } = answer.integrity;
  const time = momentText(signed_at, { now: new Date(), language: pageLanguage() });
  const logged = log
    ? text('report.proof.logged', {
        index: String(log.leaf_index),
        size: String(log.tree_size),
        origin: log.origin,
      })
    : text('report.proof.not_logged');
  return line([text('report.proof.unchanged', { time, key: key_id }), logged], 'good');
}

async function checkFiles(
  answer: ProvenAnswer,
  say: (progress: string) => void,
): Promise<HTMLElement> {
  const all = answer.evidence_items.length;
  const { changed, unread } = await verifyFiles(answer, readFile, text, (done) =>
    say(text('report.proof.photos_done', { done: String(done), all: String(all) })),
  );
  const right = all - changed.length - unread.length;
  const found = text('report.proof.photos_unchanged', { right: String(right), all: String(all) });
  if (changed.length > 0)
    return line([text('report.proof.changed'), found], 'bad', [...changed, ...unread]);
  // A lost connection or an expired link does not mean that the file changed.
  if (unread.length > 0) return line([found, text('report.proof.unread')], 'warn', unread);
  return line([found], 'good');
}

/** Verifies the carried report, and its files on request; shows the result next to the buttons. */
export async function verify(button: HTMLElement, withFiles: boolean): Promise<void> {
  const status = document.getElementById('verification');
  if (!status || button.getAttribute('aria-busy') === 'true') return;
  button.setAttribute('aria-busy', 'true');
  status.replaceChildren(line([text('report.proof.working')], 'none'));
  try {
    const answer = carried();
    const lines = [await checkReport(answer)];
    if (withFiles) {
      lines.push(
        await checkFiles(answer, (progress) =>
          status.replaceChildren(...lines, line([progress], 'none')),
        ),
      );
    }
    status.replaceChildren(...lines);
  } catch {
    // The carried data is no longer a report.
    status.replaceChildren(
      line([text('report.proof.changed')], 'bad', [text('report.proof.not_canonical')]),
    );
  } finally {
    button.removeAttribute('aria-busy');
  }
}
