import { aboutLog, listEntries } from './read.ts';

export const auditApi = { list: listEntries, about: aboutLog };
