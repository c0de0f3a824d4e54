import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { demoPassword } from '../../../fakes/people.ts';
import { demoList, demoListedPerson } from '../../../fakes/screening/demo-list.ts';
import { getCpuMicros } from '../../../test/cpu-time.ts';
import { bitcoinAddress, buildPayIn, buy } from '../../../test/orders.ts';
import { createAccountTools, parseLinkToken } from '../../../test/security/account-security.ts';
import { createSession } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { buildStep, setUpUnallocated } from '../../../test/unallocated.ts';
import { getCookie, serverWithoutFaults } from '../../../test/worker.ts';
import { Name } from '../accounts/schema.ts';
import type { Rejection } from '../approvals/proposal.ts';
import { screenAllCustomers, screenNames } from './screen-names.ts';
import type { ImportedView, ListsView } from './views.ts';

const server = await serverWithoutFaults();
const { call, owner, services } = server;

/** One officer may add entries to our own list. Removals need two. */
const { another, rowsOf } = setUpSuspicions(server);
const compliance = await createSession(server, 'compliance');
const crook = await another('compliance');

const header = demoList.split('\n')[0] ?? '';
const stopped = `X-1,Stopped Wallet,other,sanctioned,,,,LOCAL,XBT:${bitcoinAddress}`;
type Answering = { proposalId?: string | null; why?: string };
const importFile = (lines: string[], cookie: string, { proposalId = null, why = '' }: Answering = {}) => {
  const file = { csv: `${[header, ...lines].join('\n')}\n`, fileName: 'own.csv', publishedOn: '2026-11-21' };
  return call<ImportedView & { code?: string }>('screening/importLocal', { ...file, proposalId, why }, cookie);
};
const waiting = async () => (await call<ListsView>('screening/lists', undefined, compliance)).body.waiting;
const tryToBuy = async () => (await buy(server, (await newCustomer(server)).cookie, { amount: '3000' })).body;
const findParties = async () =>
  (
    await owner.query(
      `select party_ref ref from sanctions_parties where source = 'local' and until_list is null order by 1`,
    )
  ).rows.map(({ ref }) => ref);

test('one officer adds to our own list and removes nothing', async () => {
  expect((await importFile([stopped], compliance)).body).toMatchObject({ listId: expect.any(String), takesOff: false });
  const otherEntry = 'X-2,Other Wallet,other,sanctioned,,,,LOCAL,';
  expect((await importFile([stopped, otherEntry], crook.cookie)).body).toMatchObject({ listId: expect.any(String) });
  const other = stopped.replace(bitcoinAddress, '1BoatSLRHtKNngkdXEeobR76b53LETtpyT');
  for (const lines of [[], [otherEntry], [other, otherEntry]]) {
    expect((await importFile(lines, crook.cookie)).body).toMatchObject({ listId: null, takesOff: true });
    expect(await findParties()).toEqual(['X-1', 'X-2']);
  }
  const held = await tryToBuy();
  expect(held).toMatchObject({ code: expect.any(String) });
  const id = (await waiting())?.proposalId ?? null;
  expect((await importFile([other, otherEntry], crook.cookie, { proposalId: id })).body.code).toBe(
    'approvals.second_person_needed',
  );
});

test('a second person approves with the same file only', async () => {
  await importFile(['X-2,Other Wallet,other,sanctioned,,,,LOCAL,'], crook.cookie);
  const pending = await waiting();
  expect(pending).toMatchObject({ proposedBy: 'Second compliance', isOwn: false, diff: { parties: { removed: 1 } } });
  const id = pending?.proposalId ?? null;
  expect((await importFile([], compliance, { proposalId: id })).body.code).toBe('approvals.changed_since');
  expect(await findParties()).toEqual(['X-1', 'X-2']);
  const done = await importFile(['X-2,Other Wallet,other,sanctioned,,,,LOCAL,'], compliance, { proposalId: id });
  expect(done.body).toMatchObject({ listId: expect.any(String) });
  expect(await findParties()).toEqual(['X-2']);
  expect(await waiting()).toBeNull();
});

test("replacing another person's proposal needs a reason", async () => {
  const remaining = 'X-2,Other Wallet,other,sanctioned,,,,LOCAL,';
  expect((await importFile([remaining, stopped], crook.cookie)).body).toMatchObject({ listId: expect.any(String) });
  await importFile([remaining], crook.cookie);
  const pending = await waiting();
  expect((await importFile([stopped], compliance)).body.code).toBe('approvals.reason_missing');
  expect((await waiting())?.proposalId).toBe(pending?.proposalId);
  expect((await importFile([], crook.cookie)).body).toMatchObject({ listId: null, takesOff: true });
  expect((await importFile([stopped], compliance, { why: 'The wallet stays listed' })).body).toMatchObject({
    listId: null,
  });
  const { body } = await call<Rejection[]>(
    'approvals/rejected',
    { kinds: ['list'], subjects: ['local'] },
    crook.cookie,
  );
  expect(body).toMatchObject([{ proposer: 'Second compliance', reason: 'The wallet stays listed' }]);
  const log = await owner.query(
    `select after -> 'reason' reason from audit_log where action = 'screening.list_proposed' order by id desc limit 1`,
  );
  expect(log.rows).toEqual([{ reason: 'The wallet stays listed' }]);
});

describe('a flood of alerts', () => {
  const { runEmailJob: letterOf } = createAccountTools(server);

  const { firstName, lastName, dateOfBirth } = demoListedPerson;
  const profile = { phoneNumber: '8765550142', countryOfResidence: 'JM', nationality: 'JM', occupation: 'Teacher' };
  const form = {
    firstName,
    lastName,
    dateOfBirth,
    ...profile,
    password: 'Long-Enough-2026!',
    isPep: false,
    agreed: true,
  };

  const findAlerts = (userId: string) => rowsOf('select 1 from transaction_alerts where user_id = $1', [userId]);
  const findJobs = (userId: string) =>
    rowsOf(`select 1 from pgboss.job where name = 'screening.names' and data->>'userId' = $1`, [userId]);

  test('a customer with a listed name is screened after confirming the email address', async () => {
    const email = `${randomUUID()}@example.test`;
    const signedUp = await call('accounts/signUp', { email, ...form });
    expect(signedUp.status).toBe(200);
    const [person] = await rowsOf<{ id: string }>('select id from profiles where email = $1', [email]);
    const id = person?.id ?? '';
    expect(await findJobs(id)).toEqual([]);
    await screenAllCustomers(services, null);
    expect(await findAlerts(id)).toEqual([]);

    await letterOf('accounts.welcome', email);
    const [mail] = await rowsOf<{ links: string[] }>('select links from demo_mails where to_address = $1', [email]);
    const token = parseLinkToken(mail?.links);
    expect((await call('accounts/verifyEmail', { token }, getCookie(signedUp))).status).toBe(200);
    expect(await findJobs(id)).toHaveLength(1);
    await screenNames(services, { userId: id });
    expect(await findAlerts(id)).toHaveLength(1);
  });

  test('changing the name repeatedly is limited, and one name waits for a manual comparison', async () => {
    const { id, cookie } = await newCustomer(server);
    const answers: (string | undefined)[] = [];
    for (const letter of 'абвгдеж') {
      const name = { firstName: `Ива${letter}`, lastName: 'Петров' };
      const { body } = await call<{ code?: string }>('accountPages/updateProfile', name, cookie);
      answers.push(body.code);
      await screenNames(services, { userId: id });
    }
    const refused = 'account_pages.too_many_names';
    expect(answers).toEqual([...Array.from({ length: 5 }, () => undefined), refused, refused]);
    expect(await findAlerts(id)).toHaveLength(1);
    const phone = await call('accountPages/updateProfile', { phoneNumber: '+18765550188' }, cookie);
    expect(phone.status).toBe(200);

    const compliance = await server.signIn('compliance');
    const [hit] = await rowsOf<{ id: string }>(`select id from name_hits where user_id = $1 and state = 'open'`, [id]);
    const verdict = { decision: 'clear', reasonCode: 'other_person', note: 'According to the documents.' };
    expect((await call('screening/decideHit', { hitId: hit?.id, ...verdict }, compliance)).status).toBe(200);
    await screenNames(services, { userId: id });
    const waiting = `select party_ref from name_hits where user_id = $1 and state = 'open'`;
    expect(await rowsOf(waiting, [id])).toEqual([{ party_ref: 'Ивад Петров' }]);
  });
});

describe('closed accounts', async () => {
  const server = await serverWithoutFaults();
  const { call, services } = server;
  const { finance, act } = await setUpUnallocated(server);
  const { rowsOf } = setUpSuspicions(server);
  const compliance = await createSession(server, 'compliance');
  const csv = `${header}\nX-8,SAMUELSON Marlon,person,sanctioned,,1990-04-12,JM,LOCAL,\n`;
  const findHits = (id: string) => rowsOf<{ id: string }>('select id from name_hits where user_id = $1', [id]);

  async function createClosing(fullName: string) {
    const customer = await newCustomer(server, fullName);
    return {
      ...customer,
      order: (await buy(server, customer.cookie, { amount: '3000' })).body.orderId as string,
      close: () =>
        call(
          'accounts/closeAccount',
          { email: customer.email, password: demoPassword, confirmed: true },
          customer.cookie,
        ),
    };
  }

  test('a closed account with an unpaid order is still screened and stopped', async () => {
    const withOrder = await createClosing('Marlon Samuelson');
    expect((await withOrder.close()).status).toBe(200);
    const withoutOrder = await createClosing('Marlon Samuelson');
    expect((await call('trading/cancelOwn', { orderId: withoutOrder.order }, withoutOrder.cookie)).status).toBe(200);
    expect((await withoutOrder.close()).status).toBe(200);

    const list = { csv, fileName: 'own.csv', publishedOn: '2026-11-21', proposalId: null };
    expect((await call('screening/importLocal', list, compliance)).status).toBe(200);
    await screenAllCustomers(services, null);
    expect(await findHits(withoutOrder.id)).toEqual([]);
    const [hit] = await findHits(withOrder.id);
    const evidence = { reasonCode: 'papers_agree', note: 'Name and documents match.' };
    const confirmed = await call(
      'screening/decideHit',
      { hitId: hit?.id, decision: 'confirm', ...evidence },
      compliance,
    );
    expect(confirmed.status).toBe(200);

    const paid = { ...buildPayIn(withOrder.order, { amount: '3000' }), payerHolder: 'Own Account' };
    expect((await act('desk/confirmReceived', paid, finance)).status).toBe(200);
    expect((await act('desk/startProcessing', buildStep(withOrder.order), finance)).body.code).toBe(
      'desk.customer_frozen',
    );

    const late = { ...buildPayIn(withoutOrder.order, { amount: '3000' }), payerHolder: 'Own Account' };
    const findJobs = () =>
      rowsOf(`select from pgboss.job where name = 'screening.names' and data->>'userId' = $1 and state = 'created'`, [
        withoutOrder.id,
      ]);
    const before = (await findJobs()).length;
    expect((await act('desk/confirmReceived', late, finance)).status).toBe(200);
    expect((await findJobs()).length).toBe(before + 1);
    await screenNames(services, { userId: withoutOrder.id });
    expect(await findHits(withoutOrder.id)).toHaveLength(1);
  });
});

describe('cost of a name', async () => {
  const server = await serverWithoutFaults();
  const { call, owner, services } = server;
  const compliance = await createSession(server, 'compliance');
  const givenNames =
    'Muhammad Abdul Ali Hassan Hussein Ibrahim Saleh Mahmoud Ahmad Khalid Razak Shaker Nasser Fahd Jamal'.split(' ');
  const longName = {
    first: 'moh abd ali has hus ibr sal mah ahm kha raz sha',
    last: 'nas fah jam kar rah yus oma sai tah nur zar',
  };

  /** Measures the CPU time of a task and its longest block of the event loop. */
  async function measureBlocking(task: () => Promise<unknown>) {
    let [maxBlockingMs, done] = [0, false];
    const from = getCpuMicros();
    const watcher = (async () => {
      while (!done) {
        const before = getCpuMicros();
        await nextTurn();
        maxBlockingMs = Math.max(maxBlockingMs, getCpuMicros() - before);
      }
    })();
    await task();
    done = true;
    await watcher;
    return { maxBlockingMs: maxBlockingMs, totalMs: getCpuMicros() - from };
  }

  test("screening a name of many short words doesn't block the event loop", { timeout: 120_000 }, async () => {
    const rows = Array.from({ length: 1_800 }, (_, n) => {
      const pick = (k: number) => givenNames[(n * 7 + k * 13 + Math.floor(n / 15) * k) % givenNames.length];
      return `P-${n},${pick(1)} ${pick(2)} al-${pick(3)} ${pick(4)}${n},person,sanctioned,,1970,IQ,LOCAL,`;
    });
    const file = { csv: [header, ...rows].join('\n'), fileName: 'own.csv', publishedOn: '2026-11-20', tryOnly: false };
    expect((await call('screening/importLocal', file, compliance)).status).toBe(200);
    const { id } = await newCustomer(server);
    await owner.query('update profiles set first_name = $2, last_name = $3 where id = $1', [
      id,
      longName.first,
      longName.last,
    ]);
    const { maxBlockingMs, totalMs } = await measureBlocking(() => screenNames(services, { userId: id }));
    expect(maxBlockingMs / totalMs).toBeLessThan(0.2);
    const { rows: hits } = await owner.query('select source from name_hits where user_id = $1', [id]);
    expect(hits).toContainEqual({ source: 'by hand' });
  });

  test('sign-up refuses such a name and a name without letters', () => {
    for (const name of [longName.first, "''", '- -']) expect(Name.safeParse(name).success).toBe(false);
    for (const name of ['Maria de los Ángeles', "O'Brien-Smith", 'Ng']) expect(Name.safeParse(name).success).toBe(true);
  });
});
