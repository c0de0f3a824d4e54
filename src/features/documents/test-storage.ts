import { Readable } from 'node:stream';
import { isFor } from '../../kernel/acts.ts';
import { spend } from '../../platform/budgets.ts';
import type { Person } from '../../platform/database.ts';
import { type Context, command } from '../../platform/procedure.ts';
import { personOf } from '../../platform/who.ts';
import { documentActs } from './acts.ts';
import { testing } from './budgets.ts';
import { mayRefuse, refuse } from './messages.ts';

const ping = Buffer.from('ping');

/** Whoever asks, counted: five a minute. No transaction is open while the store is tried. */
async function tester({ services, request }: Context): Promise<Person> {
  const person = (await personOf(services, request)) ?? refuse('accounts.sign_in_required', {});
  await spend(services.db, testing, { id: person.id, now: services.clock() });
  return person;
}

/**
 * Writes a small file where identity papers lie, under diagnostics [000 §3 Storage, §7 Storage], reads it back and
 * removes it; says only whether that went well.
 */
async function storeWorks({ services }: Context, { id }: Person): Promise<boolean> {
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

/**
 * 'Test KYC Upload': for any customer who wonders whether uploading works [000 §2 KYC Tier 1 form, KYC Tier 2 form,
 * decision C3].
 */
export const testKycUpload = command
  .errors(mayRefuse('accounts.sign_in_required', 'documents.too_many_tests', 'documents.kyc_storage_failed'))
  .handler(async ({ context }) => {
    const person = await tester(context);
    return (await storeWorks(context, person)) ? { ok: true } : refuse('documents.kyc_storage_failed', {});
  });

/**
 * 'Test KYC Storage Upload', on the profile page of an admin [000 §2 Profile, §6, decision C3]; what failed stands in
 * the log alone (decision A10).
 */
export const testStorage = command
  .meta({ act: documentActs.testStorage })
  .errors(
    mayRefuse(
      'accounts.sign_in_required',
      'staff.not_allowed',
      'documents.too_many_tests',
      'documents.storage_test_failed',
    ),
  )
  .handler(async ({ context }) => {
    const person = await tester(context);
    if (!isFor(documentActs.testStorage, person.roles)) refuse('staff.not_allowed', {});
    return (await storeWorks(context, person)) ? { ok: true } : refuse('documents.storage_test_failed', {});
  });
