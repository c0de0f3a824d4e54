import { sql } from 'kysely';
import { type Currency, minorUnits, money, moneyText } from '../../kernel/money.ts';
import { type Db, firstRow, ownAccounts } from '../../platform/database.ts';
import { fullName, type ProfileName } from '../movements/names.ts';
import type { Awaited } from './matching.ts';

type Row = {
  kind: Awaited['kind'];
  id: string;
  reference: string;
  amount: string;
  since: string;
  ended: boolean;
  claimed: boolean;
  firstName: string | null;
  lastName: string | null;
  displayName: string | null;
};

/** What is awaited, with what its customer is called. */
export type AwaitedLine = Awaited & { readonly name: string; readonly amount: bigint; readonly claimed: boolean };

/** What may be transferred for an amount: the same, or in J$ its whole dollars. */
const asked = (currency: Currency, minor: bigint): bigint[] =>
  currency === 'JMD' && minor % 100n !== 0n ? [minor, minor - (minor % 100n)] : [minor];

const read =
  (currency: Currency) =>
  ({ amount, firstName, lastName, displayName, ...row }: Row): AwaitedLine => {
    const { minor } = money(currency, minorUnits(amount));
    const customer = { firstName, lastName, displayName };
    return { ...row, amount: minor, asked: asked(currency, minor), customer, name: fullName(customer) };
  };

/** Orders are told in the words of payments, so that a line need not know what it is for. */
const orders = sql`select 'order' kind, t.id, t.reference, t.user_id, t.fiat_amount amount, t.fiat_currency currency,
    t.created_at, t.status in ('cancelled', 'failed') ended, t.pay_in = 'claimed' claimed, t.closed_at
  from transactions t where t.type = 'buy' and t.pay_in in ('awaiting', 'claimed')`;
const payments = sql`select 'payment' kind, t.id, t.reference, t.user_id, t.amount_jmd amount, 'JMD' currency, t.created_at,
    t.ended is not null ended, t.pay_in = 'claimed' claimed, t.closed_at
  from payments t where t.pay_in in ('awaiting', 'claimed') and t.method <> 'crypto'`;

const shown = sql`a.kind, a.id, a.reference, a.amount::numeric(18, 2)::text amount, a.ended, a.claimed,
  to_char(a.created_at at time zone 'America/Jamaica', 'YYYY-MM-DD') "since",
  p.first_name "firstName", p.last_name "lastName", p.display_name "displayName"`;

export type Sought = { readonly amounts: readonly bigint[]; readonly references: readonly string[] };

/**
 * What is awaited in one currency under one of these references, or of one of these amounts: found by index, however
 * much is awaited. For 60 days after its end late money is looked for there by its amount, by its reference for ever.
 * Never the asker's own.
 */
export async function awaitedFor(tx: Db, currency: Currency, { amounts, references }: Sought): Promise<AwaitedLine[]> {
  const least = amounts.map(moneyText);
  // Whole J$ may be what was asked for an amount with cents.
  const most = amounts.map((minor) => moneyText(currency === 'JMD' && minor % 100n === 0n ? minor + 99n : minor));
  const { rows } = await sql<Row>`
    with found as materialized (
      select kind, id from app.awaited_by_amount(${currency}, ${least}::numeric[], ${most}::numeric[])
      union select 'order', t.id from transactions t where t.reference = any(${references})
      union select 'payment', t.id from payments t where t.reference = any(${references})),
    a as (
      ${orders} and t.fiat_currency = ${currency} and t.id = any(array(select id from found where kind = 'order'))
      union all ${payments} and ${currency} = 'JMD' and t.id = any(array(select id from found where kind = 'payment')))
    select ${shown} from a join profiles p on p.id = a.user_id where a.user_id <> all (${ownAccounts})`.execute(tx);
  return rows.map(read(currency));
}

/** The same whose customer's name holds this, among what is not over. */
export async function awaitedNamed(tx: Db, currency: Currency, name: string): Promise<AwaitedLine[]> {
  const like = `%${name.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const { rows } = await sql<Row>`
    select ${shown} from (${orders} and t.fiat_currency = ${currency} and t.status = 'pending'
        union all ${payments} and ${currency} = 'JMD' and t.ended is null) a
      join profiles p on p.id = a.user_id
     where concat_ws(' ', p.first_name, p.last_name, p.display_name) ilike ${like} and a.user_id <> all (${ownAccounts})
     order by a.created_at desc limit 20`.execute(tx);
  return rows.map(read(currency));
}

/** What a customer is called. */
export const nameOfCustomer = async (tx: Db, userId: string) =>
  (await firstRow<ProfileName>(tx)`
    select first_name "firstName", last_name "lastName", display_name "displayName" from profiles
     where id = ${userId}`) ?? { firstName: null, lastName: null, displayName: null };
