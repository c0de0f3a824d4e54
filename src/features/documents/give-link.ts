import { z } from 'zod';
import { IdText } from '../../kernel/id-text.ts';
import { signedIn } from '../../platform/procedure.ts';
import { linkSeconds, linkTo } from './link.ts';
import { mayRefuse, refuse } from './messages.ts';
import { fileById } from './store.ts';

/**
 * A signed link to a file that the person may see: for 1800 s, for them alone, and for as long as they are signed in
 * [001 §6 Admin, §7 Functions, decision A5]. Nobody gets one to a file that is still being checked.
 */
export const giveLink = signedIn
  .errors(mayRefuse('documents.not_found', 'documents.being_checked'))
  .input(z.strictObject({ fileId: IdText }))
  .handler(async ({ input, context: { services, tx, person } }) => {
    const file = await fileById(tx, input.fileId);
    if (file?.state === 'being_checked') return refuse('documents.being_checked', {});
    if (file?.state !== 'clean') return refuse('documents.not_found', {});
    const expires = Math.floor(services.clock().getTime() / 1000) + linkSeconds;
    const url = linkTo({ fileId: file.id, personId: person.id, expires }, services.config.authSecret);
    return { url, expiresAt: new Date(expires * 1000) };
  });
