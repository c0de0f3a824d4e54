/** Who works with lists and hits. Finance and support see none of it; nobody decides about themselves. */
export const screeningRoles = ['compliance', 'admin'] as const;
