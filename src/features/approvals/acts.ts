import { type Act, complianceRoles, deskRoles, financeRoles, isFor } from '../../kernel/acts.ts';
import type { ProposalKind } from './proposal.ts';

const finance = { roles: financeRoles, second: true, stepUp: 30 } as const;
const compliance = { roles: complianceRoles, second: true, stepUp: 30 } as const;

/** Who may be the second person, by what it is about (decision D2). */
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

export const proposalKinds = Object.keys(deciding) as ProposalKind[];

/** Who reads what was rejected: whoever works at the desk, except of what compliance decides among themselves. */
export const readsRejected = { roles: deskRoles } as const satisfies Act;
export const mayReadRejected = (kind: ProposalKind, roles: readonly string[]): boolean =>
  isFor(deciding[kind], roles) || (isFor(readsRejected, roles) && isFor(deciding[kind], ['finance']));
