/**
 * Does one thing after the other. One that cannot be done keeps none behind it waiting; in the end it is thrown, so
 * that whoever asked knows.
 */
export async function eachAlone<One>(all: readonly One[], work: (one: One) => Promise<unknown>): Promise<void> {
  const faults: unknown[] = [];
  for (const one of all) await work(one).catch((fault: unknown) => faults.push(fault));
  if (faults.length > 1) throw new AggregateError(faults, `${faults.length} of ${all.length} could not be done`);
  if (faults.length > 0) throw faults[0];
}
