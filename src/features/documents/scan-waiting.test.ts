import { afterAll, expect, test } from 'vitest';
import { startFakeClamd } from '../../../fakes/files/clamd.ts';
import { createPhonePhoto } from '../../../test/files/good-files.ts';
import { sendFile } from '../../../test/files/uploads.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { scanAllWaiting } from './jobs.ts';

const clamd = await startFakeClamd();
afterAll(() => clamd.stop());
const server = await serverUnderTest({ CLAMD_ADDRESS: clamd.address });
const { owner, services } = server;

test('a file that cannot be checked does not stop the others', async () => {
  const p = await newCustomer(server);
  const photo = await createPhonePhoto();
  clamd.setMood('error');
  const first = await sendFile(server, p.cookie, { purpose: 'kyc-id', bytes: photo });
  const second = await sendFile(server, p.cookie, { purpose: 'kyc-trn', bytes: photo });
  expect([first.body.state, second.body.state]).toEqual(['being_checked', 'being_checked']);
  const { rows } = await owner.query('select path from files where id=$1', [first.body.id]);
  await services.files.store.remove(rows[0].path); // the store lost it
  clamd.setMood('ok');
  await scanAllWaiting(services).catch(() => undefined);
  const after = await owner.query('select state from files where id=$1', [second.body.id]);
  expect(after.rows[0].state).toBe('clean');
});

test('the bytes of a crashed upload are removed', async () => {
  const p = await newCustomer(server);
  const up = await sendFile(server, p.cookie, { purpose: 'kyc-id', bytes: await createPhonePhoto() });
  const { rows } = await owner.query(
    `update files set state='arriving', created_at = now() - interval '20 minutes' where id=$1 returning path`,
    [up.body.id],
  );
  await scanAllWaiting(services).catch(() => 0);
  const left = await services.files.store.read(rows[0].path).then(
    (s) => {
      s.destroy();
      return true;
    },
    () => false,
  );
  expect(left).toBe(false);
});
