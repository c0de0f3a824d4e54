import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type DemoPerson, demoPeople } from '../../fakes/people.ts';
import { noParty } from '../../src/features/ledger/movement.ts';
import { insertMovement } from '../../src/features/ledger/movement-store.ts';
import { createReference } from '../../src/features/ledger/reference-store.ts';
import { demoSettings } from '../../src/features/settings/demo-settings.ts';
import { planNames } from '../../src/features/subscriptions/plans.ts';
import { jmd } from '../../src/kernel/money.ts';
import type { Db } from '../../src/platform/database/database.ts';
import { accountFor } from './invented.ts';

type Plan = NonNullable<DemoPerson['plan']>;

const idOf = async (tx: Db, email: string): Promise<string> => {
  const { rows } = await sql<{ id: string }>`select id from profiles where email = ${email}`.execute(tx);
  return rows[0]?.id ?? '';
};

/** Inserts a monthly plan: active and paid 18 days ago, or pending with a payment proof from yesterday. */
async function insertPlan(tx: Db, person: DemoPerson, { name, status }: Plan): Promise<void> {
  const userId = await idOf(tx, person.email);
  const runs = status === 'active';
  const days = runs ? 18 : 1;
  const { rows } = await sql<{ id: string; at: Date }>`
    insert into subscriptions (user_id, plan, status, payment_method, start_date, end_date, created_at)
      select ${userId}, ${name}, ${status}, 'bank_transfer', case when ${runs} then since end,
        case when ${runs} then since + interval '30 days 7 hours' end, since from (select now() - make_interval(days => ${days}) since) b
      returning id, created_at "at"`.execute(tx);
  const { id: planId = '', at = new Date() } = rows[0] ?? {};
  const paymentId = randomUUID();
  const amount = jmd(BigInt(demoSettings.plan_prices[name]) * 100n);
  await sql`set constraints after_2_check_movement deferred`.execute(tx);
  await sql`insert into payments (id, user_id, reference, payable, payable_id, title, amount_jmd, method, pay_in,
      idempotency_key, request_hash, created_at, updated_at, lapses_at, claimed_at, received_at, waiting_since)
    values (${paymentId}, ${userId}, ${await createReference(tx)}, 'plan', ${planId}, ${`${planNames[name]} plan, one month`},
      ${demoSettings.plan_prices[name]}, 'bank_transfer', ${runs ? 'received' : 'claimed'}, ${randomUUID()}, 'demo',
      ${at}, ${at}, ${at}::timestamptz + interval '10 days', ${at}, ${runs ? at : null}, ${runs ? null : at})`.execute(
    tx,
  );
  if (!runs) return;
  const reference = `DEMO PLAN ${name}`;
  await insertMovement(
    tx,
    { paymentId, userId },
    {
      direction: 'in',
      amount,
      rail: 'bank',
      reference: { typed: reference, key: reference.replaceAll(' ', '') },
      party: {
        ...noParty,
        bank: 'Demo Bank of Jamaica',
        account: accountFor(person.email),
        holder: `${person.firstName} ${person.lastName}`,
      },
      movedAt: at,
      dayOnly: false,
      recordedAt: at,
      proposalId: null,
      recordedBy: await idOf(tx, 'finance@demo.test'),
    },
  );
}

export async function insertPlans(tx: Db): Promise<void> {
  for (const person of demoPeople) if (person.plan) await insertPlan(tx, person, person.plan);
}
