import { complianceRoles } from '../../kernel/acts.ts';

/** What staff alone do with files. */
export const documentActs = {
  testStorage: { roles: ['admin'] },
  /** What is put into a case (features/compliance). */
  addCaseFile: { roles: complianceRoles },
} as const;
