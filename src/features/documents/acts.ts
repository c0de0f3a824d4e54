import { complianceRoles } from '../../kernel/acts.ts';

/** What staff alone do with files. */
export const documentActs = {
  testStorage: { roles: ['admin'] },
  /** What is put into a case (features/compliance). */
  addCaseFile: { roles: complianceRoles },
  /** The picture of a workshop, which everybody may see. */
  addFlyer: { roles: ['admin', 'support', 'instructor'] },
  /** The answer to a report of a scam. */
  addScamReport: { roles: ['admin', 'compliance', 'support'] },
  /** A picture in a lesson. */
  addLessonPicture: { roles: ['admin', 'instructor'] },
} as const;
