import { spend } from '../../platform/budgets.ts';
import type { Db, Person } from '../../platform/database.ts';
import { openPlaces } from '../../platform/open-places.ts';
import { keepPace } from '../../platform/pace.ts';
import { type Context, freshly } from '../../platform/procedure.ts';
import { type SealingKeys, sealingKeysFrom, unseal } from '../../platform/sealed.ts';
import { noteTaken } from '../../platform/security-events.ts';
import { locationRecord } from '../location/kept-location.ts';
import { accountActs } from './acts.ts';
import { budgets } from './budgets.ts';
import { factorsOf } from './factor-store.ts';
import { refuse } from './messages.ts';
import { ownerLine } from './owner-line.ts';
import { passkeysOf } from './passkey-store.ts';
import { sealedFields } from './record-columns.ts';
import { keysOnRecord, type RecordRow, recordRows } from './record-store.ts';
import { sessionsOf } from './session-store.ts';
import { shownSession } from './sessions.ts';

const enter = openPlaces();

/**
 * One's own record, to take away: what we hold, without secrets. The browser saves it as a file. All of it lies in
 * memory meanwhile, so one at a time for each person.
 */
export const exportData = freshly(accountActs.own).handler(async ({ context }) => {
  keepPace(context.services, 'export', context.person.id);
  const leave = enter([[context.person.id, 1]]) ?? refuse('general.busy', {});
  try {
    return await recordOf(context);
  } finally {
    leave();
  }
});

type Asking = Pick<Context, 'services' | 'request'> & { readonly tx: Db; readonly person: Person };

async function recordOf({ services, tx, person, request }: Asking) {
  const { authDb, clock } = services;
  await spend(authDb, budgets.exported, { id: person.id, now: clock() });
  const { app, codes } = await factorsOf(authDb, person.id);
  const passkeys = await passkeysOf(authDb, person.id);
  const sessions = await sessionsOf(authDb, person.id);
  await ownerLine(tx, { userId: person.id, requestId: request.id }, { action: 'accounts.exported' });
  noteTaken(services, request, { event: 'account.exported', email: person.email });
  return {
    madeAt: clock(),
    account: { id: person.id, email: person.email, name: person.name },
    ...(await given(tx, person.id, sealingKeysFrom(services.config))),
    sessions: sessions.map(shownSession),
    location: await locationRecord(tx, person.id),
    programKeys: await keysOnRecord(authDb, person.id),
    secondStep: {
      authenticatorApp: app,
      recoveryCodesLeft: codes,
      passkeys: passkeys.map(({ name, createdAt, usedAt }) => ({ name, createdAt, usedAt })),
    },
  };
}

type Whose = { readonly userId: string; readonly keys: SealingKeys };

/** What somebody gave for a tier, for themselves: numbers opened, without the places where we keep their papers. */
const openedData = (data: RecordRow, { userId, keys }: Whose) =>
  Object.fromEntries(
    Object.entries(data)
      .filter(([key]) => !key.endsWith('_path'))
      .map(([key, value]) => {
        const context = Object.entries(sealedFields).find(([field]) => field === key)?.[1];
        return [key, context && typeof value === 'string' ? unseal(keys, value, `${context} ${userId}`) : value];
      }),
  );

/** What they gave us and what became of it, by table; numbers that are sealed for everybody else are opened. */
async function given(tx: Db, userId: string, keys: SealingKeys) {
  const {
    profiles,
    kyc_submissions: submissions = [],
    transactions,
    transfer_parties,
    ...rest
  } = await recordRows(tx, userId);
  const opened = ({ data, ...line }: RecordRow) => ({
    ...line,
    data: openedData((data ?? {}) as RecordRow, { userId, keys }),
  });
  return {
    profile: profiles?.[0] ?? null,
    submissions: submissions.map(opened),
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
    scamReportFacts: rest['scam_report_indicators'],
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
    projectMarks: rest['project_marks'],
    projectDrafts: rest['project_drafts'],
    certificates: rest['certificates'],
    firstLesson: rest['appropriateness_tries'],
    firstLessonOutcomes: rest['appropriateness_outcomes'],
    launches: rest['launch_submissions'],
    launchQuestions: rest['launch_questions'],
    launchDrafts: rest['launch_drafts'],
    notices: rest['notices'],
    noticePreferences: rest['notice_preferences'],
    noticeHabits: rest['notice_habits'],
    marketingConsents: rest['marketing_consents'],
    mailTroubles: rest['mail_troubles'],
    toldBrowsers: rest['push_subscriptions'],
    webhooks: rest['webhook_endpoints'],
    webhooksTold: rest['webhook_deliveries'],
    subscriptions: rest['subscriptions'],
  };
}
