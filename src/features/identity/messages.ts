export const identityMessages = {} as const;
