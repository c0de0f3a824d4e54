import { afterAll, expect, test } from 'vitest';
import { newPicture } from '../orders.ts';
import { smallDisk } from '../scale/small-disk.ts';
import { signedIn } from './customer.ts';
import { freshDatabase } from './fresh-database.ts';
import { running } from './running.ts';

/** Only root can lay down a disk of a size of its own. */
const asRoot = test.skipIf(process.getuid?.() !== 0 || process.platform !== 'linux');
const steps: (() => unknown)[] = [];
afterAll(async () => {
  for (const step of steps) await step();
});

asRoot('while the disk is full a paper is asked for later, and taken when there is room again', async () => {
  const disk = smallDisk(4, (step) => steps.push(step));
  const database = await freshDatabase('demo');
  const origin = await running(database.url, { DATA_DIR: disk.folder });
  const cookie = await signedIn(origin, 'tier2');
  const send = async () => {
    const answer = await fetch(`${origin}/api/files?purpose=transaction-proof`, {
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream', 'x-file-name': 'slip.png', cookie },
      body: new Uint8Array(newPicture()),
    });
    return { status: answer.status, ...((await answer.json()) as { code?: string }) };
  };
  expect((await send()).status).toBe(200);
  disk.fill();
  expect(await send()).toMatchObject({ status: 503, code: 'general.unavailable' });
  disk.empty();
  expect((await send()).status).toBe(200);
});
