/** Difference between server and device clock, ms. */
let aheadMs = 0;

export function syncServerClock(response: Response): void {
  const serverTime = Date.parse(response.headers.get('date') ?? '');
  if (!Number.isNaN(serverTime)) aheadMs = serverTime - Date.now();
}

/** Current server time, because device clocks may be wrong. */
export const serverNow = (): Date => new Date(Date.now() + aheadMs);
