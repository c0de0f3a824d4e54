export const tradingMessages = {} as const;
