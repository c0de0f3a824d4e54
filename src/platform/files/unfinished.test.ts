import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { runUpload } from './unfinished.ts';

test('however many go on under one name at the same moment, one at a time writes to its file', async () => {
  let [writing, most] = [0, 0];
  const send = () =>
    runUpload({ userId: 'one', uploadId: 'name', stop: () => undefined }, async () => {
      most = Math.max(most, ++writing);
      await wait(5);
      writing--;
      return 'done';
    });
  const first = send();
  await wait(1);
  expect(await Promise.all([first, send(), send(), send()])).toEqual(['done', 'done', 'done', 'done']);
  expect(most).toBe(1);
});
