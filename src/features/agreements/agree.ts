import { audit } from '../../platform/audit.ts';
import { signedIn } from '../../platform/procedure.ts';
import { mayRefuse, refuse } from './messages.ts';
import { papers } from './papers.ts';
import { Agree } from './schema.ts';
import { addAgreements } from './store.ts';

/**
 * Agrees to the texts that were shown. Refused as a whole when one of them is no longer the version in force: nobody
 * agrees to what they have not seen. Agreeing twice changes nothing.
 */
export const agree = signedIn
  .errors(mayRefuse('agreements.outdated'))
  .input(Agree)
  .handler(async ({ context: { tx, person, request }, input: { agreed } }) => {
    if (agreed.some(({ document, version }) => papers[document].version !== version)) refuse('agreements.outdated', {});
    const added = await addAgreements(tx, person.id, agreed);
    const record = { action: 'agreements.agreed', subjectType: 'account', subjectId: person.id, after: { added } };
    if (added.length > 0)
      await audit(tx, { actorId: person.id, actorRole: 'customer', ...record, requestId: request.id });
    return { agreed: true };
  });
