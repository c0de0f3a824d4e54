import { writeFileSync } from 'node:fs';
import { test as base } from '@playwright/test';
import { newCustomer } from '../journeys/scene.ts';
import { Tab } from './tab.ts';
import { openFirefox, openWebKit } from './webdriver.ts';

export type Engine = { readonly engine: 'firefox' | 'webkit' };
type Windows = { readonly tab: Tab; readonly customer: { readonly email: string; readonly tab: Tab } };

/** A new window of the engine (`tab`), also signed in as a new customer (`customer`), who signs `request` in too. */
export const test = base.extend<Engine & Windows>({
  engine: ['firefox', { option: true }],
  tab: async ({ engine, baseURL }, use, info) => {
    const session = await (engine === 'webkit' ? openWebKit() : openFirefox());
    const tab = new Tab(session, baseURL ?? '');
    await session.send('resize', { width: 1280, height: 880 });
    await use(tab);
    if (info.status !== info.expectedStatus) {
      writeFileSync(info.outputPath('window.png'), String(await session.send('screenshot')), 'base64');
      await info.attach('window', { body: await tab.read(), contentType: 'text/plain' });
    }
    await session.close();
  },
  customer: async ({ tab, request }, use) => {
    const email = await newCustomer({ request });
    await tab.signIn(request);
    await use({ email, tab });
  },
});
