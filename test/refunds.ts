import { randomUUID } from 'node:crypto';
import { jamaicaDay } from '../src/kernel/calendar.ts';
import { createSession } from './security/actors.ts';
import { setUpSuspicions } from './suspicions.ts';
import type { TestServer } from './worker.ts';

/** Refund commands of two finance users. Each returns 'done' or the refusal code. */
export async function createRefundTools(server: TestServer) {
  const { another, rowsOf } = setUpSuspicions(server);
  const finance = await createSession(server, 'finance');
  const [second, compliance] = [(await another('finance')).cookie, (await another('compliance')).cookie];

  const act = server.actsAs(finance);
  const prepares = (paymentId: string, amount: string | null, reasonCode = 'given_back_as_asked') =>
    act('paymentsDesk/prepareReturn', { paymentId, amount, reasonCode, note: '' });
  const answers =
    (command: 'approveReturn' | 'approveUndo' | 'declineUndo') =>
    async (paymentId: string, by = second) =>
      act(
        `paymentsDesk/${command}`,
        { paymentId, proposalId: await server.openProposal(paymentId), note: 'Looked at' },
        by,
      );
  const approves = answers('approveReturn');
  const records = (paymentId: string, changes: object = {}) =>
    act('paymentsDesk/recordReturned', {
      ...{ paymentId, reference: `BACK ${randomUUID()}`, movedOn: jamaicaDay(new Date()), movedTime: '', note: '' },
      ...changes,
    });
  const goesBack = async (paymentId: string, amount: string | null, changes: object = {}) => [
    await prepares(paymentId, amount),
    await approves(paymentId),
    await records(paymentId, changes),
  ];
  const undoes = async (paymentId: string, changes: object = {}, by = finance) => {
    const [approved] = await rowsOf<{ id: string }>(
      `select id from proposals where subject = $1 and kind = 'return' and state = 'approved' order by id desc limit 1`,
      [paymentId],
    );
    const defaults = { reasonCode: 'never_sent', evidence: 'The account of today has no such line.', note: '' };
    return act('paymentsDesk/prepareUndo', { paymentId, proposalId: approved?.id, ...defaults, ...changes }, by);
  };
  const stateOf = async (id: string) =>
    (await rowsOf('select pay_in, ended, awaits_staff from payments where id = $1', [id]))[0];
  const backOf = (paymentId: string) =>
    rowsOf<{ amount: string }>(
      `select trim_scale(amount)::text amount from movements where payment_id = $1 and direction = 'back' order by id`,
      [paymentId],
    ).then((lines) => lines.map(({ amount }) => amount));

  return {
    ...{
      act,
      answers,
      approves,
      backOf,
      compliance,
      finance,
      goesBack,
      prepares,
      records,
      second,
      stateOf,
    },
    undoes,
  };
}
