import { complianceRoles } from '../../kernel/acts.ts';

const customerCare = ['support', 'compliance', 'admin'] as const;

/** What is done with an account: by whose it is, and by staff. */
export const accountActs = {
  /** Ways of signing in, one's record, closing: what a thief of an open session must not do (ASVS 7.5.1). */
  own: { roles: [], owner: true, stepUp: 10 },
  readSessions: { roles: customerCare },
  endSessions: { roles: customerCare },
  /** Of whoever is staff: support does not keep out those who watch it. */
  endSessionsOfStaff: { roles: complianceRoles },
  unfreeze: { roles: complianceRoles },
} as const;
