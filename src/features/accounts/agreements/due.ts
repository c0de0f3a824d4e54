import { jamaicaDay } from '../../../kernel/calendar.ts';
import { authed } from '../../../platform/http/procedure.ts';
import { missingAgreements } from './legal-documents.ts';
import { findAgreements } from './store.ts';

/** Lists the documents that the user must still accept: from the first sign-in after a version came into force. */
export const listDue = authed.handler(async function listDue({ context: { services, tx, person } }) {
  const agreed = await findAgreements(tx, person.id);
  const signedInAt = new Date(services.clock().getTime() - person.secondsSinceReauth * 1000);
  return missingAgreements(agreed)
    .filter(({ from }) => from <= jamaicaDay(signedInAt))
    .map((entry) => ({ ...entry, again: agreed.some(({ document }) => document === entry.kind) }));
});
