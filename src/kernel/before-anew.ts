/**
 * The event before a page is loaded anew because its application did not come (`platform/given-starter.ts`), or before
 * it is left to log in again and come back (`ui/toaster.ts`): whoever holds what was typed into it keeps that for the
 * page that comes.
 */
export const beforeAnew = 'before-anew';
