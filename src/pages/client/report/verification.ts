// Runs in the browser: the verification buttons and their results.
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { momentText } from '../../frame/moment-text.js';
import { proofMessages } from '../../messages/report.en.js';
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
    return line([proofMessages.noKeys], 'bad');
  }
  const differences = await verifyReport(answer, keys);
  if (differences.length > 0) return line([proofMessages.changed], 'bad', differences);
  const { signed_at, key_id, log } = answer.integrity;
  const logged = log
    ? proofMessages.logged(log.leaf_index, log.tree_size, log.origin)
    : proofMessages.notLogged;
  return line(
    [proofMessages.unchanged(momentText(signed_at, { now: new Date() }), key_id), logged],
    'good',
  );
}

async function checkFiles(answer: ProvenAnswer, say: (text: string) => void): Promise<HTMLElement> {
  const all = answer.evidence_items.length;
  const { changed, unread } = await verifyFiles(answer, readFile, (done) =>
    say(proofMessages.photosDone(done, all)),
  );
  const text = proofMessages.photosUnchanged(all - changed.length - unread.length, all);
  if (changed.length > 0)
    return line([proofMessages.changed, text], 'bad', [...changed, ...unread]);
  // A lost connection or an expired link does not mean that the file changed.
  if (unread.length > 0) return line([text, proofMessages.unread], 'warn', unread);
  return line([text], 'good');
}

/** Verifies the carried report, and its files on request; shows the result next to the buttons. */
export async function verify(button: HTMLElement, withFiles: boolean): Promise<void> {
  const status = document.getElementById('verification');
  if (!status || button.getAttribute('aria-busy') === 'true') return;
  button.setAttribute('aria-busy', 'true');
  status.replaceChildren(line([proofMessages.working], 'none'));
  try {
    const answer = carried();
    const lines = [await checkReport(answer)];
    if (withFiles) {
      lines.push(
        await checkFiles(answer, (text) => status.replaceChildren(...lines, line([text], 'none'))),
      );
    }
    status.replaceChildren(...lines);
  } catch {
    // The carried data is no longer a report.
    status.replaceChildren(line([proofMessages.changed], 'bad', [proofMessages.notCanonical]));
  } finally {
    button.removeAttribute('aria-busy');
  }
}
