import { audit, byCustomer } from '../../platform/audit.ts';
import { changes, spend } from '../../platform/budgets.ts';
import { announce } from '../../platform/database.ts';
import { signedIn } from '../../platform/procedure.ts';
import { outsideWallet } from '../coins/outside-wallet.ts';
import { currentSettings } from '../settings/store.ts';
import { nameWallet, ownAward } from './award-store.ts';
import { mayRefuse, refuse } from './messages.ts';
import { NameWallet } from './schema.ts';

/** Says to which wallet one's training coins go; another one may be named until they are released. */
export const nameAwardWallet = signedIn
  .errors(mayRefuse('workshops.award_unknown', 'workshops.award_released', 'workshops.wallet_unsound'))
  .input(NameWallet)
  .handler(async ({ context: { tx, services, person, request }, input: { awardId, address: typed } }) => {
    const award = (await ownAward(tx, awardId)) ?? refuse('workshops.award_unknown', {});
    if (award.releasedAt) refuse('workshops.award_released', {});
    const wallet = outsideWallet(typed, await currentSettings(tx));
    if (!wallet.ok) return refuse('workshops.wallet_unsound', {});
    if (wallet.address === award.address) return { awardId };
    const now = services.clock();
    await spend(tx, changes, { id: person.id, now });
    await nameWallet(tx, awardId, { address: wallet.address, now });
    await audit(tx, {
      ...byCustomer({ person, request }),
      ...{ action: 'workshops.wallet_named', subjectType: 'lgm_award', subjectId: awardId },
      before: { address: award.address },
      after: { address: wallet.address },
    });
    announce(tx, 'payments', person.id);
    return { awardId };
  });
