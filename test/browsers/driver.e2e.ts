import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import { test as base } from './story.ts';

/** Pages on which a simple driver fails. `openHtml` opens such a page. */
const test = base.extend<{ openHtml: (html: string) => Promise<void> }>({
  openHtml: async ({ tab }, use) => {
    let page = '';
    const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(page));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    await use((html) => {
      page = html;
      return tab.open(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    });
    server.closeAllConnections();
    server.close();
  },
});

test('a click that misses a moving button is repeated', async ({ tab, openHtml }) => {
  const move = "addEventListener('mousedown', () => { document.querySelector('p').hidden = false; })";
  await openHtml(`<p hidden style="height: 200px">Moved</p>
    <button onclick="this.after('Pressed')">Press</button>
    <script>${move}</script>`);
  await tab.press('button', 'Press');
  await tab.sees('Moved', 'Pressed');
});

test('a busy button is pressed when it is ready', async ({ tab, openHtml }) => {
  const enable = "setTimeout(() => document.querySelector('button').removeAttribute('aria-disabled'), 2000)";
  await openHtml(`<button aria-disabled="true" onclick="this.after(this.ariaDisabled ? 'Too early' : 'Pressed')">
      Press
    </button>
    <script>${enable}</script>`);
  await tab.press('button', 'Press');
  await tab.sees('Pressed');
});

test('a field that restores its last input gets the new text only', async ({ tab, openHtml }) => {
  const restore = `oninput="this.last = this.value" onblur="this.value = this.last ?? ''"`;
  await openHtml(`<label>Amount <input ${restore}></label>`);
  for (const amount of ['370', '76']) {
    await tab.fill('Amount', amount);
    await expect.poll(() => tab.valueOf('Amount')).toBe(amount);
  }
});
