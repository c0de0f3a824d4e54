export const locationApi = {};
