import { complianceRoles } from '../../kernel/permissions.ts';

export const documentPermissions = {
  testStorage: { roles: ['admin'] },
  addCaseFile: { roles: complianceRoles },
  addFlyer: { roles: ['admin', 'support', 'instructor'] },
  addScamReport: { roles: ['admin', 'compliance', 'support'] },
  addLessonPicture: { roles: ['admin', 'instructor'] },
} as const;
