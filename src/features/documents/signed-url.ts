import { z } from 'zod';
import { UuidSchema } from '../../kernel/uuid.ts';
import { authed } from '../../platform/http/procedure.ts';
import { createLink, linkSeconds } from './link.ts';
import { refusalCodes, refuse } from './messages.ts';
import { findFile } from './store.ts';

/** Links to a scanned file for 1800 s and one session user [001 §6 Admin, §7 Functions, decision A5]. */
export const createSignedLink = authed
  .errors(refusalCodes('documents.not_found', 'documents.being_checked'))
  .input(z.strictObject({ fileId: UuidSchema }))
  .handler(async function createSignedLink({ input, context: { services, tx, person } }) {
    const file = await findFile(tx, input.fileId);
    if (file?.state === 'being_checked') return refuse('documents.being_checked', {});
    if (file?.state !== 'clean') return refuse('documents.not_found', {});
    const expires = Math.floor(services.clock().getTime() / 1000) + linkSeconds;
    const url = createLink({ fileId: file.id, personId: person.id, expires }, services.config.authSecret);
    return { url, expiresAt: new Date(expires * 1000) };
  });
