import { randomUUID } from 'node:crypto';
import { jamaicaDay } from '../src/kernel/calendar.ts';
import { sessionFor } from './security/actors.ts';
import { suspicionsOn } from './suspicions.ts';
import type { TestServer } from './worker.ts';

/** What two of finance do with money that goes back: each answers 'done', or the code of the refusal. */
export async function givingBack(server: TestServer) {
  const { another, rowsOf } = suspicionsOn(server);
  const finance = await sessionFor(server, 'finance');
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
  const records = (paymentId: string, wishes: object = {}) =>
    act('paymentsDesk/recordReturned', {
      ...{ paymentId, reference: `BACK ${randomUUID()}`, movedOn: jamaicaDay(new Date()), movedTime: '', note: '' },
      ...wishes,
    });
  const goesBack = async (paymentId: string, amount: string | null, wishes: object = {}) => [
    await prepares(paymentId, amount),
    await approves(paymentId),
    await records(paymentId, wishes),
  ];
  /** The newest return that two agreed on is to be undone. */
  const undoes = async (paymentId: string, wishes: object = {}, by = finance) => {
    const [newest] = await rowsOf<{ id: string }>(
      `select id from proposals where subject = $1 and kind = 'return' and state = 'approved' order by id desc limit 1`,
      [paymentId],
    );
    const why = { reasonCode: 'never_sent', evidence: 'The account of today has no such line.', note: '' };
    return act('paymentsDesk/prepareUndo', { paymentId, proposalId: newest?.id, ...why, ...wishes }, by);
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
