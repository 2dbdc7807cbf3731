/// <reference lib="dom" />

/** Adds a stylesheet to the page, once; resolves also if it cannot be loaded. */
export async function addStyles(href: string): Promise<void> {
  if (document.querySelector(`link[href="${href}"]`)) return;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = href;
  const loaded = new Promise((resolve) => {
    link.onload = link.onerror = resolve;
  });
  document.head.append(link);
  await loaded;
}
