import pg from 'pg';

/** Returns the name of a violated constraint, so that commands can refuse instead of fail. */
export function getViolatedConstraint(error: unknown): string | null {
  return error instanceof pg.DatabaseError && error.constraint ? error.constraint : null;
}

export const mapConstraintViolation = <T>(write: Promise<T>, constraint: string, refuse: () => never): Promise<T> =>
  write.catch((error: unknown) => {
    if (getViolatedConstraint(error) === constraint) refuse();
    throw error;
  });

/** Returns true when the database is unreachable or read-only (25006: a former primary that is now a standby). */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return /^(08|53|57P0|25006)/.test(error.code ?? '');
  const code = (error as { code?: string } | null)?.code ?? '';
  if (networkCodes.includes(code)) return true;
  return error instanceof Error && driverMessages.test(error.message);
}

const busyCodes = ['55P03', '57014', '40P01', '40001', '53300'];

/** Returns true for overload, lock conflicts and a full pool. Nothing was stored, so a retry is safe. */
export function isBusy(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return busyCodes.includes(error.code ?? '');
  return error instanceof Error && error.message.startsWith('timeout exceeded when trying to connect');
}

const networkCodes = 'ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN'.split(' ');

const driverMessages =
  /Connection (terminated|ended)|timeout exceeded when trying to connect|Query read timeout|not queryable/;

const diskFullCodes = ['ENOSPC', 'EDQUOT'];

const isRetryable = (error: unknown): boolean =>
  isUnavailable(error) || diskFullCodes.includes((error as { code?: string } | null)?.code ?? '');

/** Returns the message code for a fault. */
export function getFaultCode(fault: unknown): 'general.overloaded' | 'general.unavailable' | 'general.fault' {
  if (isBusy(fault)) return 'general.overloaded';
  return isRetryable(fault) ? 'general.unavailable' : 'general.fault';
}
