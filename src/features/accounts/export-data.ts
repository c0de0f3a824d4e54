import { decryptText, type EncryptionKeys, getEncryptionKeys } from '../../platform/database/column-encryption.ts';
import type { Db, SessionUser } from '../../platform/database/database.ts';
import { type Context, stepUpAuthed } from '../../platform/http/procedure.ts';
import { keyedSemaphore } from '../../platform/limits/concurrency-limit.ts';
import { checkRateLimit } from '../../platform/limits/memory-rate-limit.ts';
import { consumeQuota } from '../../platform/limits/quotas.ts';
import { logExport } from '../../platform/observability/security-events.ts';
import { loadLocationRecord } from '../location/location-record.ts';
import { auditOwnAction } from './audit.ts';
import { encryptedFields } from './data-export-columns.ts';
import { type ExportRow, loadApiKeys, loadExportRows } from './data-export-store.ts';
import { refuse } from './messages.ts';
import { loadFactors } from './mfa-store.ts';
import { findPasskeys } from './passkey-store.ts';
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
  const {
    profiles,
    kyc_submissions: submissions = [],
    transactions,
    transfer_parties,
    ...rest
  } = await loadExportRows(tx, userId);
  const decryptRow = ({ data, ...line }: ExportRow) => ({
    ...line,
    data: decryptData((data ?? {}) as ExportRow, { userId, keys }),
  });
  return {
    profile: profiles?.[0] ?? null,
    submissions: submissions.map(decryptRow),
    orders: transactions,
    payments: rest['payments'],
    workshopPlaces: rest['workshop_registrations'],
    trainingCoins: rest['lgm_awards'],
    cardPages: rest['card_sessions'],
    cardCharges: rest['card_events'],
    movements: rest['movements'],
    travelRule: transfer_parties,
    walletWarnings: rest['order_warnings'],
    drafts: rest['sell_drafts'],
    scamReports: rest['scam_reports'],
    scamReportIndicators: rest['scam_report_indicators'],
    scamReportDraft: rest['scam_drafts'],
    scamAppeals: rest['scam_appeals'],
    files: rest['files'],
    agreements: rest['agreements'],
    courses: rest['user_enrollments'],
    lessons: rest['unit_progress'],
    lessonAnswers: rest['check_answers'],
    quizzes: rest['quiz_tries'],
    reviews: rest['reviews'],
    projects: rest['project_submissions'],
    projectMarks: rest['project_grades'],
    projectDrafts: rest['project_drafts'],
    certificates: rest['certificates'],
    firstLesson: rest['appropriateness_tries'],
    firstLessonOutcomes: rest['appropriateness_outcomes'],
    launches: rest['launch_submissions'],
    launchQuestions: rest['launch_questions'],
    launchDrafts: rest['launch_drafts'],
    notices: rest['notices'],
    noticePreferences: rest['notice_preferences'],
    noticeSettings: rest['digest_settings'],
    marketingConsents: rest['marketing_consents'],
    emailProblems: rest['mail_delivery_problems'],
    pushSubscriptions: rest['push_subscriptions'],
    webhooks: rest['webhook_endpoints'],
    webhookDeliveries: rest['webhook_deliveries'],
    subscriptions: rest['subscriptions'],
  };
}
