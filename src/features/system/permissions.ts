export const systemPermissions = {
  read: { roles: ['admin'] },
  retryJob: { roles: ['admin'] },
} as const;
