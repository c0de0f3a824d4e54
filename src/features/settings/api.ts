import { decideSetting, type Objections, proposeSetting } from './change-setting.ts';
import { listSettings, publicTerms, showHistory } from './show-settings.ts';

/** `objections`: what other features, which need this one, know against a proposed value. */
export const settingsApi = (objections: Objections) => ({
  publicTerms,
  list: listSettings,
  history: showHistory,
  propose: proposeSetting(objections),
  decide: decideSetting,
});
