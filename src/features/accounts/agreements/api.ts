import { z } from 'zod';
import { jamaicaDay } from '../../../kernel/calendar.ts';
import { audit } from '../../../platform/audit.ts';
import { authed } from '../../../platform/http/procedure.ts';
import { legalDocumentKinds, legalDocuments, missingAgreements } from './legal-documents.ts';
import { refusalCodes, refuse } from './messages.ts';
import { findAgreements, insertAgreements } from './store.ts';

const Version = z.strictObject({ document: z.enum(legalDocumentKinds), version: z.string().min(1).max(20) });

/** The versions that the screen showed. */
const Agree = z.strictObject({ agreed: z.array(Version).min(1).max(legalDocumentKinds.length) });

/** Lists the documents that the user must still accept: from the first sign-in after a version came into force. */
const listDue = authed.handler(async function listDue({ context: { services, tx, person } }) {
  const agreed = await findAgreements(tx, person.id);
  const signedInAt = new Date(services.clock().getTime() - person.secondsSinceReauth * 1000);
  return missingAgreements(agreed)
    .filter(({ from }) => from <= jamaicaDay(signedInAt))
    .map((entry) => ({ ...entry, again: agreed.some(({ document }) => document === entry.kind) }));
});

/** Records agreement to legal documents. Refuses all when one version is outdated. Agreeing twice changes nothing. */
const agree = authed
  .errors(refusalCodes('agreements.outdated'))
  .input(Agree)
  .handler(async function agree({ context: { tx, person, request }, input: { agreed } }) {
    if (agreed.some(({ document, version }) => legalDocuments[document].version !== version))
      refuse('agreements.outdated', {});
    const added = await insertAgreements(tx, person.id, agreed);
    const record = { action: 'agreements.agreed', subjectType: 'account', subjectId: person.id, after: { added } };
    if (added.length > 0)
      await audit(tx, { actorId: person.id, actorRole: 'customer', ...record, requestId: request.id });
    return { agreed: true };
  });

export const agreementsApi = { due: listDue, agree };
