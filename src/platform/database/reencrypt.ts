export type ReencryptResult = { readonly reencrypted: number; readonly failed: readonly string[] };

type ReencryptSource<Item> = {
  readonly loadAfter: (id: string) => Promise<readonly Item[]>;
  readonly getId: (item: Item) => string;
  /** Returns false when the item was replaced in the meantime. */
  readonly reencrypt: (item: Item) => Promise<boolean>;
};

/** Re-encrypts all items. Safe to interrupt and repeat. Returns the ids that cannot be decrypted. */
export async function reencryptAll<Item>({
  loadAfter,
  getId,
  reencrypt,
}: ReencryptSource<Item>): Promise<ReencryptResult> {
  const failed = new Set<string>();
  let reencrypted = 0;
  for (let last = '00000000-0000-0000-0000-000000000000'; ; ) {
    const page = await loadAfter(last);
    if (page.length === 0) return { reencrypted, failed: [...failed] };
    for (const item of page) {
      last = getId(item);
      try {
        if (await reencrypt(item)) reencrypted++;
      } catch {
        failed.add(last);
      }
    }
  }
}
