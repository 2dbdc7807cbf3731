import type { Page } from 'playwright-core';

export const place = {
  objective: 'Is the shop open, and is its sign up?',
  address: 'Alexanderplatz 1, 10178 Berlin',
  latitude: '52.5219',
  longitude: '13.4132',
};

/** Fills the form of the request page; the given fields replace those of a shop in Berlin. */
export async function fillRequest(page: Page, fields: Partial<typeof place> = {}): Promise<void> {
  const filled = { ...place, ...fields };
  await page.getByLabel('What do you want to know?').fill(filled.objective);
  await page.getByLabel('Where?').fill(filled.address);
  await page.getByLabel('Latitude').fill(filled.latitude);
  await page.getByLabel('Longitude').fill(filled.longitude);
}

export const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).click();

export const headingIs = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

/** Returns id and access token of the request that a page shows. */
export async function shownRequest(page: Page): Promise<{ id: string; token: string }> {
  const url = new URL(page.url());
  return { id: url.pathname.split('/').at(-1) ?? '', token: url.hash.slice(1) };
}
