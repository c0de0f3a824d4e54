import { connectionOf } from '../../platform/connection.ts';
import { keepPace } from '../../platform/pace.ts';
import { open, staffOnly } from '../../platform/procedure.ts';
import { openProposals, rejectedProposals } from '../approvals/decide.ts';
import { settingActs } from './acts.ts';
import { HistoryOf } from './schema.ts';
import { currentSettings, settingHistory } from './store.ts';

/** All settings in force and what waits for a second person. */
export const listSettings = staffOnly(settingActs.read).handler(async ({ context: { tx } }) => ({
  settings: await currentSettings(tx),
  proposals: await openProposals(tx, 'setting'),
}));

/** What one setting has been, and what was asked for instead and rejected. */
export const showHistory = staffOnly(settingActs.read)
  .input(HistoryOf)
  .handler(async ({ context: { tx }, input }) => ({
    versions: await settingHistory(tx, input.key),
    rejected: await rejectedProposals(tx, 'setting', input.key),
  }));

/** What everybody may know: contacts, rates, fee, caps, and what plans and workshops cost. */
export const publicTerms = open.handler(async ({ context: { services, request } }) => {
  keepPace(services, 'terms', connectionOf(request.ip));
  const { rates, fee, company, caps, plan_prices } = await currentSettings(services.db);
  return { rates, fee, company, caps, planPrices: plan_prices };
});
