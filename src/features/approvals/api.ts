import { rejected } from './rejected.ts';

export const approvalsApi = { rejected };
