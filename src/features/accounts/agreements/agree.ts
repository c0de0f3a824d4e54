import { audit } from '../../../platform/audit.ts';
import { authed } from '../../../platform/http/procedure.ts';
import { legalDocuments } from './legal-documents.ts';
import { refusalCodes, refuse } from './messages.ts';
import { Agree } from './schema.ts';
import { insertAgreements } from './store.ts';

/** Records agreement to legal documents. Refuses all when one version is outdated. Agreeing twice changes nothing. */
export const agree = authed
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
