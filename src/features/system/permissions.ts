export const systemPermissions = {
  read: { roles: ['admin'] },
  tryAgain: { roles: ['admin'] },
} as const;
