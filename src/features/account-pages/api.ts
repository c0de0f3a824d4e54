export const accountPagesApi = {};
