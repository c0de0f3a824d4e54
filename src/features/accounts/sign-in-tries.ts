/** Under which the wrong passwords of an account are counted. */
export const accountKey = (email: string): string => `sign-in:account:${email}`;
