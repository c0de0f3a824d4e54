/** Wrong tries allowed in a quarter of an hour. */
export const perAccount = { tries: 10, seconds: 900 };
export const perConnection = { tries: 100, seconds: 900 };

/** Under which the wrong passwords of an account are counted, whoever and wherever they come from. */
export const accountKey = (email: string): string => `sign-in:account:${email}`;

/** Under which the wrong sign-ins of a connection are counted, whichever account they are for. */
export const connectionKey = (ip: string): string => `sign-in:address:${ip}`;

/** A browser from which the owner has signed in before counts by itself: strangers cannot lock it out. */
export const deviceKey = (email: string, device: string): string => `sign-in:account:${email}:device:${device}`;

/** Wrong codes and passkeys of somebody who already has the password, and wrong answers in an open session. */
export const secondStepKey = (userId: string): string => `second-step:${userId}`;
export const confirmKey = (userId: string): string => `confirm:${userId}`;
