/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { tabStorage } from './browser-storage.js';

/** The order form as last typed in this tab, so that going back or reloading loses nothing. */
interface Draft {
  /** Values of the fields, by name. */
  values: Record<string, string>;
  /** Id of the request that the form was sent as, or that it edits; '' if it was never sent. */
  of: string;
}

const draftKey = 'draft';

export function readDraft(): Draft | null {
  try {
    return JSON.parse(tabStorage.get(draftKey) ?? 'null') as Draft | null;
  } catch {
    return null;
  }
}

export const keepDraft = (draft: Draft): void => tabStorage.set(draftKey, JSON.stringify(draft));

export const forgetDraft = (): void => tabStorage.remove(draftKey);

/** Drops the draft once the request that was made from it can no longer be edited. */
export function settleDraft({ dataset: { request, editable } }: HTMLElement): void {
  if (request && editable === undefined && readDraft()?.of === request) forgetDraft();
}
