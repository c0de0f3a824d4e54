import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect } from '@playwright/test';
import PDFDocument from 'pdfkit';
import { picture } from '../files/good-files.ts';
import { test } from './journey.ts';
import { slip } from './papers.ts';
import { ask, comparesAddress, evmAddress, placedBuy, signIn, toast } from './scene.ts';

/** A line that breaks in the middle of a file, and goes on where it stopped. */

/** A scan of some megabytes, as a phone's scanner makes it. */
async function scan() {
  const document = new PDFDocument();
  const whole = buffer(document);
  document.image(await picture(1_900, 1_400).jpeg({ quality: 95 }).toBuffer(), { width: 400 });
  document.end();
  return { name: 'slip.pdf', mimeType: 'application/pdf', buffer: await whole };
}

type Line = { readonly server: Server; readonly heads: string[] };

/** A line to the product that breaks once, when so many bytes of an upload went through. */
async function breakingLine(port: number, breaksAt: number): Promise<Line> {
  const heads: string[] = [];
  let broken = false;
  const server = createServer((near) => {
    const far = connect(port, 'localhost');
    let passed = -1;
    near.on('data', (piece) => {
      const head = /PUT \/api\/files[\s\S]*?\r\n\r\n/.exec(piece.toString('latin1'))?.[0];
      if (head) heads.push(head);
      if (head || passed >= 0) passed = Math.max(0, passed) + piece.length;
      far.write(piece);
      if (broken || passed < breaksAt) return;
      broken = true;
      // What went through is taken, which lasts a while where much else is done; then the line is dead.
      near.pause();
      setTimeout(() => [near, far].map((end) => end.destroy()), 2_000);
    });
    far.pipe(near);
    near.on('end', () => far.end());
    for (const end of [near, far]) end.on('error', () => [near, far].map((other) => other.destroy()));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, heads };
}

test('a proof of payment whose line breaks is sent on from where it stopped', async ({ browser, baseURL }) => {
  const { server, heads } = await breakingLine(Number(new URL(baseURL ?? '').port), 400_000);
  const { port } = server.address() as AddressInfo;
  const context = await browser.newContext({ baseURL: `http://localhost:${port}`, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await signIn(page, 'enhanced');
  await page.goto('/trading');
  await page.getByLabel('Crypto', { exact: true }).selectOption('ETH');
  await page.getByLabel('You pay').fill(String(30_000 + Math.floor(Math.random() * 4_000)));
  await page.getByLabel('Network', { exact: true }).selectOption({ label: 'Ethereum (ERC20)' });
  await comparesAddress(page, () => page.getByLabel('Your ETH address').fill(evmAddress));
  await expect(page.getByLabel("You'll Receive")).not.toHaveValue('');
  await page.getByRole('button', { name: 'Pay with Bank Transfer' }).click();
  const account = page.getByRole('dialog', { name: 'Bank Transfer Payment' });
  await account.getByRole('button', { name: 'I have paid, upload proof' }).click();
  const proof = page.getByRole('dialog', { name: 'Upload Payment Confirmation' });
  const file = await scan();
  expect(file.buffer.length).toBeGreaterThan(1_000_000);
  await proof.getByLabel('Payment confirmation').setInputFiles(file);
  await expect(proof.getByText(/Uploaded, /)).toBeVisible({ timeout: 30_000 });
  const offsets = heads.map((head) => Number(/upload-offset: (\d+)/i.exec(head)?.[1]));
  // A browser may repeat the broken request by itself, from its beginning: that one is refused.
  expect(offsets.slice(0, -1)).toEqual(offsets.slice(0, -1).map(() => 0));
  expect(offsets.length).toBeGreaterThan(1);
  expect(offsets.at(-1)).toBeGreaterThan(200_000);
  await context.close();
  server.close();
});

/** How an iPhone calls itself. */
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const patience = { timeout: 15_000 };

test('a file that does not arrive is told in the words of its place, and on an iPhone in others', async ({
  browser,
}) => {
  const context = await browser.newContext({ userAgent: iphone });
  const page = await context.newPage();
  await signIn(page, 'enhanced');
  const { orderId } = await placedBuy(page, '3700');
  await page.goto(`/orders/${orderId}`);
  await page.route('**/api/files**', (route) => route.abort());
  await page.getByLabel('Payment confirmation').setInputFiles(slip());
  await expect(toast(page, 'Upload Failed')).toContainText('On an iPhone or iPad stay on this page', patience);
  await ask(page, 'trading/cancelOwn', { orderId });
  await context.close();
});

test('a proof of the source of funds that does not arrive is told as such', async ({ page }) => {
  await signIn(page, 'enhanced');
  await page.goto('/trading');
  await page.getByLabel('Crypto', { exact: true }).selectOption('ETH');
  await page.getByLabel('You pay').fill('175000');
  await page.getByLabel('Network', { exact: true }).selectOption({ label: 'Ethereum (ERC20)' });
  await page.route('**/api/files**', (route) => route.abort());
  await page.getByLabel('Proof document').setInputFiles(slip());
  const words = 'Failed to upload source of funds proof: The connection was lost. Try again goes on where it stopped.';
  await expect(toast(page, 'Error')).toContainText(words, patience);
  await page.unroute('**/api/files**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText(/Uploaded, /)).toBeVisible(patience);
});
