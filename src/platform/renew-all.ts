/** How much was renewed, and what could not be, by its id. */
export type Renewed = { readonly renewed: number; readonly failed: readonly string[] };

type Renewing<Kept> = {
  /** The next of those that are kept in an older way, behind this id. */
  readonly after: (id: string) => Promise<readonly Kept[]>;
  readonly idOf: (kept: Kept) => string;
  /** False where another stands in its place by now. */
  readonly renew: (kept: Kept) => Promise<boolean>;
};

/**
 * Renews whatever is kept in an older way, one after the other. May be broken off and started again; one that cannot be
 * renewed, since its key is not here, stays as it is and is named.
 */
export async function renewAll<Kept>({ after, idOf, renew }: Renewing<Kept>): Promise<Renewed> {
  const failed = new Set<string>();
  let renewed = 0;
  for (let last = '00000000-0000-0000-0000-000000000000'; ; ) {
    const page = await after(last);
    if (page.length === 0) return { renewed, failed: [...failed] };
    for (const kept of page) {
      last = idOf(kept);
      try {
        if (await renew(kept)) renewed++;
      } catch {
        failed.add(last);
      }
    }
  }
}
