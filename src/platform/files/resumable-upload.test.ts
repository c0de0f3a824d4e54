import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { runUpload } from './resumable-upload.ts';

test('concurrent uploads under one name write one at a time', async () => {
  let [activeWrites, maxWriting] = [0, 0];
  const send = () =>
    runUpload({ userId: 'one', uploadId: 'name', stop: () => undefined }, async () => {
      maxWriting = Math.max(maxWriting, ++activeWrites);
      await wait(5);
      activeWrites--;
      return 'done';
    });
  const first = send();
  await wait(1);
  expect(await Promise.all([first, send(), send(), send()])).toEqual(['done', 'done', 'done', 'done']);
  expect(maxWriting).toBe(1);
});
