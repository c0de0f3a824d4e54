import { decryptText, type EncryptionKeys, getEncryptionKeys } from '../../platform/database/column-encryption.ts';
import type { Db, SessionUser } from '../../platform/database/database.ts';
import { type Context, stepUpAuthed } from '../../platform/http/procedure.ts';
import { keyedSemaphore } from '../../platform/limits/concurrency-limit.ts';
import { checkRateLimit } from '../../platform/limits/memory-rate-limit.ts';
import { consumeQuota } from '../../platform/limits/quotas.ts';
import { logExport } from '../../platform/observability/security-events.ts';
import { loadLocationRecord } from '../location/store-location.ts';
import { encryptedFields } from './data-export-columns.ts';
import { type ExportRow, loadApiKeys, loadExportRows } from './data-export-store.ts';
import { refuse } from './messages.ts';
import { findPasskeys, loadFactors } from './mfa-store.ts';
import { auditOwnAction } from './notify-owner.ts';
import { accountPermissions } from './permissions.ts';
import { budgets } from './quotas.ts';
import { findSessions } from './session-store.ts';
import { toSessionView } from './sessions.ts';

const acquireSlot = keyedSemaphore();

/** Returns all data of the customer, without secrets. One export per person at a time, as it is built in memory. */
export const exportData = stepUpAuthed(accountPermissions.own).handler(async function exportData({ context }) {
  checkRateLimit(context.services, 'export', context.person.id);
  const releaseSlot = acquireSlot([[context.person.id, 1]]) ?? refuse('general.busy', {});
  try {
    return await loadExport(context);
  } finally {
    releaseSlot();
  }
});

type ExportContext = Pick<Context, 'services' | 'request'> & { readonly tx: Db; readonly person: SessionUser };

async function loadExport({ services, tx, person, request }: ExportContext) {
  const { authDb, clock } = services;
  await consumeQuota(authDb, budgets.exported, { id: person.id, now: clock() });
  const { app, codes } = await loadFactors(authDb, person.id);
  const passkeys = await findPasskeys(authDb, person.id);
  const sessions = await findSessions(authDb, person.id);
  await auditOwnAction(tx, { userId: person.id, requestId: request.id }, { action: 'accounts.exported' });
  logExport(services, request, { event: 'account.exported', email: person.email });
  return {
    madeAt: clock(),
    account: { id: person.id, email: person.email, name: person.name },
    ...(await loadTables(tx, person.id, getEncryptionKeys(services.config))),
    sessions: sessions.map(toSessionView),
    location: await loadLocationRecord(tx, person.id),
    programKeys: await loadApiKeys(authDb, person.id),
    secondStep: {
      authenticatorApp: app,
      recoveryCodesLeft: codes,
      passkeys: passkeys.map(({ name, createdAt, usedAt }) => ({ name, createdAt, usedAt })),
    },
  };
}

type DecryptionContext = { readonly userId: string; readonly keys: EncryptionKeys };

const decryptData = (data: ExportRow, { userId, keys }: DecryptionContext) =>
  Object.fromEntries(
    Object.entries(data)
      .filter(([key]) => !key.endsWith('_path'))
      .map(([key, value]) => {
        const context = Object.entries(encryptedFields).find(([field]) => field === key)?.[1];
        return [key, context && typeof value === 'string' ? decryptText(keys, value, `${context} ${userId}`) : value];
      }),
  );

async function loadTables(tx: Db, userId: string, keys: EncryptionKeys) {
  const { profile, submissions = [], ...rest } = await loadExportRows(tx, userId);
  const decryptRow = ({ data, ...line }: ExportRow) => ({
    ...line,
    data: decryptData((data ?? {}) as ExportRow, { userId, keys }),
  });
  return { profile: profile?.[0] ?? null, submissions: submissions.map(decryptRow), ...rest };
}
