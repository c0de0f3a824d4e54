import type { call } from '../../../ui/client.ts';

/** Types of staff API responses, derived from the procedures. */
export type QueuePage = Awaited<ReturnType<typeof call.desk.queue>>;
export type QueueLine = QueuePage['lines'][number];
export type QueueFilter = keyof QueuePage['counts'];
export type Case = Awaited<ReturnType<typeof call.desk.order>>;
export type CaseFile = Case['files'][number];
export type PaymentLine = Awaited<ReturnType<typeof call.paymentsDesk.queue>>['lines'][number];
export type PaymentCase = Awaited<ReturnType<typeof call.paymentsDesk.show>>;
export type PaymentAct = PaymentCase['mine'][number];
export type UnassignedPage = Awaited<ReturnType<typeof call.unassigned.list>>;
export type UnassignedLine = UnassignedPage['lines'][number];
export type SettingsList = Awaited<ReturnType<typeof call.settings.list>>;
export type SettingProposal = SettingsList['proposals'][number];
export type WorkshopLine = Awaited<ReturnType<typeof call.workshopsDesk.sessions>>['lines'][number];
export type WorkshopFile = Awaited<ReturnType<typeof call.workshopsDesk.session>>;
export type Workshop = WorkshopFile['session'];
export type WorkshopPerson = Awaited<ReturnType<typeof call.workshopsDesk.people>>['lines'][number];
export type ProjectLine = Awaited<ReturnType<typeof call.projectsDesk.submissions>>['lines'][number];
export type ProjectCase = Awaited<ReturnType<typeof call.projectsDesk.submission>>;
