import { z } from 'zod';
import { IdText } from '../../kernel/id-text.ts';
import { RuleSet } from './rule-set.ts';

export const OneRuleSet = z.strictObject({ id: IdText });
export const OneDraft = z.strictObject({ id: IdText });

/** A new draft has no id yet. `revision` is the one that was on the screen: a save over a newer one is refused. */
export const SaveDraft = z.strictObject({
  id: IdText.nullable(),
  revision: z.number().int().min(0).max(1_000_000),
  title: z.string().trim().min(1, 'Say in a few words what changes').max(120),
  ruleSet: RuleSet,
});

/** How many past orders one call judges anew. */
export const trialSize = 1_000;
export const TryDraft = z.strictObject({ id: IdText, before: IdText.nullable().default(null) });

export const ProposeDraft = z.strictObject({ id: IdText, revision: z.number().int().min(1).max(1_000_000) });
/** Of one order, or of one customer. */
export const ListAssessments = z.strictObject({
  orderId: IdText.nullable().default(null),
  userId: IdText.nullable().default(null),
  before: IdText.nullable().default(null),
});
