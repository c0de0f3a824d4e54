import pg from 'pg';

/** The name of the constraint that refused a write, for commands that turn it into a refusal. */
export function brokenConstraint(error: unknown): string | null {
  return error instanceof pg.DatabaseError && error.constraint ? error.constraint : null;
}

/** What a write answers; where this constraint refused it, that is told instead of the fault. */
export const unlessBroken = <T>(write: Promise<T>, constraint: string, tell: () => never): Promise<T> =>
  write.catch((error: unknown) => {
    if (brokenConstraint(error) === constraint) tell();
    throw error;
  });

/**
 * Whether the database could not be reached, went away, or was no place to write to (25006: what was the primary came
 * back as a standby): worth another try later, nothing was decided.
 */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return /^(08|53|57P0|25006)/.test(error.code ?? '');
  const code = (error as { code?: string } | null)?.code ?? '';
  if (lostLine.includes(code)) return true;
  return error instanceof Error && lostWords.test(error.message);
}

const lostLine = 'ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN'.split(' ');

/** The driver tells these by words alone. */
const lostWords =
  /Connection (terminated|ended)|timeout exceeded when trying to connect|Query read timeout|not queryable/;
