/// <reference lib="dom" />

/** Returns the words that the page's element has in a data attribute. */
export const pageData = (name: 'eventTypes' | 'scopes' | 'liveScopes'): string[] =>
  document.getElementById('console')?.dataset[name]?.split(' ') ?? [];
