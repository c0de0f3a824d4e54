import { complianceRoles } from '../../kernel/acts.ts';

const customerCare = ['support', 'compliance', 'admin'] as const;

/** What staff do with the account of a customer. */
export const accountActs = {
  readSessions: { roles: customerCare },
  endSessions: { roles: customerCare },
  /** Of whoever is staff: support does not keep out those who watch it. */
  endSessionsOfStaff: { roles: complianceRoles },
  unfreeze: { roles: complianceRoles },
} as const;
