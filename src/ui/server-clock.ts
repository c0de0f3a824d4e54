/** Milliseconds by which the server's clock is ahead. */
let aheadMs = 0;

export function syncServerClock(response: Response): void {
  const serverTime = Date.parse(response.headers.get('date') ?? '');
  if (!Number.isNaN(serverTime)) aheadMs = serverTime - Date.now();
}

/** Server time: dates must not depend on the device clock. */
export const serverNow = (): Date => new Date(Date.now() + aheadMs);
