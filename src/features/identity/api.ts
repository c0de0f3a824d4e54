export const identityApi = {};
