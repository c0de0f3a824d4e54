import { audit, byCustomer } from '../../platform/audit.ts';
import { publishTopic } from '../../platform/database/database.ts';
import { authed } from '../../platform/http/procedure.ts';
import { changeQuota, consumeQuota } from '../../platform/limits/quotas.ts';
import { checkOutsideWallet } from '../settings/outside-wallet.ts';
import { loadCurrentSettings } from '../settings/store.ts';
import { lockOwnAward, setWallet } from './award-store.ts';
import { refusalCodes, refuse } from './messages.ts';
import { NameWallet } from './schema.ts';

/** Stores the wallet of an award, which can change until the release. */
export const nameAwardWallet = authed
  .errors(refusalCodes('workshops.award_unknown', 'workshops.award_released', 'workshops.wallet_unsound'))
  .input(NameWallet)
  .handler(async function nameAwardWallet({
    context: { tx, services, person, request },
    input: { awardId, address: typed },
  }) {
    const award = (await lockOwnAward(tx, awardId)) ?? refuse('workshops.award_unknown', {});
    if (award.releasedAt) refuse('workshops.award_released', {});
    const wallet = checkOutsideWallet(typed, await loadCurrentSettings(tx));
    if (!wallet.ok) return refuse('workshops.wallet_unsound', {});
    if (wallet.address === award.address) return { awardId };
    const now = services.clock();
    await consumeQuota(tx, changeQuota, { id: person.id, now });
    await setWallet(tx, awardId, { address: wallet.address, now });
    await audit(tx, {
      ...byCustomer({ person, request }),
      ...{ action: 'workshops.wallet_named', subjectType: 'lgm_award', subjectId: awardId },
      before: { address: award.address },
      after: { address: wallet.address },
    });
    publishTopic(tx, 'payments', person.id);
    return { awardId };
  });
