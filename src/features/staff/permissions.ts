/** Who may propose and decide a change of a setting: as the commands of *Settings* have it (decision D2). */
const settingRoles: readonly string[] = ['finance', 'admin'];

export const mayChangeSettings = (roles: readonly string[]): boolean =>
  roles.some((role) => settingRoles.includes(role));
