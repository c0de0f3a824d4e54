import { type Act, complianceRoles, financeRoles } from '../../kernel/acts.ts';
import type { ProposalKind } from './proposal.ts';

const finance = { roles: financeRoles, second: true, stepUp: 30 } as const;
const compliance = { roles: complianceRoles, second: true, stepUp: 30 } as const;

/** Who may be the second person, by what it is about. */
export const deciding = {
  setting: finance,
  payout: finance,
  return: finance,
  undo: finance,
  kyc: { roles: complianceRoles, second: true },
  role: compliance,
  release: compliance,
  rule_set: compliance,
  thaw: compliance,
  frozen_return: compliance,
  split: compliance,
  list: compliance,
  match: compliance,
  two_lines: finance,
  award: finance,
  scam_warning: compliance,
  letter: finance,
  news: finance,
} as const satisfies Record<ProposalKind, Act>;
