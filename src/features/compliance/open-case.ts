import { audit } from '../../platform/audit.ts';
import { type Db, publishTopic } from '../../platform/database/database.ts';
import {
  addCaseEvent,
  type CaseTarget,
  countLinkable,
  findCasesOfAlerts,
  getItemName,
  type ItemIds,
  itemKindCodes,
  linkFiles,
  linkItems,
  lockCase,
  type NewCase,
  openOrJoinCase,
  touchCase,
} from './case-store.ts';
import { isActionAllowed } from './cases.ts';
import { refusalCodes, refuse } from './messages.ts';
import { auditChange, complianceProcedure, type StaffContext, toSubject } from './procedures.ts';
import { AddToCase } from './schema.ts';

/** Opens a case for staff (decision A8), or adds alerts to an open case of the same kind, unless `manual`. */
export async function openCase(tx: Db, newCase: NewCase): Promise<string> {
  const { by, kind, title, userId } = newCase;
  const id = await openOrJoinCase(tx, newCase);
  await audit(tx, {
    actorId: by?.id ?? null,
    actorRole: by?.roles.join(',') ?? 'system',
    action: 'compliance.case_gathered',
    subjectType: 'case',
    subjectId: id,
    aboutId: userId,
    after: { customer: userId, kind, title, alerts: newCase.alerts },
    requestId: by?.requestId ?? null,
  });
  publishTopic(tx, 'compliance');
  return id;
}

type CaseItems = ItemIds & { readonly files?: readonly string[] };

/** Adds all items or none. Refuses items of other customers, and alerts of another case. Idempotent. */
export async function linkToCase(
  staff: StaffContext,
  caseRef: { id: string; userId: string },
  items: CaseItems,
): Promise<void> {
  const { tx, person, services } = staff;
  const target: CaseTarget = { caseId: caseRef.id, userId: caseRef.userId, at: services.clock() };
  const { files = [], ...itemIds } = items;
  await assertItemsOfCustomer(staff, caseRef.userId, itemIds);
  const linked = await findCasesOfAlerts(tx, itemIds.alerts ?? []);
  if (linked.some(({ caseId }) => caseId !== caseRef.id)) refuse('compliance.alert_elsewhere', {});
  for (const kind of itemKindCodes)
    await addItemEvents(staff, target, {
      itemName: getItemName(kind),
      ids: await linkItems(tx, kind, { ...target, ids: itemIds[kind] ?? [] }),
    });
  const addedFiles = await linkFiles(tx, { ...target, by: person.id }, files);
  if (addedFiles.length !== new Set(files).size) refuse('compliance.not_of_customer', {});
  await addItemEvents(staff, target, { itemName: 'file', ids: addedFiles });
}

async function assertItemsOfCustomer({ tx }: StaffContext, userId: string, items: ItemIds): Promise<void> {
  const count = Object.values(items).reduce((sum, ids) => sum + new Set(ids).size, 0);
  if ((await countLinkable(tx, userId, items)) !== count) refuse('compliance.not_of_customer', {});
}

type AddedItems = { itemName: 'file' | ReturnType<typeof getItemName>; ids: readonly string[] };

async function addItemEvents(
  { tx, person }: StaffContext,
  target: CaseTarget,
  { itemName, ids }: AddedItems,
): Promise<void> {
  const event = `${itemName}_added` as const;
  for (const id of ids) await addCaseEvent(tx, target, { event, actor: person.id, subject: { type: itemName, id } });
}

export const addToCase = complianceProcedure()
  .errors(refusalCodes('compliance.not_of_customer', 'compliance.alert_elsewhere'))
  .input(AddToCase)
  .handler(async function addToCase({ context, input: { caseId, ...items } }) {
    const { tx, services } = context;
    const lockedCase = await lockCase(tx, caseId);
    if (!lockedCase) return refuse('compliance.case_not_found', {});
    if (!isActionAllowed(lockedCase.state, 'work')) refuse('compliance.not_now', {});
    await linkToCase(context, lockedCase, items);
    await touchCase(tx, caseId, services.clock());
    const subject = toSubject('case', caseId, lockedCase.userId);
    await auditChange(context, { ...subject, action: 'compliance.case_added_to', after: items });
    return { caseId };
  });
