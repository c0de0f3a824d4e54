import { agree } from './agree.ts';
import { listDue } from './due.ts';

export const agreementsApi = { due: listDue, agree };
