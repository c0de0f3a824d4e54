import type { call } from '../../../../ui/client.ts';

export type QueuePage = Awaited<ReturnType<typeof call.desk.queue>>;
export type QueueLine = QueuePage['lines'][number];
export type QueueFilter = keyof QueuePage['counts'];
export type Case = Awaited<ReturnType<typeof call.desk.order>>;
export type CaseFile = Case['files'][number];
