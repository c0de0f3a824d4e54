import { afterAll, expect, test } from 'vitest';
import { smallDisk } from '../../lab/scale/small-disk.ts';
import { newPicture } from '../orders.ts';
import { signInDemoUser } from './customer.ts';
import { createDatabase } from './fresh-database.ts';
import { startInProcess } from './run-in-process.ts';

const testAsRoot = test.skipIf(process.getuid?.() !== 0 || process.platform !== 'linux');
const steps: (() => unknown)[] = [];
afterAll(async () => {
  for (const step of steps) await step();
});

testAsRoot('a full disk rejects an upload with a retry hint, and accepts it when there is space again', async () => {
  const disk = smallDisk(4, (step) => steps.push(step));
  const database = await createDatabase('demo');
  const origin = await startInProcess(database.url, { DATA_DIR: disk.folder });
  const cookie = await signInDemoUser(origin, 'tier2');
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
