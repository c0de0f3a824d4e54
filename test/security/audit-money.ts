import { randomUUID } from 'node:crypto';
import { wasSent } from '../orders.ts';
import type { TestServer } from '../worker.ts';
import type { Scene } from './actors.ts';
import { type Acts, asWho } from './audit-acts.ts';
import { undoing } from './matrix-inputs.ts';
import { moneyOn, ofNobody, takingOff } from './matrix-money.ts';

/** What finance does with money that stands on no order. */
export function moneyActs(server: TestServer, scene: Scene): Acts {
  const { attaching, returning, takenOff } = moneyOn(server, scene);
  const { preparer, other } = scene.ids;
  const by = asWho(scene);
  const agreed = async (second: string | null) => {
    const movementId = await takenOff('owner');
    return { movementId, proposalId: await returning(movementId, { by: preparer, second }) };
  };
  return {
    'desk/undoPayIn': async () => {
      const orderId = await scene.order({ payIn: 'received' });
      return by('finance', { orderId, movementId: orderId, ...takingOff });
    },
    'unassigned/record': async () => by('finance', ofNobody()),
    'unassigned/lookAfter': async () => by('finance', { movementId: await takenOff('owner') }),
    'unassigned/attach': async () =>
      by('finance', await attaching(await takenOff('owner'), await scene.order({ payIn: 'claimed' }))),
    'unassigned/prepareReturn': async () =>
      by('finance', { movementId: await takenOff('owner'), reasonCode: 'paid_twice' }),
    'unassigned/decide': async () => by('admin', { movementId: (await agreed(null)).movementId, decision: 'approve' }),
    'unassigned/recordReturned': async () => {
      const { orderId: _none, ...sent } = wasSent('', `BACK-${randomUUID()}`);
      return by('finance', { movementId: (await agreed(other)).movementId, ...sent });
    },
    'unassigned/undoReturn': async () => {
      const { movementId, proposalId } = await agreed(other);
      return by('finance', { movementId, ...undoing(proposalId) });
    },
  };
}
