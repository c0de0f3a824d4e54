import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect } from '@playwright/test';
import PDFDocument from 'pdfkit';
import { createPicture } from '../files/good-files.ts';
import { type Steps, story, test } from './journey.ts';
import { createProof } from './sample-files.ts';
import { ask, compareAddress, evmAddress, placeBuy, signIn, toast } from './scene.ts';

async function createScan() {
  const document = new PDFDocument();
  const bytes = buffer(document);
  document.image(await createPicture(1_900, 1_400).jpeg({ quality: 95 }).toBuffer(), { width: 400 });
  document.end();
  return { name: 'slip.pdf', mimeType: 'application/pdf', buffer: await bytes };
}

type Proxy = { readonly server: Server; readonly heads: string[] };

/** Starts a proxy that breaks the connection once, after this many bytes of an upload. */
async function startBreakingProxy(port: number, breaksAt: number): Promise<Proxy> {
  const heads: string[] = [];
  let broken = false;
  const server = createServer((near) => {
    const far = connect(port, 'localhost');
    let passed = -1;
    near.on('data', (piece) => {
      const head = /PUT \/api\/files[\s\S]*?\r\n\r\n/.exec(piece.toString('latin1'))?.[0];
      if (head) heads.push(head);
      if (head || passed >= 0) passed = Math.max(0, passed) + piece.length;
      // The product accepts requests only from its own origin.
      far.write(
        Buffer.from(piece.toString('latin1').replace(/(\r\norigin: http:\/\/localhost:)\d+/i, `$1${port}`), 'latin1'),
      );
      if (broken || passed < breaksAt) return;
      broken = true;
      // Breaks the connection after the product has received the forwarded bytes.
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

const uploadsSteps: Steps = {
  'an interrupted proof continues where it stopped': async ({ browser, baseURL }) => {
    const { server, heads } = await startBreakingProxy(Number(new URL(baseURL ?? '').port), 400_000);
    const { port } = server.address() as AddressInfo;
    const context = await browser.newContext({ baseURL: `http://localhost:${port}`, reducedMotion: 'reduce' });
    const page = await context.newPage();
    await signIn(page, 'enhanced');
    await page.goto('/trading');
    await page.getByLabel('Crypto', { exact: true }).selectOption('ETH');
    await page.getByLabel('You pay').fill(String(30_000 + Math.floor(Math.random() * 4_000)));
    await page.getByLabel('Network', { exact: true }).selectOption({ label: 'Ethereum (ERC20)' });
    await compareAddress(page, () => page.getByLabel('Your ETH address').fill(evmAddress));
    await expect(page.getByLabel("You'll Receive")).not.toHaveValue('');
    await page.getByRole('button', { name: 'Pay with Bank Transfer' }).click();
    const account = page.getByRole('dialog', { name: 'Bank Transfer Payment' });
    await account.getByRole('button', { name: "I've paid, upload proof" }).click();
    const proof = page.getByRole('dialog', { name: 'Upload Payment Confirmation' });
    const file = await createScan();
    expect(file.buffer.length).toBeGreaterThan(1_000_000);
    await proof.getByLabel('Payment confirmation').setInputFiles(file);
    await expect(proof.getByText(/Uploaded, /)).toBeVisible({ timeout: 30_000 });
    const offsets = heads.map((head) => Number(/upload-offset: (\d+)/i.exec(head)?.[1]));
    // Browsers may retry the broken request from its start, which the product refuses.
    expect(offsets.slice(0, -1)).toEqual(offsets.slice(0, -1).map(() => 0));
    expect(offsets.length).toBeGreaterThan(1);
    expect(offsets.at(-1)).toBeGreaterThan(200_000);
    await context.close();
    server.close();
  },

  'a failed upload shows the text of its form, and on an iPhone another': async ({ browser }) => {
    const context = await browser.newContext({ userAgent: iphone });
    const page = await context.newPage();
    await signIn(page, 'enhanced');
    const { orderId } = await placeBuy(page, '3700');
    await page.goto(`/orders/${orderId}`);
    await page.route('**/api/files**', (route) => route.abort());
    await page.getByLabel('Payment confirmation').setInputFiles(createProof());
    await expect(toast(page, 'Upload Failed')).toContainText('On an iPhone or iPad, stay on this page', timeoutMs);
    await ask(page, 'trading/cancelOwn', { orderId });
    await context.close();
  },

  'a failed proof of the source of funds shows its own text': async ({ page }) => {
    await signIn(page, 'enhanced');
    await page.goto('/trading');
    await page.getByLabel('Crypto', { exact: true }).selectOption('ETH');
    await page.getByLabel('You pay').fill('175000');
    await page.getByLabel('Network', { exact: true }).selectOption({ label: 'Ethereum (ERC20)' });
    await page.route('**/api/files**', (route) => route.abort());
    await page.getByLabel('Proof document').setInputFiles(createProof());
    const words =
      'Failed to upload source of funds proof: The connection was lost. Try again to continue where it stopped.';
    await expect(toast(page, 'Error')).toContainText(words, timeoutMs);
    await page.unroute('**/api/files**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText(/Uploaded, /)).toBeVisible(timeoutMs);
  },
};

test('uploads', story(uploadsSteps));

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const timeoutMs = { timeout: 15_000 };
