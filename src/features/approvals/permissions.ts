import {
  backOfficeRoles,
  complianceRoles,
  financeRoles,
  type Permission,
  roleAllows,
} from '../../kernel/permissions.ts';

const finance = { roles: financeRoles, second: true, stepUp: 30 } as const;
const compliance = { roles: complianceRoles, second: true, stepUp: 30 } as const;

/** Roles of the second person, by kind of proposal (decision D2). */
export const decidePermissions = {
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
  news: finance,
} as const satisfies Record<string, Permission>;

/** Actions of two people (decision D2; sanctions hold, risk rules: A8; unfreeze, frozen refund: E2; split: E3). */
export type ProposalKind = keyof typeof decidePermissions;

export const proposalKinds = Object.keys(decidePermissions) as ProposalKind[];

/** All staff read rejected proposals, except the kinds that only compliance decides. */
export const readRejectedPermission = { roles: backOfficeRoles } as const satisfies Permission;
export const mayReadRejected = (kind: ProposalKind, roles: readonly string[]): boolean =>
  roleAllows(decidePermissions[kind], roles) ||
  (roleAllows(readRejectedPermission, roles) && roleAllows(decidePermissions[kind], ['finance']));
