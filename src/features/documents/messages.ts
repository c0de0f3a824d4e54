export const documentsMessages = {} as const;
