import { randomInt, randomUUID } from 'node:crypto';
import { workshopsJobs } from '../src/features/workshops/jobs.ts';
import type { Mode } from '../src/features/workshops/session.ts';
import { jamaicaDay, shiftDay } from '../src/kernel/calendar.ts';
import type { Mail } from '../src/platform/mail.ts';
import { upload } from './orders.ts';
import { bankLine, solanaAddress } from './payments.ts';
import { sessionFor } from './security/actors.ts';
import { newCustomer } from './submissions.ts';
import type { TestServer } from './worker.ts';

type Wish = {
  readonly in_person?: number;
  readonly online?: number;
  readonly startsIn?: string;
  readonly status?: string;
  readonly title?: string;
};

/** An announced session laid down by hand: its id. It begins in a week and lasts two hours. */
export async function sessionOn({ owner }: Pick<TestServer, 'owner'>, wish: Wish = {}): Promise<string> {
  const { in_person = 20, online = 20, startsIn = '7 days', status = 'active', title = 'First wallet' } = wish;
  const { rows } = await owner.query<{ id: string }>(
    `insert into workshop_sessions (title, description, start_at, end_at, place, status, made_by, created_at, updated_at, details_at)
      select $1, 'How to keep coins.', now() + $2::interval, now() + $2::interval + interval '2 hours',
          '12 Hope Road, Kingston', $3, id, now(), now(), now() from profiles where email = 'admin@demo.test' returning id`,
    [title, startsIn, status],
  );
  const id = rows[0]?.id ?? '';
  await owner.query(
    `insert into workshop_seats (session_id, mode, seats) values ($1, 'in_person', $2), ($1, 'online', $3)`,
    [id, in_person, online],
  );
  await owner.query(`insert into workshop_links (session_id, link) values ($1, 'https://meet.example/first-wallet')`, [
    id,
  ]);
  return id;
}

/** What is sent to have a place. */
export const registering = (sessionId: string, wishes: object = {}) => ({
  ...{ key: randomUUID(), sessionId, mode: 'in_person' satisfies Mode, method: 'bank_transfer', price: 4000 },
  ...wishes,
});

type Registered = { paymentId: string; code?: string; data?: { said?: { title?: string; text?: string } } };

export const register = (server: TestServer, cookie: string, wanted: object) =>
  server.call<Registered>('workshops/register', wanted, cookie);

/** The same over another connection. */
export async function registerFrom(
  { app }: Pick<TestServer, 'app'>,
  ip: string,
  { cookie, wanted }: { cookie: string; wanted: object },
) {
  const headers = { 'content-type': 'application/json', cookie };
  const payload = JSON.stringify({ json: wanted });
  const url = '/api/rpc/workshops/register';
  const answer = await app.inject({ method: 'POST', url, headers, payload, remoteAddress: ip });
  return { status: answer.statusCode, body: (answer.json<{ json?: Registered }>().json ?? {}) as Registered };
}

/** A place whose proof was sent in: the id of its payment. */
export async function claimedPlace(server: TestServer, cookie: string, wanted: object): Promise<string> {
  const { body } = await register(server, cookie, wanted);
  const { body: file } = await upload(server, cookie, 'workshop-proof');
  const claimed = await server.call('payments/claim', { paymentId: body.paymentId, proofFile: file.id }, cookie);
  if (claimed.status !== 200) throw new Error(`not claimed: ${JSON.stringify([body, claimed.body])}`);
  return body.paymentId;
}

/** What the desk types of a session. */
export const sessionForm = (wishes: object = {}) => ({
  title: 'First wallet',
  description: 'How to keep coins.',
  startAt: localText(7, 17),
  endAt: localText(7, 19),
  place: '12 Hope Road, Kingston',
  link: 'https://meet.example/first-wallet',
  seatsInPerson: 20,
  seatsOnline: 50,
  flyerFile: null,
  flyerAlt: '',
  ...wishes,
});

/** So many days from now at an hour of the Jamaican clock, as a form writes it. */
export const localText = (inDays: number, hour: number): string =>
  `${shiftDay(jamaicaDay(new Date()), inDays)}T${String(hour).padStart(2, '0')}:00`;

/** The flyer of an announced session: the id of the picture. */
export async function flyerOn(server: TestServer): Promise<string> {
  const { body: file } = await upload(server, await sessionFor(server, 'admin'), 'workshop-flyer');
  await server.owner.query(`update workshop_sessions set flyer_file = $1, flyer_alt = 'A wallet' where id = $2`, [
    file.id,
    await sessionOn(server),
  ]);
  return file.id;
}

/** A confirmed place of somebody, laid down by hand with its payment: the id of the place. */
export async function confirmedPlace(
  { owner }: Pick<TestServer, 'owner'>,
  { sessionId, userId, code }: { sessionId: string; userId: string; code: string },
): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    `insert into workshop_registrations (session_id, user_id, registration_mode, status, attendee, code, payment_method,
        created_at, confirmed_at) values ($1, $2, 'in_person', 'confirmed', 'Somebody', $3, 'bank_transfer', now(), now())
      returning id`,
    [sessionId, userId, code],
  );
  return rows[0]?.id ?? '';
}

type Laid = { readonly sessionId: string; readonly userId: string; readonly releasedBy?: readonly [string, string] };

/** Training coins of somebody who came, laid down by hand with their wallet; released, if it is said by which two. */
export async function awardOf(server: Pick<TestServer, 'owner'>, laid: Laid): Promise<string> {
  const { sessionId, userId, releasedBy: two } = laid;
  const place = await confirmedPlace(server, { sessionId, userId, code: randomUUID() });
  const [award, proposal] = [randomUUID(), randomUUID()];
  const approved = `
    insert into proposals (id, kind, subject, payload, proposed_by, state, decided_by, decided_at)
      values ('${proposal}', 'award', '${sessionId}', '{"awards": []}', '${two?.[0]}', 'approved', '${two?.[1]}',
        now());`;
  // As it stands after all that its trigger watches over.
  await server.owner.query(`begin; set local session_replication_role = replica;
    update workshop_registrations set checked_in_at = now(), checked_in_by = '${userId}' where id = '${place}';
    ${two ? approved : ''}
    insert into lgm_awards (id, registration_id, session_id, user_id, lgm, created_at, address, named_at, proposal_id,
        released_at) values ('${award}', '${place}', '${sessionId}', '${userId}', 5000, now(), '${solanaAddress()}', now(),
        ${two ? `'${proposal}', now()` : 'null, null'});
    commit`);
  return award;
}

/** Somebody in line, laid down by hand: the id of their place in it. */
export async function waitingPlace(
  { owner }: Pick<TestServer, 'owner'>,
  { sessionId, userId }: { sessionId: string; userId: string },
): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    `insert into workshop_registrations (session_id, user_id, registration_mode, status, attendee, code, created_at)
      values ($1, $2, 'in_person', 'waiting', 'Somebody', $3, now()) returning id`,
    [sessionId, userId, randomUUID()],
  );
  return rows[0]?.id ?? '';
}

type Working = { name: string; run: (data: object) => Promise<unknown> };

/** Runs what the product was to write about workshops: the letters, as they would have gone out. */
export async function lettersOf({ owner, services }: Pick<TestServer, 'owner' | 'services'>): Promise<Mail[]> {
  const mails: Mail[] = [];
  const jobs = workshopsJobs(services, async (mail) => void mails.push(mail)) as Working[];
  const { rows } = await owner.query<{ data: object }>(
    `delete from pgboss.job where name = 'workshops.letter' and state = 'created' returning data`,
  );
  for (const { data } of rows) await jobs.find(({ name }) => name === 'workshops.letter')?.run(data);
  return mails;
}

/** A new customer whose place in a session is paid, by the desk. */
export async function confirmedIn(server: TestServer, sessionId: string) {
  const who = await newCustomer(server, 'Ina Brown');
  const paymentId = await claimedPlace(server, who.cookie, registering(sessionId));
  // From an account of their own: who shares one is looked at as one person.
  const payerAccount = String(randomInt(100_000_000, 1_000_000_000));
  const line = bankLine(paymentId, { amount: '4000', payerHolder: 'Ina Brown', payerAccount });
  const { status } = await server.call('paymentsDesk/receive', line, await sessionFor(server, 'finance'));
  if (status !== 200) throw new Error(`not received: ${status}`);
  const { rows } = await server.owner.query<{ placeId: string; code: string }>(
    'select id "placeId", code from workshop_registrations where user_id = $1',
    [who.id],
  );
  return { ...who, paymentId, ...(rows[0] ?? { placeId: '', code: '' }) };
}
