import { expect } from 'vitest';
import { cameIn, paidBuy, seenNow } from './orders.ts';
import type { TestServer } from './worker.ts';

type Answer = { code?: string; data?: object; orderId?: string; movementId?: string };
type Listed = { id: string; left: object; reason: string; reference: string; mine: string[]; through: object[] };
type Shown = { toTakeOff: string[]; mine: string[]; order: { movements: { id: string }[] } };

export const step = (orderId: string) => ({ orderId, note: '' });
export const why = {
  ...{ reasonCode: 'belongs_elsewhere', note: '' },
  evidence: 'The bank line names order 7 of another customer.',
};

/** What staff type of money that nobody knows. */
export const nothingKnown = (reference: string, more: object = {}) => ({
  ...{
    asset: 'JMD',
    rail: 'bank',
    reference,
    part: '',
    amount: '40000',
    ...seenNow(reference),
  },
  ...{ payerBank: 'Demo Bank of Jamaica', payerAccount: '404512345', payerHolder: 'Tamara Grant' },
  ...{ senderAddress: '', senderTag: '', reason: 'nothing_known', note: 'No reference on the line' },
  ...more,
});
export const attaching = (movementId: string, order: { reference: string }, amount: string) => ({
  ...{ movementId, reference: order.reference, amount, note: 'They say whose money it is' },
});

type Page<Line> = { readonly lines: readonly Line[]; readonly next: object | null };

/** All that is listed, page by page; the moment in the key of a page is marked as one on the wire. */
export async function listUnassigned<Line>({ app }: TestServer, cookie: string): Promise<Line[]> {
  const headers = { 'content-type': 'application/json', cookie };
  const lines: Line[] = [];
  let after: object | null = null;
  do {
    const payload: string = JSON.stringify({ json: { after }, meta: after ? [[1, 'after', 'since']] : [] });
    const answer = await app.inject({ method: 'POST', url: '/api/rpc/unassigned/list', headers, payload });
    const page: Page<Line> = answer.json().json;
    lines.push(...page.lines);
    after = page.next;
  } while (after);
  return lines;
}

/** What stands in the database about an order or a person. */
function readers({ owner }: Pick<TestServer, 'owner'>) {
  const rowOf = async (orderId: string) =>
    (
      await owner.query(
        `select status, pay_in, pay_out, extras, received_at is null unreceived, lapses_at > now() looked_for
           from transactions where id = $1`,
        [orderId],
      )
    ).rows[0];
  const linesOf = async (orderId: string) =>
    (
      await owner.query<{ line: string }>(
        `select direction || ' ' || trim_scale(amount) line from movements
          where order_id = $1 order by recorded_at, id`,
        [orderId],
      )
    ).rows.map(({ line }) => line);
  const idOf = async (email: string) =>
    (await owner.query<{ id: string }>('select id from profiles where email = $1', [`${email}@demo.test`])).rows[0]?.id;
  const lineOf = async (orderId: string) =>
    (
      await owner.query<{ id: string }>(
        `select m.id from movements m where order_id = $1 and direction = 'in'
           and not exists (select from movements o where o.of_id = m.id) order by extra desc, recorded_at desc limit 1`,
        [orderId],
      )
    ).rows[0]?.id;
  return { idOf, lineOf, linesOf, rowOf };
}

/** Finance, a second person and two customers, with money on the wrong order and on none. */
export async function openMoney({ call, signIn, owner, ...rest }: TestServer) {
  const server: TestServer = { call, signIn, owner, ...rest };
  const [customer, another] = await Promise.all(['tier2', 'enhanced'].map(signIn));
  const [finance, admin, compliance, support] = await Promise.all(
    ['finance', 'admin', 'compliance', 'support'].map(signIn),
  );

  const act = (path: string, input: object, cookie = finance) => call<Answer>(path, input, cookie);
  async function done(path: string, input: object, cookie = finance) {
    const answer = await act(path, input, cookie);
    expect([path, answer.body]).toMatchObject([path, expect.not.objectContaining({ code: expect.anything() })]);
    return answer.body;
  }
  const refusedBy = (cookie: string | undefined) => async (code: string, path: string, input: object) =>
    expect([path, (await act(path, input, cookie)).body.code]).toEqual([path, code]);
  const refused = refusedBy(finance);

  const { idOf, lineOf, linesOf, rowOf } = readers({ owner });
  const list = (cookie = finance) => listUnassigned<Listed>(server, cookie ?? '');
  const seen = async (orderId: string) => (await call<Shown>('desk/order', { orderId }, finance)).body;

  const takingOff = async (orderId: string) => ({ orderId, movementId: await lineOf(orderId), ...why });

  /** An order whose payment staff confirmed on it. */
  async function confirmed(amount: string, reference?: string, cookie = customer) {
    const order = await paidBuy(server, cookie ?? '', { amount });
    await done('desk/confirmReceived', cameIn(order.orderId, { amount, ...(reference && { reference }) }));
    return order;
  }

  /** The same, taken off by two: what is unassigned since. */
  async function takenOff(amount: string) {
    const { orderId } = await confirmed(amount);
    await done('desk/undoPayIn', await takingOff(orderId));
    await done('desk/approveUndo', step(orderId), admin);
    const { rows } = await owner.query<{ id: string }>(
      `select u.id from movements u join movements o on o.id = u.from_id where o.order_id = $1 and u.order_id is null`,
      [orderId],
    );
    return { orderId, movementId: rows[0]?.id ?? '' };
  }

  const recorded = async (reference: string, more: object = {}) =>
    (await done('unassigned/record', nothingKnown(reference, more))).movementId ?? '';
  return {
    ...{ act, admin, another, compliance, confirmed, customer, done, finance, idOf, lineOf, linesOf, list, recorded },
    ...{ refused, refusedBy, rowOf, seen, support, takenOff, takingOff },
  };
}
