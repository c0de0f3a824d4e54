export const documentsApi = {};
