import { expect, test } from 'vitest';
import { phonePhoto } from '../../../test/files/good-files.ts';
import { send } from '../../../test/files/uploads.ts';
import { sessionFor } from '../../../test/security/actors.ts';
import { approveAs, handIn, newCustomer } from '../../../test/submissions.ts';
import { serverUnderTest } from '../../../test/worker.ts';

const server = await serverUnderTest();
const { call } = server;

test('a name stands still for as long as an approval of any tier rests on it', async () => {
  const compliance = await sessionFor(server, 'compliance');
  const who = await newCustomer(server);
  await approveAs(server, await handIn(server, who, 1), compliance);
  await approveAs(server, await handIn(server, who, 2), compliance);
  const again = await handIn(server, who, 1);
  await call(
    'identity/reject',
    { submissionId: again, items: [{ item: 'selfie', reasonCode: 'unreadable' }] },
    compliance,
  );
  const renamed = await call('accountPages/updateProfile', { firstName: 'Mallory', lastName: 'Thief' }, who.cookie);
  expect(renamed.body).toMatchObject({ code: 'account_pages.identity_locked' });
});

test('tier 2 is not approved while the newest tier 1 is not', async () => {
  const compliance = await sessionFor(server, 'compliance');
  const who = await newCustomer(server);
  const one = await handIn(server, who, 1);
  await approveAs(server, one, compliance);
  const two = await handIn(server, who, 2);
  const again = await handIn(server, who, 1);
  await call(
    'identity/reject',
    { submissionId: again, items: [{ item: 'selfie', reasonCode: 'unreadable' }] },
    compliance,
  );
  const approved = await call('identity/approve', { submissionId: two }, compliance);
  expect(approved.body).toMatchObject({ code: 'identity.tier1_first' });
});

test('finance opens no papers of an identity check, whoever gives them the number of one', async () => {
  const who = await newCustomer(server);
  const { body } = await send(server, who.cookie, { purpose: 'kyc-id', bytes: await phonePhoto() });
  const asked = (cookie: string) => call<{ code?: string }>('documents/link', { fileId: body.id }, cookie);
  expect((await asked(await sessionFor(server, 'finance'))).body.code).toBe('documents.not_found');
  expect((await asked(await sessionFor(server, 'compliance'))).status).toBe(200);
});
