import { decideSetting, proposeSetting } from './change-setting.ts';
import { listSettings, publicTerms, showHistory } from './show-settings.ts';

export const settingsApi = {
  publicTerms,
  list: listSettings,
  history: showHistory,
  propose: proposeSetting,
  decide: decideSetting,
};
