import { listAssessments } from './assessments.ts';
import { backtestRules } from './backtest.ts';
import { decideRules, proposeRules } from './propose.ts';
import { showRuleSets } from './show-rule-sets.ts';

export const riskApi = {
  ruleSets: showRuleSets,
  backtest: backtestRules,
  propose: proposeRules,
  decide: decideRules,
  assessments: listAssessments,
};
