import { listAssessments } from './assessments.ts';
import { saveDraft, showDraft, showRuleSet, showRuleSets } from './drafts.ts';
import { decideDraft, proposeDraft } from './propose.ts';
import { tryDraft } from './try-draft.ts';

export const riskApi = {
  ruleSets: showRuleSets,
  ruleSet: showRuleSet,
  draft: showDraft,
  saveDraft,
  tryDraft,
  propose: proposeDraft,
  decide: decideDraft,
  assessments: listAssessments,
};
