/** Who may read who is staff, and decide a change of it; and who may ask for one (decision D2). */
const deciders: readonly string[] = ['admin', 'compliance'];

export const maySeeRoles = (roles: readonly string[]): boolean => roles.some((role) => deciders.includes(role));
export const mayProposeRoles = (roles: readonly string[]): boolean => roles.includes('admin');
