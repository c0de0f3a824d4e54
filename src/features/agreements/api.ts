import { agree } from './agree.ts';
import { due } from './due.ts';

export const agreementsApi = { due, agree };
