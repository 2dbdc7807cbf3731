/// <reference lib="dom" />

async function choose(form: HTMLFormElement): Promise<void> {
  const sent = new URLSearchParams();
  for (const [name, value] of new FormData(form)) sent.append(name, String(value));
  await fetch(form.action, { method: 'POST', body: sent, redirect: 'manual' });
}

/**
 * Stores the chosen language and reloads the page: the browser's own request would lose the fragment with the secret.
 * @param failed called if the language could not be stored; by default, the browser sends the form
 */
export function watchLanguage(
  failed: (form: HTMLFormElement) => void = (form) => form.submit(),
): void {
  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || !form.matches('[data-language]')) return;
    event.preventDefault();
    choose(form).then(
      () => location.reload(),
      () => failed(form),
    );
  });
}
