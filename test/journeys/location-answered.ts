import { expect, type Page } from '@playwright/test';

/** Skips the question about the location for whoever is signed in, so that it does not come in the way. */
export async function skipLocation(page: Page): Promise<void> {
  const headers = { origin: new URL(page.url()).origin };
  const sent = await page.request.post('/api/rpc/location/consent', { data: { json: { allow: false } }, headers });
  expect(sent.ok()).toBe(true);
}
