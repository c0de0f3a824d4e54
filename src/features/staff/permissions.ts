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
