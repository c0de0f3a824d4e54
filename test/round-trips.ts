import pg from 'pg';

/** Counts the packets that commands send to the database in transactions (ADR 03). */
export async function countRoundTrips(run: () => Promise<unknown>): Promise<number> {
  const { query } = pg.Client.prototype;
  let count = 0;
  pg.Client.prototype.query = function counted(this: pg.Client, ...args: unknown[]) {
    if ((args[0] as object).constructor.name === 'Batch') count++;
    return (query as (...all: unknown[]) => unknown).apply(this, args);
  } as typeof query;
  try {
    await run();
    return count;
  } finally {
    pg.Client.prototype.query = query;
  }
}
