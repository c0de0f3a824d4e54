/** Who reads the log. Lines for one role alone are kept from the other by row security (decision A7). */
const readers: readonly string[] = ['compliance', 'admin'];

export const mayReadAudit = (roles: readonly string[]): boolean => roles.some((role) => readers.includes(role));
