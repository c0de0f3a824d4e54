import { decideSetting, type Objections, proposeSetting } from './change-setting.ts';
import { listSettings, publicTerms, showHistory } from './show-settings.ts';

/** `objections` are value checks of features that import this feature. */
export const settingsApi = (objections: Objections) => ({
  publicTerms,
  list: listSettings,
  history: showHistory,
  propose: proposeSetting(objections),
  decide: decideSetting,
});
