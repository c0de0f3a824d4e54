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

/** The same page by page, each read behind the last one before it. Answers for how many the work said yes. */
export async function eachPageAlone<One>(
  pageAfter: (last: One | null) => Promise<readonly One[]>,
  work: (one: One) => Promise<boolean>,
): Promise<number> {
  const faults: unknown[] = [];
  let done = 0;
  for (let page = await pageAfter(null); page.length > 0; page = await pageAfter(page.at(-1) ?? null))
    for (const one of page)
      await work(one).then(
        (did) => did && done++,
        (fault) => faults.push(fault),
      );
  if (faults.length > 0) throw faults[0];
  return done;
}
