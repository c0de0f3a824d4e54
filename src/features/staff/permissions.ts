/** Who may propose and decide a change of a setting: as the commands of *Settings* have it (decision D2). */
const settingRoles: readonly string[] = ['finance', 'admin'];

export const mayChangeSettings = (roles: readonly string[]): boolean =>
  roles.some((role) => settingRoles.includes(role));

/** Who may read identity checks and customers: as the commands of *Identity* have it. */
const identityRoles: readonly string[] = ['compliance', 'support', 'admin'];

export const mayReadIdentity = (roles: readonly string[]): boolean =>
  roles.some((role) => identityRoles.includes(role));

/** Who decides submissions; support reads them. */
const reviewerRoles: readonly string[] = ['compliance', 'admin'];

export const mayReviewIdentity = (roles: readonly string[]): boolean =>
  roles.some((role) => reviewerRoles.includes(role));

/** Who works alerts, cases and lists: as the commands of *Compliance* have it. */
const complianceRoles: readonly string[] = ['compliance', 'admin'];

export const mayWorkCompliance = (roles: readonly string[]): boolean =>
  roles.some((role) => complianceRoles.includes(role));

/** Reports of suspicion are for the compliance officers alone: not for admin either. */
export const mayReadReports = (roles: readonly string[]): boolean => roles.includes('compliance');

/** Who reads money that stands on no order; finance and admin work on it. */
const moneyRoles: readonly string[] = ['finance', 'compliance', 'admin'];

export const mayReadUnassigned = (roles: readonly string[]): boolean => roles.some((role) => moneyRoles.includes(role));
