import { randomInt, randomUUID } from 'node:crypto';
import { workshopsJobs } from '../src/features/workshops/jobs.ts';
import type { Mode } from '../src/features/workshops/session.ts';
import { addDays, jamaicaDay } from '../src/kernel/calendar.ts';
import type { Mail } from '../src/platform/email/mail.ts';
import { upload } from './orders.ts';
import { buildBankReceipt, solanaAddress } from './payments.ts';
import { createSession } from './security/actors.ts';
import { newCustomer } from './submissions.ts';
import type { TestServer } from './worker.ts';

type WorkshopOptions = {
  readonly in_person?: number;
  readonly online?: number;
  readonly startsIn?: string;
  readonly status?: string;
  readonly title?: string;
};

/** Inserts an announced session in a week, two hours long. */
export async function insertWorkshop(
  { owner }: Pick<TestServer, 'owner'>,
  options: WorkshopOptions = {},
): Promise<string> {
  const { in_person = 20, online = 20, startsIn = '7 days', status = 'active', title = 'First wallet' } = options;
  const { rows } = await owner.query<{ id: string }>(
    `insert into workshop_sessions (title, description, start_at, end_at, place, status, created_by, created_at, updated_at, details_at)
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

export const buildRegistration = (sessionId: string, wishes: object = {}) => ({
  ...{ key: randomUUID(), sessionId, mode: 'in_person' satisfies Mode, method: 'bank_transfer', price: 4000 },
  ...wishes,
});

type Registered = { paymentId: string; code?: string; data?: { said?: { title?: string; text?: string } } };

export const register = (server: TestServer, cookie: string, wanted: object) =>
  server.call<Registered>('workshops/register', wanted, cookie);

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

export async function claimSeat(server: TestServer, cookie: string, wanted: object): Promise<string> {
  const { body } = await register(server, cookie, wanted);
  const { body: file } = await upload(server, cookie, 'workshop-proof');
  const claimed = await server.call('payments/claim', { paymentId: body.paymentId, proofFile: file.id }, cookie);
  if (claimed.status !== 200) throw new Error(`not claimed: ${JSON.stringify([body, claimed.body])}`);
  return body.paymentId;
}

export const sessionForm = (wishes: object = {}) => ({
  title: 'First wallet',
  description: 'How to keep coins.',
  startAt: formatLocalTime(7, 17),
  endAt: formatLocalTime(7, 19),
  place: '12 Hope Road, Kingston',
  link: 'https://meet.example/first-wallet',
  seatsInPerson: 20,
  seatsOnline: 50,
  flyerFile: null,
  flyerAlt: '',
  ...wishes,
});

/** Date and hour in Jamaica, in the format of date-time inputs. `inDays` counts from today. */
export const formatLocalTime = (inDays: number, hour: number): string =>
  `${addDays(jamaicaDay(new Date()), inDays)}T${String(hour).padStart(2, '0')}:00`;

export async function insertFlyer(server: TestServer): Promise<string> {
  const { body: file } = await upload(server, await createSession(server, 'admin'), 'workshop-flyer');
  await server.owner.query(`update workshop_sessions set flyer_file = $1, flyer_alt = 'A wallet' where id = $2`, [
    file.id,
    await insertWorkshop(server),
  ]);
  return file.id;
}

export async function insertConfirmedSeat(
  { owner }: Pick<TestServer, 'owner'>,
  { sessionId, userId, code }: { sessionId: string; userId: string; code: string },
): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    `insert into workshop_registrations (session_id, user_id, registration_mode, status, attendee, code, payment_method,
        created_at, confirmed_at) values ($1, $2, 'in_person', 'confirmed', 'Test Attendee', $3, 'bank_transfer', now(), now())
      returning id`,
    [sessionId, userId, code],
  );
  return rows[0]?.id ?? '';
}

type AwardOptions = {
  readonly sessionId: string;
  readonly userId: string;
  readonly releasedBy?: readonly [string, string];
};

/** Inserts an award with its wallet, optionally already released by two members of staff. */
export async function insertAward(server: Pick<TestServer, 'owner'>, input: AwardOptions): Promise<string> {
  const { sessionId, userId, releasedBy: two } = input;
  const place = await insertConfirmedSeat(server, { sessionId, userId, code: randomUUID() });
  const [award, proposal] = [randomUUID(), randomUUID()];
  const approved = `
    insert into proposals (id, kind, subject, payload, proposed_by, state, decided_by, decided_at)
      values ('${proposal}', 'award', '${sessionId}', '{"awards": []}', '${two?.[0]}', 'approved', '${two?.[1]}',
        now());`;
  // Bypasses the trigger of the table.
  await server.owner.query(`begin; set local session_replication_role = replica;
    update workshop_registrations set checked_in_at = now(), checked_in_by = '${userId}' where id = '${place}';
    ${two ? approved : ''}
    insert into lgm_awards (id, registration_id, session_id, user_id, lgm, created_at, address, named_at, proposal_id,
        released_at) values ('${award}', '${place}', '${sessionId}', '${userId}', 5000, now(), '${solanaAddress()}', now(),
        ${two ? `'${proposal}', now()` : 'null, null'});
    commit`);
  return award;
}

export async function insertWaitingEntry(
  { owner }: Pick<TestServer, 'owner'>,
  { sessionId, userId }: { sessionId: string; userId: string },
): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    `insert into workshop_registrations (session_id, user_id, registration_mode, status, attendee, code, created_at)
      values ($1, $2, 'in_person', 'waiting', 'Test Attendee', $3, now()) returning id`,
    [sessionId, userId, randomUUID()],
  );
  return rows[0]?.id ?? '';
}

type Working = { name: string; run: (data: object) => Promise<unknown> };

export async function runWorkshopEmails({ owner, services }: Pick<TestServer, 'owner' | 'services'>): Promise<Mail[]> {
  const mails: Mail[] = [];
  const jobs = workshopsJobs(services, async (mail) => void mails.push(mail)) as Working[];
  const { rows } = await owner.query<{ data: object }>(
    `delete from pgboss.job where name = 'workshops.send_email' and state = 'created' returning data`,
  );
  for (const { data } of rows) await jobs.find(({ name }) => name === 'workshops.send_email')?.run(data);
  return mails;
}

export async function confirmRegistration(server: TestServer, sessionId: string) {
  const customer = await newCustomer(server, 'Ina Brown');
  const paymentId = await claimSeat(server, customer.cookie, buildRegistration(sessionId));
  // A random bank account, because customers who share one count as one person.
  const payerAccount = String(randomInt(100_000_000, 1_000_000_000));
  const line = buildBankReceipt(paymentId, { amount: '4000', payerHolder: 'Ina Brown', payerAccount });
  const { status } = await server.call('paymentsDesk/receive', line, await createSession(server, 'finance'));
  if (status !== 200) throw new Error(`not received: ${status}`);
  const { rows } = await server.owner.query<{ placeId: string; code: string }>(
    'select id "placeId", code from workshop_registrations where user_id = $1',
    [customer.id],
  );
  return { ...customer, paymentId, ...(rows[0] ?? { placeId: '', code: '' }) };
}
