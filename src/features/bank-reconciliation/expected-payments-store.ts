import { sql } from 'kysely';
import { type Currency, formatMinorUnits, money, parseMinorUnits } from '../../kernel/money.ts';
import { currentUserAccounts, type Db, firstRow } from '../../platform/database/database.ts';
import { getFullName, type ProfileName } from '../ledger/names.ts';
import type { ExpectedPayment } from './matching.ts';

type Row = {
  kind: ExpectedPayment['kind'];
  id: string;
  reference: string;
  recurringReference: string | null;
  amount: string;
  since: string;
  ended: boolean;
  claimed: boolean;
  firstName: string | null;
  lastName: string | null;
  displayName: string | null;
};

export type NamedExpectedPayment = ExpectedPayment & {
  readonly name: string;
  readonly amount: bigint;
  readonly claimed: boolean;
};

/** Customers may pay the exact amount, or leave out the cents of a J$ amount. */
const getAcceptedAmounts = (currency: Currency, minor: bigint): bigint[] =>
  currency === 'JMD' && minor % 100n !== 0n ? [minor, minor - (minor % 100n)] : [minor];

const toExpectedPayment =
  (currency: Currency) =>
  ({ amount, firstName, lastName, displayName, ...row }: Row): NamedExpectedPayment => {
    const { minor } = money(currency, parseMinorUnits(amount));
    const customer = { firstName, lastName, displayName };
    return {
      ...row,
      amount: minor,
      acceptedAmounts: getAcceptedAmounts(currency, minor),
      customer,
      name: getFullName(customer),
    };
  };

const orders = sql`select 'order' kind, t.id, t.reference, t.payment_reference, t.user_id, t.fiat_amount amount, t.fiat_currency currency,
    t.created_at, t.status in ('cancelled', 'failed') ended, t.pay_in = 'claimed' claimed, t.closed_at
  from transactions t where t.type = 'buy' and t.pay_in in ('awaiting', 'claimed')`;
const payments = sql`select 'payment' kind, t.id, t.reference, null, t.user_id, t.amount_jmd amount, 'JMD' currency, t.created_at,
    t.ended is not null ended, t.pay_in = 'claimed' claimed, t.closed_at
  from payments t where t.pay_in in ('awaiting', 'claimed') and t.method <> 'crypto'`;

const shownColumns = sql`a.kind, a.id, a.reference, a.payment_reference "recurringReference", a.amount::numeric(18, 2)::text amount, a.ended, a.claimed,
  to_char(a.created_at at time zone 'America/Jamaica', 'YYYY-MM-DD') "since",
  p.first_name "firstName", p.last_name "lastName", p.display_name "displayName"`;

export type PaymentSearch = { readonly amounts: readonly bigint[]; readonly references: readonly string[] };

/** Finds expected payments, except the user's own. Finds ended payments by reference, and by amount for 60 days. */
export async function findExpectedPayments(
  tx: Db,
  currency: Currency,
  { amounts, references }: PaymentSearch,
): Promise<NamedExpectedPayment[]> {
  const least = amounts.map(formatMinorUnits);
  // A payment in whole J$ may pay an amount with cents.
  const most = amounts.map((minor) =>
    formatMinorUnits(currency === 'JMD' && minor % 100n === 0n ? minor + 99n : minor),
  );
  const { rows } = await sql<Row>`
    with found as materialized (
      select kind, id from app.expected_payments_by_amount(${currency}, ${least}::numeric[], ${most}::numeric[])
      union select 'order', t.id from transactions t where t.reference = any(${references})
      union select 'order', t.id from transactions t where t.payment_reference = any(${references})
      union select 'payment', t.id from payments t where t.reference = any(${references})),
    a as (
      ${orders} and t.fiat_currency = ${currency} and t.id = any(array(select id from found where kind = 'order'))
      union all ${payments} and ${currency} = 'JMD' and t.id = any(array(select id from found where kind = 'payment')))
    select ${shownColumns} from a join profiles p on p.id = a.user_id
     where a.user_id <> all (${currentUserAccounts})`.execute(tx);
  return rows.map(toExpectedPayment(currency));
}

export async function findExpectedByName(tx: Db, currency: Currency, name: string): Promise<NamedExpectedPayment[]> {
  const like = `%${name.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const { rows } = await sql<Row>`
    select ${shownColumns} from (${orders} and t.fiat_currency = ${currency} and t.status = 'pending'
        union all ${payments} and ${currency} = 'JMD' and t.ended is null) a
      join profiles p on p.id = a.user_id
     where concat_ws(' ', p.first_name, p.last_name, p.display_name) ilike ${like} and a.user_id <> all (${currentUserAccounts})
     order by a.created_at desc limit 20`.execute(tx);
  return rows.map(toExpectedPayment(currency));
}

export const findCustomerName = async (tx: Db, userId: string) =>
  (await firstRow<ProfileName>(tx)`
    select first_name "firstName", last_name "lastName", display_name "displayName" from profiles
     where id = ${userId}`) ?? { firstName: null, lastName: null, displayName: null };
