import { expect, test } from 'vitest';
import { insertDocument, newCustomer, tier1Form } from '../../../test/submissions.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { withSystem } from '../../platform/database/database.ts';
import { deleteOldDrafts } from './draft-store.ts';

const server = await serverUnderTest();
const { call, owner, services } = server;

type Draft = { id: string; values: string | null; files: Record<string, { id: string }> };
const load = async (cookie: string, tier = 1) => (await call<Draft>('identity/draft', { tier }, cookie)).body;
const save = (cookie: string, draft: { id: string; values: string; tier?: number }) =>
  call('identity/saveDraft', { tier: 1, ...draft }, cookie);
const hasDraft = async (cookie: string) =>
  (await call<{ tiers: { 1: { hasDraft: boolean } } }>('identity/own', undefined, cookie)).body.tiers[1].hasDraft;

test('a draft is kept encrypted for its owner alone, with the files uploaded for it', async () => {
  const [{ id: userId, cookie }, other] = [await newCustomer(server), await newCustomer(server)];
  expect(await load(cookie)).toMatchObject({ values: null, files: {} });
  const id = crypto.randomUUID();
  const values = JSON.stringify({ trn_document: { trn: '123-456-789' } });
  expect((await save(cookie, { id, values })).status).toBe(200);
  const selfie = await insertDocument(server, { userId, submissionId: id, purpose: 'kyc-selfie' });
  expect(await load(cookie)).toMatchObject({ id, values, files: { selfie: { id: selfie } } });
  expect(await hasDraft(cookie)).toBe(true);
  expect(await load(other.cookie)).toMatchObject({ values: null });
  const { rows } = await owner.query('select sealed from kyc_drafts where user_id = $1', [userId]);
  expect(rows[0].sealed).not.toContain('123-456-789');
});

test('a draft that is too long once encrypted is refused', async () => {
  const { cookie } = await newCustomer(server);
  const saveText = async (values: string) => (await save(cookie, { id: crypto.randomUUID(), values })).status;
  expect(await saveText('é'.repeat(20_000))).toBe(200);
  expect(await saveText('€'.repeat(20_000))).toBe(400);
});

test('a submission ends its draft, and a late save does not bring it back', async () => {
  const { id: userId, cookie } = await newCustomer(server);
  const form = await tier1Form(server, userId);
  await save(cookie, { id: form.id, values: '{}' });
  expect((await call('identity/submitTier1', form, cookie)).status).toBe(200);
  expect(await hasDraft(cookie)).toBe(false);
  expect((await save(cookie, { id: form.id, values: '{}' })).status).toBe(200);
  expect(await hasDraft(cookie)).toBe(false);
});

test('a submission ends its draft also when a save runs at the same time', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { id: userId, cookie } = await newCustomer(server);
    const form = await tier1Form(server, userId);
    await save(cookie, { id: form.id, values: '{}' });
    const saves = Array.from({ length: 4 }, () => save(cookie, { id: form.id, values: '{}' }));
    const [submitted] = await Promise.all([call('identity/submitTier1', form, cookie), ...saves]);
    expect(submitted.status).toBe(200);
    expect(await hasDraft(cookie)).toBe(false);
  }
});

test('an old draft is deleted', async () => {
  const { cookie } = await newCustomer(server);
  await save(cookie, { id: crypto.randomUUID(), values: '{}' });
  await withSystem(services.pool, (tx) => deleteOldDrafts(tx, new Date(services.clock().getTime() - 1_000)));
  expect(await hasDraft(cookie)).toBe(true);
  await withSystem(services.pool, (tx) => deleteOldDrafts(tx, new Date(services.clock().getTime() + 1_000)));
  expect(await hasDraft(cookie)).toBe(false);
});
