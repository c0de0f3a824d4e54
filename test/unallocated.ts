import { expect } from 'vitest';
import { buildMovedAt, buildPayIn, placePaidBuy } from './orders.ts';
import type { TestServer } from './worker.ts';

type Answer = { code?: string; data?: object; orderId?: string; movementId?: string };
type Listed = { id: string; left: object; reason: string; reference: string; allowed: string[]; through: object[] };
type Shown = { toTakeOff: string[]; allowed: string[]; order: { movements: { id: string }[] } };

export const buildStep = (orderId: string) => ({ orderId, note: '' });
export const unlinkReason = {
  ...{ reasonCode: 'belongs_elsewhere', note: '' },
  evidence: 'The bank line names order 7 of another customer.',
};

export const buildUnallocated = (reference: string, more: object = {}) => ({
  ...{
    asset: 'JMD',
    rail: 'bank',
    reference,
    part: '',
    amount: '40000',
    ...buildMovedAt(reference),
  },
  ...{ payerBank: 'Demo Bank of Jamaica', payerAccount: '404512345', payerHolder: 'Tamara Grant' },
  ...{ senderAddress: '', senderTag: '', reason: 'nothing_known', note: 'No reference on the line' },
  ...more,
});
export const buildAttachment = (movementId: string, order: { reference: string }, amount: string) => ({
  ...{ movementId, reference: order.reference, amount, note: 'The customer named the order' },
});

type Page<Line> = { readonly lines: readonly Line[]; readonly next: object | null };

/** All unallocated money, read page by page. The date of the cursor is encoded like by the client. */
export async function listUnallocated<Line>({ app }: TestServer, cookie: string): Promise<Line[]> {
  const headers = { 'content-type': 'application/json', cookie };
  const lines: Line[] = [];
  let after: object | null = null;
  do {
    const payload: string = JSON.stringify({ json: { after }, meta: after ? [[1, 'after', 'since']] : [] });
    const answer = await app.inject({ method: 'POST', url: '/api/rpc/unallocated/list', headers, payload });
    const page: Page<Line> = answer.json().json;
    lines.push(...page.lines);
    after = page.next;
  } while (after);
  return lines;
}

function setUpReaders({ owner }: Pick<TestServer, 'owner'>) {
  const rowOf = async (orderId: string) =>
    (
      await owner.query(
        `select status, pay_in, pay_out, surplus_count extras, received_at is null unreceived, lapses_at > now() looked_for
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
           and not exists (select from movements o where o.reverses_id = m.id) order by is_surplus desc, recorded_at desc limit 1`,
        [orderId],
      )
    ).rows[0]?.id;
  return { idOf, lineOf, linesOf, rowOf };
}

export async function setUpUnallocated({ call, signIn, owner, ...rest }: TestServer) {
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

  const { idOf, lineOf, linesOf, rowOf } = setUpReaders({ owner });
  const list = (cookie = finance) => listUnallocated<Listed>(server, cookie ?? '');
  const showOrder = async (orderId: string) => (await call<Shown>('desk/order', { orderId }, finance)).body;

  const buildUnlink = async (orderId: string) => ({ orderId, movementId: await lineOf(orderId), ...unlinkReason });

  async function confirmOrder(amount: string, reference?: string, cookie = customer) {
    const order = await placePaidBuy(server, cookie ?? '', { amount });
    await done('desk/confirmReceived', buildPayIn(order.orderId, { amount, ...(reference && { reference }) }));
    return order;
  }

  async function unlinkPayIn(amount: string) {
    const { orderId } = await confirmOrder(amount);
    await done('desk/undoPayIn', await buildUnlink(orderId));
    await done('desk/approveUndo', buildStep(orderId), admin);
    const { rows } = await owner.query<{ id: string }>(
      `select u.id from movements u join movements o on o.id = u.source_movement_id where o.order_id = $1 and u.order_id is null`,
      [orderId],
    );
    return { orderId, movementId: rows[0]?.id ?? '' };
  }

  const recordFunds = async (reference: string, more: object = {}) =>
    (await done('unallocated/record', buildUnallocated(reference, more))).movementId ?? '';
  return {
    ...{
      act,
      admin,
      another,
      compliance,
      confirmOrder,
      customer,
      done,
      finance,
      idOf,
      lineOf,
      linesOf,
      list,
      recordFunds,
    },
    ...{ refused, refusedBy, rowOf, showOrder, support, unlinkPayIn, buildUnlink },
  };
}
