import { type Act, complianceRoles } from '../../kernel/acts.ts';
import { deciding } from '../approvals/acts.ts';

/** Who may do what with reported scams at the desk. */
export const scamActs = {
  /** Sees matters, what was reported and its evidence, and notes something beside it. */
  read: { roles: [...complianceRoles, 'support'] },
  /** Learns who reported. */
  seeReporter: { roles: complianceRoles },
  /** Judges a matter, says what is everybody's, answers reporters and appeals, withdraws a warning. */
  judge: { roles: complianceRoles },
  /** Asks that a warning is published, which somebody else has to agree to. */
  propose: { roles: complianceRoles, stepUp: 30 },
  decideWarning: deciding.scam_warning,
} as const satisfies Record<string, Act>;
