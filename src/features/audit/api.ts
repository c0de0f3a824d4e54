import { describeLog, listEntries } from './list-entries.ts';

export const auditApi = { list: listEntries, about: describeLog };
