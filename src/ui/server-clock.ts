/** Milliseconds by which the server's clock is ahead of this device's, by its newest answer. */
let ahead = 0;

/** Reads the server's clock off an answer, which tells it to the second. */
export function noteServerClock(answer: Response): void {
  const told = Date.parse(answer.headers.get('date') ?? '');
  if (!Number.isNaN(told)) ahead = told - Date.now();
}

/** Now, by the server's clock: days and ages must not depend on how a device is set. */
export const serverNow = (): Date => new Date(Date.now() + ahead);
