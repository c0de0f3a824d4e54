import { complianceRoles } from '../../kernel/acts.ts';

/** Who does what with suspicions; nobody what is about themselves. */
export const complianceActs = {
  /** Alerts, cases, reviews, freezes, breaches and figures. */
  work: { roles: complianceRoles },
  /** What lets an order or money go that was stopped, asked for here and decided by another. */
  letGo: { roles: complianceRoles, stepUp: 30 },
  /** Reports to the authority: for this role alone, an admin neither (tipping off). */
  report: { roles: ['compliance'] },
} as const;
