import { getConnectionKey } from '../../platform/http/client-network.ts';
import { publicProcedure, staff } from '../../platform/http/procedure.ts';
import { checkRateLimit } from '../../platform/limits/memory-rate-limit.ts';
import { findOpenProposals, findRejectedProposals } from '../approvals/decide.ts';
import { decideSetting, type Objections, proposeSetting } from './change-setting.ts';
import { settingPermissions } from './permissions.ts';
import { HistoryOf } from './schema.ts';
import { findSettingHistory, loadCurrentSettings } from './store.ts';

const listSettings = staff(settingPermissions.read).handler(async function listSettings({ context: { tx } }) {
  return {
    settings: await loadCurrentSettings(tx),
    proposals: await findOpenProposals(tx, 'setting'),
  };
});

const showHistory = staff(settingPermissions.read)
  .input(HistoryOf)
  .handler(async function showHistory({ context: { tx }, input }) {
    return {
      versions: await findSettingHistory(tx, input.key),
      rejected: await findRejectedProposals(tx, 'setting', input.key),
    };
  });

/** Public settings: contacts, rates, fee, caps, prices of plans and workshops. */
export const publicTerms = publicProcedure.handler(async function publicTerms({ context: { services, request } }) {
  checkRateLimit(services, 'terms', getConnectionKey(request.ip));
  const { rates, fee, company, caps, plan_prices } = await loadCurrentSettings(services.db);
  return { rates, fee, company, caps, planPrices: plan_prices };
});

/** `objections` are value checks of features that import this feature. */
export const settingsApi = (objections: Objections) => ({
  publicTerms,
  list: listSettings,
  history: showHistory,
  propose: proposeSetting(objections),
  decide: decideSetting,
});
