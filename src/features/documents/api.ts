import { Readable } from 'node:stream';
import { z } from 'zod';
import { roleAllows } from '../../kernel/permissions.ts';
import { UuidSchema } from '../../kernel/uuid.ts';
import type { SessionUser } from '../../platform/database/database.ts';
import { authed, type Context, command, type Services } from '../../platform/http/procedure.ts';
import { currentUser } from '../../platform/http/session.ts';
import { consumeQuota } from '../../platform/limits/quotas.ts';
import { createLink, linkSeconds } from './link.ts';
import { refusalCodes, refuse } from './messages.ts';
import { documentPermissions } from './permissions.ts';
import { storageTestQuota } from './quotas.ts';
import { findFile } from './store.ts';

/** Links to a scanned file for 1800 s and one session user [001 §6 Admin, §7 Functions, decision A5]. */
const createSignedLink = authed
  .errors(refusalCodes('documents.not_found', 'documents.being_checked'))
  .input(z.strictObject({ fileId: UuidSchema }))
  .handler(async function createSignedLink({ input, context: { services, tx, person } }) {
    const file = await findFile(tx, input.fileId);
    if (file?.state === 'being_checked') return refuse('documents.being_checked', {});
    if (file?.state !== 'clean') return refuse('documents.not_found', {});
    const expires = Math.floor(services.clock().getTime() / 1000) + linkSeconds;
    const url = createLink({ fileId: file.id, personId: person.id, expires }, services.config.authSecret);
    return { url, expiresAt: new Date(expires * 1000) };
  });

const ping = Buffer.from('ping');

/** Limits tests to five a minute. Commits before the storage is tested, so that no transaction stays open. */
async function assertTester({ services, request }: Context): Promise<SessionUser> {
  const person = (await currentUser(services, request)) ?? refuse('accounts.sign_in_required', {});
  await consumeQuota(services.db, storageTestQuota, { id: person.id, now: services.clock() });
  return person;
}

/** True when a small file can be written, read and deleted in the identity bucket [000 §3 Storage, §7 Storage]. */
async function isStorageWorking({ services }: Context, { id }: SessionUser): Promise<boolean> {
  const { store } = services.files;
  const path = `kyc-docs/${id}/diagnostics/_ping-${services.clock().getTime()}.txt`;
  try {
    await store.put(path, Readable.from([ping]), ping.length);
    await store.remove(path);
    return true;
  } catch (error) {
    services.log.warn({ err: error }, 'the file store failed its test');
    return false;
  }
}

/** True for admins, and for everyone in the demo (decision C3). */
export const canTestUploads = ({ config }: Pick<Services, 'config'>, { roles }: Pick<SessionUser, 'roles'>): boolean =>
  config.mode === 'demo' || roleAllows(documentPermissions.testStorage, roles);

/** [000 §2 KYC Tier 1 form, KYC Tier 2 form, decision C3] */
const testKycUpload = command
  .errors(
    refusalCodes(
      'accounts.sign_in_required',
      'staff.not_allowed',
      'documents.too_many_tests',
      'documents.kyc_storage_failed',
    ),
  )
  .handler(async function testKycUpload({ context }) {
    const person = await assertTester(context);
    if (!canTestUploads(context.services, person)) refuse('staff.not_allowed', {});
    return (await isStorageWorking(context, person)) ? { ok: true } : refuse('documents.kyc_storage_failed', {});
  });

/** Storage test for admins [000 §2 Profile, §6, decision C3]. Logs the reason of a failure (decision A10). */
const testStorage = command
  .meta({ permission: documentPermissions.testStorage })
  .errors(
    refusalCodes(
      'accounts.sign_in_required',
      'staff.not_allowed',
      'documents.too_many_tests',
      'documents.storage_test_failed',
    ),
  )
  .handler(async function testStorage({ context }) {
    const person = await assertTester(context);
    if (!roleAllows(documentPermissions.testStorage, person.roles)) refuse('staff.not_allowed', {});
    return (await isStorageWorking(context, person)) ? { ok: true } : refuse('documents.storage_test_failed', {});
  });

export const documentsApi = { link: createSignedLink, testKycUpload, testStorage };
