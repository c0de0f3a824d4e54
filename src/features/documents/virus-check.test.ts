import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { startFakeClamd, testVirus } from '../../../fakes/files/clamd.ts';
import { createPhonePhoto, pdfWithRemark } from '../../../test/files/good-files.ts';
import { readFileAs, sendFile } from '../../../test/files/uploads.ts';
import { body, getDocxParts, packZip, run } from '../../../test/files/word.ts';
import { createSession } from '../../../test/security/actors.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { docxMimeType } from '../../kernel/mime-types.ts';
import { scanAllWaiting } from './jobs.ts';
import { getRule, type Purpose, purposes } from './purposes.ts';

const clamd = await startFakeClamd();
afterAll(() => clamd.stop());
const server = await serverUnderTest({ CLAMD_ADDRESS: clamd.address });
const { owner, services } = server;
const mine = await createSession(server, 'tier2');
const staff = await createSession(server, 'admin');
beforeEach(() => clamd.setMood('ok'));

const photo = await createPhonePhoto();
const sick = {
  [docxMimeType]: packZip(getDocxParts({ 'word/document.xml': body(run(testVirus)) }), { method: 0 }),
  'application/pdf': await pdfWithRemark(testVirus),
  'image/jpeg': Buffer.concat([photo.subarray(0, 2), comment(testVirus), photo.subarray(2)]),
};
function comment(text: string): Buffer {
  const head = Buffer.from([0xff, 0xfe, 0, 0]);
  head.writeUInt16BE(text.length + 2, 2);
  return Buffer.concat([head, Buffer.from(text)]);
}
const rowOf = async (id: string) =>
  (await owner.query<{ state: string; path: string }>('select state, path from files where id = $1', [id])).rows[0];

test.each(Object.keys(purposes) as Purpose[])(
  '%s refuses an infected file and stores nothing of it',
  async (purpose) => {
    const before = (await owner.query('select 1 from files')).rowCount;
    for (const [kind, bytes] of Object.entries(sick)) {
      if (!getRule(purpose).kinds.includes(kind)) continue;
      const { status, body } = await sendFile(server, getRule(purpose).act ? staff : mine, { purpose, bytes });
      expect([kind, status, body.code]).toEqual([kind, 422, 'documents.infected']);
    }
    expect((await owner.query('select 1 from files')).rowCount).toBe(before);
  },
);

test('a clean file is scanned once and readable right away', async () => {
  const before = clamd.asked();
  const { body } = await sendFile(server, mine, { purpose: 'kyc-id', bytes: photo });
  expect([body.state, clamd.asked() - before]).toEqual(['clean', 1]);
  expect((await readFileAs(server, mine, body.id)).status).toBe(200);
});

test('an unchecked file is stored, and unreadable for its owner and staff', async () => {
  clamd.setMood('error');
  const { status, body } = await sendFile(server, mine, { purpose: 'kyc-trn', bytes: photo });
  expect([status, body.state]).toEqual([200, 'being_checked']);
  for (const cookie of [mine, staff])
    expect(await readFileAs(server, cookie, body.id)).toMatchObject({ status: 409, code: 'documents.being_checked' });
  await expect(scanAllWaiting(services)).rejects.toThrow('could not be asked');
  expect((await rowOf(body.id))?.state).toBe('being_checked');

  clamd.setMood('ok');
  await scanAllWaiting(services);
  expect((await rowOf(body.id))?.state).toBe('clean');
  expect((await readFileAs(server, staff, body.id)).status).toBe(200);
});

test('a file found infected later is removed from storage, with row and audit entry', async () => {
  clamd.setMood('error');
  const { body } = await sendFile(server, mine, { purpose: 'kyc-trn', bytes: sick['application/pdf'] });
  const { path = '' } = (await rowOf(body.id)) ?? {};
  const place = join(services.config.dataDir, 'files', path);
  expect(existsSync(place)).toBe(true);
  clamd.setMood('ok');
  await scanAllWaiting(services);
  expect((await rowOf(body.id))?.state).toBe('refused');
  expect(existsSync(place)).toBe(false);
  expect(await readFileAs(server, mine, body.id)).toMatchObject({ status: 404 });
  const { rows } = await owner.query(
    `select actor_role from audit_log where action = 'documents.infected' and subject_id = $1`,
    [body.id],
  );
  expect(rows).toEqual([{ actor_role: 'system' }]);
});
