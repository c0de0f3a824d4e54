/** Runs all items even when some fail. Throws their errors at the end. */
export async function forEachSettled<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const faults: unknown[] = [];
  for (const item of items) await work(item).catch((fault: unknown) => faults.push(fault));
  if (faults.length > 1) throw new AggregateError(faults, `${faults.length} of ${items.length} failed`);
  if (faults.length > 0) throw faults[0];
}

/** Runs all items of all pages. Returns how many returned true. Throws the first error at the end. */
export async function forEachPageSettled<Item>(
  loadPageAfter: (last: Item | null) => Promise<readonly Item[]>,
  work: (item: Item) => Promise<boolean>,
): Promise<number> {
  const faults: unknown[] = [];
  let done = 0;
  for (let page = await loadPageAfter(null); page.length > 0; page = await loadPageAfter(page.at(-1) ?? null))
    for (const item of page)
      await work(item).then(
        (isDone) => isDone && done++,
        (fault) => faults.push(fault),
      );
  if (faults.length > 0) throw faults[0];
  return done;
}
