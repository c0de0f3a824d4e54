import { z } from 'zod';
import { UuidSchema } from '../../kernel/uuid.ts';
import { RuleSet } from './rule-set.ts';

export const backtestPageSize = 1_000;
export const BacktestRules = z.strictObject({ ruleSet: RuleSet, before: UuidSchema.nullable().default(null) });

export const RulesTitle = z.string().trim().min(1, 'Summarize the change in a few words').max(120);
export const ProposeRules = z.strictObject({ title: RulesTitle, ruleSet: RuleSet });

/** Needs exactly one of `orderId` and `userId`. */
export const ListAssessments = z.strictObject({
  orderId: UuidSchema.nullable().default(null),
  userId: UuidSchema.nullable().default(null),
  before: UuidSchema.nullable().default(null),
});
