import {
  addCaseEvent,
  alertsInCases,
  type Into,
  kinds,
  link,
  linkFiles,
  mattersOf,
  type Named,
  oneOf,
} from './case-links-store.ts';
import { lockCase, touchCase } from './case-store.ts';
import { canAct } from './cases.ts';
import { type Desk, officer, record } from './desk.ts';
import { mayRefuse, refuse } from './messages.ts';
import { AddToCase } from './schema.ts';

type Matters = Named & { readonly files?: readonly string[] };

/**
 * Puts matters of one customer into a case of theirs. All of it or nothing: something of another customer, or that is
 * not there, refuses the whole; so does an alert that another case holds. What is in it already changes nothing.
 */
export async function putInto(desk: Desk, found: { id: string; userId: string }, matters: Matters): Promise<void> {
  const { tx, person, services } = desk;
  const where: Into = { caseId: found.id, userId: found.userId, at: services.clock() };
  const { files = [], ...named } = matters;
  await refuseForeign(desk, found.userId, named);
  const held = await alertsInCases(tx, named.alerts ?? []);
  if (held.some(({ caseId }) => caseId !== found.id)) refuse('compliance.alert_elsewhere', {});
  for (const kind of kinds)
    await told(desk, where, { one: oneOf(kind), ids: await link(tx, kind, { ...where, ids: named[kind] ?? [] }) });
  const kept = await linkFiles(tx, { ...where, by: person.id }, files);
  if (kept.length !== new Set(files).size) refuse('compliance.not_of_customer', {});
  await told(desk, where, { one: 'file', ids: kept });
}

/** Everything named must be this customer's. */
async function refuseForeign({ tx }: Desk, userId: string, matters: Named): Promise<void> {
  const named = Object.values(matters).reduce((sum, ids) => sum + new Set(ids).size, 0);
  if ((await mattersOf(tx, userId, matters)) !== named) refuse('compliance.not_of_customer', {});
}

type Added = { one: 'file' | ReturnType<typeof oneOf>; ids: readonly string[] };

async function told({ tx, person }: Desk, where: Into, { one, ids }: Added): Promise<void> {
  const event = `${one}_added` as const;
  for (const id of ids) await addCaseEvent(tx, where, { event, actor: person.id, subject: { type: one, id } });
}

/** Adds alerts, orders, screenings, name hits and files to a case. */
export const addToCase = officer()
  .errors(mayRefuse('compliance.not_of_customer', 'compliance.alert_elsewhere'))
  .input(AddToCase)
  .handler(async ({ context, input: { caseId, ...matters } }) => {
    const { tx, services } = context;
    const found = await lockCase(tx, caseId);
    if (!found) return refuse('compliance.case_not_found', {});
    if (!canAct(found.state, 'work')) refuse('compliance.not_now', {});
    await putInto(context, found, matters);
    await touchCase(tx, caseId, services.clock());
    await record(context, {
      action: 'compliance.case_added_to',
      subjectType: 'case',
      subjectId: caseId,
      aboutId: found.userId,
      after: matters,
    });
    return { caseId };
  });
