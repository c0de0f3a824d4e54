/** Who reads how the house itself stands, and has work that was given up done once more. */
export const systemActs = {
  read: { roles: ['admin'] },
  tryAgain: { roles: ['admin'] },
} as const;
