import { createHash } from 'node:crypto';
import { jamaicaDay } from '../../../kernel/calendar.ts';
import { getApiKey } from '../../../platform/http/api-key.ts';
import { authedSerialWithPrefetch, refuseWithRecord } from '../../../platform/http/procedure.ts';
import { assertProfileComplete } from '../../../platform/http/session-user.ts';
import { isOffered } from '../../assets/networks.ts';
import { isDemoWallet } from '../../settings/demo-settings.ts';
import { refusal, refusalCodes, refuse } from '../messages.ts';
import { loadSellTerms } from '../quoting/quote.ts';
import { windowAt } from '../quoting/quote-store.ts';
import { assessLimits } from '../quoting/verdict.ts';
import { assessOrder, blockReason } from '../risk-checks/assess-order.ts';
import { loadEntitledContext } from '../risk-checks/assessment-store.ts';
import { recordBlockedRequest } from '../risk-checks/open-case.ts';
import { answersFor, queryScreeningProviders } from '../risk-checks/query-providers.ts';
import { SellWallet } from '../schema.ts';
import { parseCustomerWallet } from '../wallets/destination.ts';
import { assertNoViolation, previewRules } from './decide-order.ts';
import { placingRefusalCodes } from './place-order.ts';

/** UUID v8 of customer, day and input, so that repeated requests of a day leave one record (decision A9). */
function previewKey(userId: string, input: object, now: Date): string {
  const text = JSON.stringify([userId, jamaicaDay(now), input]);
  const hex = createHash('sha256').update(text).digest('hex').slice(0, 32);
  const digits = `${hex.slice(0, 12)}8${hex.slice(13, 16)}a${hex.slice(17)}`;
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/**
 * Returns our receiving wallet after checking pauses, limits, gate, wallet and risk. No customer should send coins for
 * an order that we would refuse (decision A2) [001 §4 Sell flow, Pre-creation checks].
 */
export const sellWallet = authedSerialWithPrefetch(queryScreeningProviders)
  .errors(placingRefusalCodes)
  .errors(refusalCodes('trading.buys_nothing', 'trading.too_large', 'trading.lignum_is_free'))
  .input(SellWallet)
  .handler(async function sellWallet({
    context: { services, request, tx, userPromise: arriving, prefetched: asked },
    input,
  }) {
    const now = services.clock();
    const person = await arriving;
    assertProfileComplete(person);
    const { symbol, network, senderWalletAddress } = input;
    if (!isOffered(network, symbol)) refuse('trading.network_unfit', { symbol });
    const key = previewKey(person.id, input, now);
    const context = await loadEntitledContext(tx, { key, window: windowAt(now) });
    const { settings } = context.entitlement;
    const trade = { side: 'sell' as const, symbol, network };
    const wallet = parseCustomerWallet({ ...trade, address: senderWalletAddress, tag: '' }, settings);
    assertNoViolation(previewRules.beforePricing, { settings, trade, wallet, context });
    const terms = await loadSellTerms(tx, input, { settings, now });
    const verdict = assessLimits(terms, context.entitlement, now);
    assertNoViolation(previewRules.afterPricing, { verdict, context });
    const providerAnswers = answersFor(asked, wallet.address);
    const order = {
      userId: person.id,
      terms,
      network,
      walletAddress: wallet.address,
      at: now,
      providerAnswers,
    };
    const assessment = await assessOrder(tx, order, context);
    const blocked = blockReason(assessment);
    const orderRequest = {
      key,
      requestHash: key,
      requestId: request.id,
      keyId: getApiKey(request)?.keyId,
      proofFile: null,
    };
    if (blocked)
      refuseWithRecord(refusal(`trading.${blocked}`, {}), recordBlockedRequest(order, assessment, orderRequest));
    const companyWallet = settings.company_wallets[network];
    return { ...companyWallet, demo: isDemoWallet(network, companyWallet.address), needsSourceOfFunds: verdict.large };
  });
