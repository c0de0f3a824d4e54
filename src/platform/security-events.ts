import type { FastifyRequest } from 'fastify';
import { type DenialContext, marksOf } from './denials.ts';

type Log = { warn(fields: object, text: string): void };

/** What left the house in a file, in whole: of the log, of a desk's figures, of somebody's own. */
type Taken = 'audit.exported' | 'figures.exported' | 'transactions.exported' | 'account.exported';

/** Leaves a line about what was taken away, in the form of denials: marks of account and connection, and no names. */
export function noteTaken(
  told: DenialContext,
  request: FastifyRequest,
  { event, email }: { readonly event: Taken; readonly email: string },
): void {
  told.log.warn({ event, ...marksOf(told, request, email) }, 'security');
}

/** How keys are used: a file that none of the ring opens, one that is not as it was sealed, and a change of keys. */
type KeyUse =
  | { readonly event: 'files.key_unknown' | 'files.altered'; readonly file: string }
  | { readonly event: 'keys.rotated'; readonly renewed: number; readonly failed: number };

/** The same about keys: what it is about by its id. */
export const noteKeyUse = (log: Log, use: KeyUse): void => log.warn(use, 'security');
