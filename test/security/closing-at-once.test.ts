import { expect, test } from 'vitest';
import { demoPassword } from '../../fakes/people.ts';
import { demoSettings } from '../../src/features/settings/demo-settings.ts';
import { buy, upload } from '../orders.ts';
import { claimedPlan, subscribe } from '../payments.ts';
import { newCustomer } from '../submissions.ts';
import { suspicionsOn } from '../suspicions.ts';
import { waitingHere } from '../waiting.ts';
import { cookieOf, serverWithoutFaults } from '../worker.ts';
import { accountsOf } from './account-security.ts';
import { sessionFor } from './actors.ts';

/** Two things of one account at one moment, of which one must not be after the other. */
const server = await serverWithoutFaults();
const { call, owner } = server;
const { rowsOf } = suspicionsOn(server);
const { enter, isIn, somebody } = accountsOf(server);
const finance = await sessionFor(server, 'finance');
await owner.query(`insert into setting_versions (key, value) values ('order_limits', $1)`, [
  { ...demoSettings.order_limits, unpaid: 90, perDay: 900, open: { none: 90, tier1: 90, tier2: 90 } },
]);

const codeOf = ({ status, body }: { status: number; body: unknown }) =>
  status === 200 ? 'done' : ((body as { code?: string }).code ?? status);
const act = async (path: string, input: object, cookie = finance) => codeOf(await call(path, input, cookie));
async function customer() {
  const who = await newCustomer(server, 'Tamara Grant');
  // A password of its own: the account of the helper has the demo's.
  return who;
}
type Customer = Awaited<ReturnType<typeof customer>>;
const closes = ({ email, cookie }: Customer) =>
  act('accounts/closeAccount', { email, password: demoPassword, confirmed: true }, cookie);
const isClosed = async (id: string) =>
  (await rowsOf<{ closed: boolean }>('select closed_at is not null closed from profiles where id = $1', [id]))[0]
    ?.closed;
const underWay = async (id: string) =>
  (
    await rowsOf<{ what: string }>(
      `select 'order ' || pay_in what from transactions where user_id = $1 and status in ('pending', 'processing')
         and pay_in <> 'awaiting'
       union all select 'payment ' || pay_in from payments where user_id = $1 and ended is null and pay_in <> 'awaiting'`,
      [id],
    )
  ).map(({ what }) => what);

const proof = async (cookie: string, purpose?: string) => (await upload(server, cookie, purpose)).body.id;
const ways: Record<string, (who: Customer) => Promise<() => Promise<unknown>>> = {
  'claims an order': async ({ cookie }) => {
    const { orderId } = (await buy(server, cookie, { amount: '2000' })).body;
    const proofFile = await proof(cookie);
    return () => act('trading/claimPayment', { orderId, proofFile }, cookie);
  },
  'claims a plan': async ({ cookie }) => {
    const { paymentId } = (await subscribe(server, cookie)).body;
    const proofFile = await proof(cookie, 'subscription-proof');
    return () => act('payments/claim', { paymentId, proofFile }, cookie);
  },
};
const waitingFor = () => waitingHere(server);

test.each(Object.entries(ways))(
  'who closes their account and %s at one moment does one of both',
  async (_, prepare) => {
    const who = await customer();
    const other = await prepare(who);
    const holder = await owner.connect();
    await holder.query('begin');
    await holder.query('select from profiles where id = $1 for no key update', [who.id]);
    const closing = closes(who);
    // It has looked whether money is under way, and is about to close.
    await expect.poll(waitingFor, { timeout: 10_000 }).toBeGreaterThan(0);
    const claiming = other();
    await Promise.race([claiming, new Promise((done) => setTimeout(done, 1_000))]);
    await holder.query('commit');
    holder.release();
    const answers = await Promise.all([closing, claiming]);
    expect([answers, (await isClosed(who.id)) ? await underWay(who.id) : []]).toEqual([answers, []]);
  },
);

test('two passwords chosen at one moment: one opens, and who was told that theirs stands is right', async () => {
  const seen: unknown[] = [];
  for (let round = 0; round < 4; round += 1) {
    const person = await somebody();
    const other = await sessionFor(server, person.email);
    const [one, two] = [`Canary-Secret-${round}1!`, `Canary-Secret-${round}2!`];
    const choose = (newPassword: string, cookie: string) =>
      act('accounts/changePassword', { email: person.email, currentPassword: demoPassword, newPassword }, cookie);
    const answers = await Promise.all([choose(one, person.cookie), choose(two, other)]);
    const opens = [];
    for (const password of [one, two])
      opens.push(codeOf(await enter(person.email, password)) === 'done' ? 'done' : 'not');
    const told = answers.map((answer) => (answer === 'done' ? 'done' : 'not'));
    if (JSON.stringify(opens) !== JSON.stringify(told)) seen.push([answers, opens]);
    await owner.query('truncate rate_limits');
  }
  expect(seen).toEqual([]);
});

test('signed out and asking at one moment: the session is over for everything after', async () => {
  const person = await somebody();
  const acts = Array.from({ length: 6 }, () => call('accounts/viewer', undefined, person.cookie));
  const [out] = await Promise.all([call('accounts/signOut', undefined, person.cookie), ...acts]);
  expect(out.status).toBe(200);
  expect(await isIn(person.cookie)).toBe(false);
  expect(await isIn(cookieOf(out))).toBe(false);
  expect(await claimedPlan(server, person.cookie).catch(() => null)).toBeNull();
});
