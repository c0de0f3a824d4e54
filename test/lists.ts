import type pg from 'pg';

/** An invented wallet for each thing that a list can say of one. */
export const listedWallets = {
  sanctioned: 'bc1qhwfnw7rp2208r3w68t8nrct68yw6hpt0qgx3ly',
  highRisk: '0x00000000000000000000000000000000000baD01',
  watch: '0x00000000000000000000000000000000000baD02',
} as const;

const entries = [
  ['sanctioned', listedWallets.sanctioned],
  ['high_risk', listedWallets.highRisk.toLowerCase()],
  ['watch', listedWallets.watch.toLowerCase()],
] as const;

/** Puts a list of our own in force, needed and fresh, with the invented wallets on it. */
export async function layDownList(owner: Pick<pg.Client, 'query'>): Promise<void> {
  const { rows } = await owner.query<{ id: string }>(
    `insert into sanctions_lists (source, published_on, sha256, origin, file_name, imported_at, parties, names, addresses, diff)
      values ('local', current_date, repeat('0', 64), 'file', 'test.csv', now(), 3, 0, 3, '{}') returning id`,
  );
  const listId = rows[0]?.id;
  for (const [category, address] of entries)
    await owner.query(
      `with party as (
         insert into sanctions_parties (source, party_ref, kind, category, name, facts, facts_hash, since_list)
           values ('local', $1, 'other', $1, 'Invented ' || $1, '{}', $1, $2) returning id)
       insert into sanctions_addresses (party_id, address, shown, tag) select id, $3, $3, 'XBT' from party`,
      [category, listId, address],
    );
  await owner.query(
    `update sanctions_sources set needed = true, allowed_hours = null, list_id = $1, as_of = now() where source = 'local'`,
    [listId],
  );
}
