import type { FastifyRequest } from 'fastify';
import { type DenialContext, logPseudonyms } from './security-log.ts';

type Log = { warn(fields: object, text: string): void };

type ExportEvent = 'audit.exported' | 'transactions.exported' | 'statement.exported' | 'account.exported';

/** Logs an export with pseudonyms for account and connection. */
export function logExport(
  context: DenialContext,
  request: FastifyRequest,
  { event, email }: { readonly event: ExportEvent; readonly email: string },
): void {
  context.log.warn({ event, ...logPseudonyms(context, request, email) }, 'security');
}

type KeyEvent =
  | { readonly event: 'files.key_unknown' | 'files.altered'; readonly file: string }
  | { readonly event: 'keys.rotated'; readonly renewed: number; readonly failed: number };

export const logKeyUse = (log: Log, event: KeyEvent): void => log.warn(event, 'security');
