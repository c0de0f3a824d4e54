import { expect, test } from 'vitest';
import { createPhonePhoto } from '../../../test/files/good-files.ts';
import { sendFile } from '../../../test/files/uploads.ts';
import { createSession } from '../../../test/security/actors.ts';
import { approveAs, newCustomer, submitCheck } from '../../../test/submissions.ts';
import { serverUnderTest } from '../../../test/worker.ts';

const server = await serverUnderTest();
const { call } = server;

test('a name cannot change while an approval of any tier depends on it', async () => {
  const compliance = await createSession(server, 'compliance');
  const who = await newCustomer(server);
  await approveAs(server, await submitCheck(server, who, 1), compliance);
  await approveAs(server, await submitCheck(server, who, 2), compliance);
  const again = await submitCheck(server, who, 1);
  await call(
    'identity/reject',
    { submissionId: again, items: [{ item: 'selfie', reasonCode: 'unreadable' }] },
    compliance,
  );
  const renamed = await call('accountPages/updateProfile', { firstName: 'Mallory', lastName: 'Thief' }, who.cookie);
  expect(renamed.body).toMatchObject({ code: 'account_pages.identity_locked' });
});

test('tier 2 is not approved while the newest tier 1 is not', async () => {
  const compliance = await createSession(server, 'compliance');
  const who = await newCustomer(server);
  const one = await submitCheck(server, who, 1);
  await approveAs(server, one, compliance);
  const two = await submitCheck(server, who, 2);
  const again = await submitCheck(server, who, 1);
  await call(
    'identity/reject',
    { submissionId: again, items: [{ item: 'selfie', reasonCode: 'unreadable' }] },
    compliance,
  );
  const approved = await call('identity/approve', { submissionId: two }, compliance);
  expect(approved.body).toMatchObject({ code: 'identity.tier1_first' });
});

test('finance cannot open identity documents, even with a file id', async () => {
  const who = await newCustomer(server);
  const { body } = await sendFile(server, who.cookie, { purpose: 'kyc-id', bytes: await createPhonePhoto() });
  const asked = (cookie: string) => call<{ code?: string }>('documents/link', { fileId: body.id }, cookie);
  expect((await asked(await createSession(server, 'finance'))).body.code).toBe('documents.not_found');
  expect((await asked(await createSession(server, 'compliance'))).status).toBe(200);
});
