export const accountPagesMessages = {} as const;
