import { sql } from 'kysely';
import type { Db } from '../../src/platform/database/database.ts';

type Workshop = {
  readonly title: string;
  readonly description: string;
  readonly place: string;
  /** Days from today. `hours` are in Jamaican time. */
  readonly inDays: number;
  readonly hours: readonly [from: number, to: number];
  readonly seats: readonly [inPerson: number, online: number];
};

const workshops: readonly Workshop[] = [
  {
    title: 'Your first wallet',
    description:
      'Set up a wallet on your own phone, write down your recovery phrase, and send and receive a small amount.\nPlease bring your phone, fully charged. No experience needed.',
    place: 'Demo Hall, 1 Demo Road, Kingston',
    inDays: 9,
    hours: [17, 19],
    seats: [20, 60],
  },
  {
    title: 'How to avoid scams',
    description: 'Ten common crypto scams, how scammers think, and what to do right away if it happens to you.',
    place: 'Demo Library, Montego Bay',
    inDays: 23,
    hours: [10, 12],
    seats: [12, 0],
  },
];

async function addWorkshop(tx: Db, one: Workshop): Promise<void> {
  const [from, to] = one.hours;
  const at = (hour: number) =>
    sql`(((now() at time zone 'America/Jamaica')::date + ${one.inDays}::int) + make_interval(hours => ${hour}))
      at time zone 'America/Jamaica'`;
  const { rows } = await sql<{ id: string }>`
    insert into workshop_sessions (title, description, start_at, end_at, place, status, created_by, created_at, updated_at,
        details_at)
      select ${one.title}, ${one.description}, ${at(from)}, ${at(to)}, ${one.place}, 'active', id, now(), now(), now()
        from profiles where email = 'admin@demo.test' returning id`.execute(tx);
  const id = rows[0]?.id ?? '';
  await sql`insert into workshop_seats (session_id, mode, seats)
    values (${id}, 'in_person', ${one.seats[0]}), (${id}, 'online', ${one.seats[1]})`.execute(tx);
  await sql`insert into workshop_links (session_id, link)
    select ${id}, 'https://meet.example/your-first-wallet' where ${one.seats[1]} > 0`.execute(tx);
}

export async function insertWorkshops(tx: Db): Promise<void> {
  for (const one of workshops) await addWorkshop(tx, one);
}
