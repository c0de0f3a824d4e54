import { randomUUID } from 'node:crypto';
import { buildSent } from '../orders.ts';
import type { TestServer } from '../worker.ts';
import type { Scene } from './actors.ts';
import { type SentCommands, sendAs } from './audited-commands.ts';
import { buildReversalInput } from './matrix-inputs.ts';
import { buildUnallocatedInput, createMoneyInputs, unlinkReason } from './matrix-money.ts';

export function buildMoneyCommands(server: TestServer, scene: Scene): SentCommands {
  const { buildAttachInput, insertRefundProposal, insertUnallocated } = createMoneyInputs(server, scene);
  const { preparer, other } = scene.ids;
  const send = sendAs(scene);
  const proposeRefund = async (second: string | null) => {
    const movementId = await insertUnallocated('owner');
    return { movementId, proposalId: await insertRefundProposal(movementId, { by: preparer, second }) };
  };
  return {
    'desk/undoPayIn': async () => {
      const orderId = await scene.order({ payIn: 'received' });
      return send('finance', { orderId, movementId: orderId, ...unlinkReason });
    },
    'unallocated/record': async () => send('finance', buildUnallocatedInput()),
    'unallocated/assignToSelf': async () => send('finance', { movementId: await insertUnallocated('owner') }),
    'unallocated/attach': async () =>
      send(
        'finance',
        await buildAttachInput(await insertUnallocated('owner'), await scene.order({ payIn: 'claimed' })),
      ),
    'unallocated/prepareReturn': async () =>
      send('finance', { movementId: await insertUnallocated('owner'), reasonCode: 'paid_twice' }),
    'unallocated/decide': async () =>
      send('admin', { movementId: (await proposeRefund(null)).movementId, decision: 'approve' }),
    'unallocated/recordReturned': async () => {
      const { orderId: _none, ...sent } = buildSent('', `BACK-${randomUUID()}`);
      return send('finance', { movementId: (await proposeRefund(other)).movementId, ...sent });
    },
    'unallocated/undoReturn': async () => {
      const { movementId, proposalId } = await proposeRefund(other);
      return send('finance', { movementId, ...buildReversalInput(proposalId) });
    },
  };
}
