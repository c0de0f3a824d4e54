import { writeFileSync } from 'node:fs';
import { test as base, type TestInfo } from '@playwright/test';
import { newCustomer } from '../journeys/scene.ts';
import { Tab } from './tab.ts';
import { openFirefox, openWebKit, type Session } from './webdriver.ts';

export type Engine = { readonly engine: 'firefox' | 'webkit' };
type Windows = { readonly tab: Tab; readonly customer: { readonly email: string; readonly tab: Tab } };

/** Adds each command with its time and outcome to `log`. Scripts are shown by their arguments only. */
const logCommands = (session: Session, log: string[]): Session => ({
  ...session,
  send: async (command, input) => {
    const start = performance.now();
    const sent = JSON.stringify(input && { ...input, script: undefined });
    const add = (outcome: string) =>
      log.push(`${Math.round(start)} ms, took ${Math.round(performance.now() - start)}: ${command} ${sent} ${outcome}`);
    try {
      const result = await session.send(command, input);
      add(`-> ${JSON.stringify(result)?.slice(0, 200)}`);
      return result;
    } catch (error) {
      add(`failed: ${error}`);
      throw error;
    }
  },
});

const readSource = { script: 'return document.documentElement.outerHTML', args: [] };

/** Saves what the window of a failed story shows, next to the report of the failure. */
async function saveWindow(session: Session, info: TestInfo, log: readonly string[]): Promise<void> {
  const save = (name: string, contentType: string, content: string | Buffer) => {
    const path = info.outputPath(name);
    writeFileSync(path, content);
    info.attachments.push({ name, contentType, path });
  };
  save('commands.txt', 'text/plain', log.join('\n'));
  save('window.png', 'image/png', Buffer.from(String(await session.send('screenshot')), 'base64'));
  save('window.html', 'text/html', String(await session.send('execute', readSource)));
}

/** A new window of the engine (`tab`), also signed in as a new customer (`customer`), who signs `request` in too. */
export const test = base.extend<Engine & Windows>({
  engine: ['firefox', { option: true }],
  tab: async ({ engine, baseURL }, use, info) => {
    const session = await (engine === 'webkit' ? openWebKit() : openFirefox());
    try {
      const log: string[] = [];
      const tab = new Tab(logCommands(session, log), baseURL ?? '');
      await session.send('resize', { width: 1280, height: 880 });
      await use(tab);
      if (info.status !== info.expectedStatus) {
        await info.attach('window', { body: await tab.read(), contentType: 'text/plain' });
        await saveWindow(session, info, log);
      }
    } finally {
      await session.close();
    }
  },
  customer: async ({ tab, request }, use) => {
    const email = await newCustomer({ request });
    await tab.signIn(request);
    await use({ email, tab });
  },
});
