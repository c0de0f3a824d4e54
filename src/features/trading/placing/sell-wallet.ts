import { refuseAfter, signedInAloneAfter } from '../../../platform/procedure.ts';
import { carries } from '../../coins/networks.ts';
import { isDemoWallet } from '../../settings/demo-settings.ts';
import { askOutside, saidOf } from '../judging/ask-outside.ts';
import { judgeOrder, stoppedBy } from '../judging/judge-order.ts';
import { standingOf } from '../judging/judge-store.ts';
import { keepStopped } from '../judging/suspicion.ts';
import { mayRefuse, refusal, refuse } from '../messages.ts';
import { sellTerms } from '../quoting/quote.ts';
import { windowAt } from '../quoting/quote-store.ts';
import { verdictOn } from '../quoting/verdict.ts';
import { SellWallet } from '../schema.ts';
import { customerWallet } from '../wallets/destination.ts';
import { lookRefusals, refuseFirst } from './decide-order.ts';
import { earlyKey } from './early-key.ts';
import { placingMayRefuse } from './place-order.ts';

/**
 * Where the coins of a sell go. Gives its verdict on pauses, limits, gate, wallet and risk first, so that nobody sends
 * coins for an order that could not be placed (decision A2) [001 §4 Sell flow, Pre-creation checks].
 */
export const sellWallet = signedInAloneAfter(askOutside)
  .errors(placingMayRefuse)
  .errors(mayRefuse('trading.buys_nothing', 'trading.too_large', 'trading.lignum_is_free'))
  .input(SellWallet)
  .handler(async ({ context: { services, request, tx, arriving, asked }, input }) => {
    const now = services.clock();
    const person = await arriving;
    const { symbol, network, senderWalletAddress } = input;
    if (!carries(network, symbol)) refuse('trading.network_unfit', { symbol });
    const key = earlyKey(person.id, input, now);
    const ground = await standingOf(tx, { key, window: windowAt(now) });
    const { settings } = ground.may;
    const trade = { side: 'sell' as const, symbol, network };
    const wallet = customerWallet({ ...trade, address: senderWalletAddress, tag: '' }, settings);
    refuseFirst(lookRefusals.atOnce, { settings, trade, wallet, ground });
    const terms = await sellTerms(tx, input, { settings, now });
    const verdict = verdictOn(terms, ground.may, now);
    refuseFirst(lookRefusals.priced, { verdict, ground });
    const outside = saidOf(asked, wallet.address);
    const order = { userId: person.id, terms, network, walletAddress: wallet.address, at: now, outside };
    const judgement = await judgeOrder(tx, order, ground);
    const stopped = stoppedBy(judgement);
    const sent = { key, requestHash: key, requestId: request.id, keyId: undefined };
    if (stopped) refuseAfter(refusal(`trading.${stopped}`, {}), keepStopped(order, judgement, sent));
    const ours = settings.company_wallets[network];
    return { ...ours, demo: isDemoWallet(network, ours.address), needsSourceOfFunds: verdict.large };
  });
