import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { startFakeS3 } from '../../../fakes/files/s3-server.ts';
import { createBankPdf, createPhonePhoto } from '../../../test/files/good-files.ts';
import { readFileAs, sendFile } from '../../../test/files/uploads.ts';
import { createSession } from '../../../test/security/actors.ts';
import { serverUnderTest } from '../../../test/worker.ts';

const bucket = await startFakeS3();
afterAll(() => bucket.stop());
const server = await serverUnderTest({
  S3_BUCKET: 'papers',
  S3_ENDPOINT: bucket.url,
  S3_ACCESS_KEY_ID: 'test-key',
  S3_SECRET_ACCESS_KEY: 'test-secret',
  S3_PATH_STYLE: 'yes',
});
const { owner } = server;
const mine = await createSession(server, 'tier2');
const admin = await createSession(server, 'admin');
beforeEach(() => bucket.setMood('ok'));

test('files are encrypted in the bucket and come back unchanged', async () => {
  const pdf = await createBankPdf();
  const submission = randomUUID();
  const { body } = await sendFile(server, mine, { purpose: 'kyc-address', bytes: pdf, submission, name: 'bill.pdf' });
  const [key = '', kept] = [...bucket.objects].find(([name]) => name.includes(submission)) ?? [];
  expect(key).toMatch(new RegExp(`^papers/kyc-docs/[0-9a-f-]{36}/tier2/${submission}/address\\.pdf$`));
  expect(kept?.includes('%PDF')).toBe(false);
  expect((await readFileAs(server, mine, body.id)).bytes.equals(pdf)).toBe(true);
});

test('replacing a part by one of another kind leaves nothing of the first', async () => {
  const submission = randomUUID();
  await sendFile(server, mine, { purpose: 'kyc-id', bytes: await createPhonePhoto(), submission });
  await sendFile(server, mine, { purpose: 'kyc-id', bytes: await createBankPdf(), submission });
  const left = [...bucket.objects.keys()].filter((key) => key.includes(submission));
  expect(left.map((key) => key.replace(/.*\//, ''))).toEqual(['id.pdf']);
});

test('a bucket that is down refuses the file with the documented text, and accepts it later', async () => {
  bucket.setMood('down');
  const file = { purpose: 'kyc-selfie' as const, bytes: await createPhonePhoto(), submission: randomUUID() };
  const refused = await sendFile(server, mine, file);
  expect([refused.status, refused.body.code]).toEqual([503, 'documents.store_down']);
  const diagnosis = await server.call('documents/testStorage', undefined, admin);
  expect(diagnosis.body).toMatchObject({ code: 'documents.storage_test_failed' });
  const own = await server.call('documents/testKycUpload', undefined, mine);
  expect(own.body).toMatchObject({ code: 'documents.kyc_storage_failed' });
  const { rows } = await owner.query('select state from files where submission_id = $1', [file.submission]);
  expect(rows).toEqual([{ state: 'refused' }]);

  bucket.setMood('ok');
  const { status, body } = await sendFile(server, mine, file);
  expect([status, body.state]).toEqual([200, 'clean']);
  expect((await server.call('documents/testStorage', undefined, admin)).body).toEqual({ ok: true });
  expect((await server.call('documents/testKycUpload', undefined, mine)).body).toEqual({ ok: true });
  expect([...bucket.objects.keys()].filter((key) => key.includes('diagnostics'))).toEqual([]);
});
