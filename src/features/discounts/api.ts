import { randomBytes } from 'node:crypto';
import { base58 } from '@scure/base';
import { after } from '../../kernel/clock.ts';
import { audit, byCustomer } from '../../platform/audit.ts';
import { type Db, publishTopic } from '../../platform/database/database.ts';
import { mapConstraintViolation } from '../../platform/database/database-faults.ts';
import { authed, authedSerial } from '../../platform/http/procedure.ts';
import { changeQuota, consumeQuota } from '../../platform/limits/quotas.ts';
import { getLimitKeys, isWithinLimits, revertAttempt } from '../../platform/limits/rate-limit.ts';
import { raiseAlert } from '../compliance/raise-alert.ts';
import { screenAddressNow } from '../screening/screen-wallet.ts';
import { parseCustomerWallet } from '../settings/company-addresses.ts';
import type { SettingsInForce } from '../settings/schema.ts';
import { loadCurrentSettings } from '../settings/store.ts';
import { areDiscountsOpen, findOwnDiscounts } from './fee.ts';
import { refusalCodes, refuse } from './messages.ts';
import { EnterCode, ProveWallet, StartProof } from './schema.ts';
import {
  findCodeId,
  findCodeObstacle,
  findOwnWallet,
  insertEnteredCode,
  lockChallenge,
  saveChallenge,
  saveProof,
} from './store.ts';
import { buildChallenge, challengeMs, isSignedBy } from './wallet-proof.ts';

const showOwn = authed.handler(async function showOwn({ context: { services, tx } }) {
  const now = services.clock();
  const settings = await loadCurrentSettings(tx);
  const isOpen = areDiscountsOpen(settings);
  const [wallet, discounts] = await Promise.all([findOwnWallet(tx), isOpen ? findOwnDiscounts(tx, now) : []]);
  return { isOpen, wallet, discounts: discounts.map(({ promoCodeId: _, ...discount }) => discount), now };
});

async function loadOpenSettings(tx: Db): Promise<SettingsInForce> {
  const settings = await loadCurrentSettings(tx);
  return areDiscountsOpen(settings) ? settings : refuse('discounts.closed', {});
}

/** Tries of one customer an hour, and ten times as many of one connection. Only refused tries count. */
const guessLimit = { tries: 10, seconds: 60 * 60 };

/** Adds a promo code to the customer's account. Each code applies to one order of a customer. */
const enterCode = authedSerial
  .errors(
    refusalCodes(
      'discounts.closed',
      'discounts.code_unknown',
      'discounts.code_known',
      'discounts.code_used',
      'discounts.code_used_up',
      'discounts.too_many_tries',
    ),
  )
  .input(EnterCode)
  .handler(async function enterCode({ context, input: { code } }) {
    const { services, tx, request } = context;
    const person = await context.userPromise;
    const now = services.clock();
    await loadOpenSettings(tx);
    const keys = [`promo:${person.id}`, ...getLimitKeys('promo', request.ip)];
    // Another pool: commands that wait for a second connection of their own pool block each other.
    if (!(await isWithinLimits(services.authDb, keys, { ...guessLimit, now }))) refuse('discounts.too_many_tries', {});
    const id = (await findCodeId(tx, code, now)) ?? refuse('discounts.code_unknown', {});
    const obstacle = await findCodeObstacle(tx, id);
    if (obstacle) refuse(`discounts.code_${obstacle}`, {});
    if (!(await insertEnteredCode(tx, id, now))) refuse('discounts.code_known', {});
    // Many customers behind one address enter the code of a campaign.
    for (const key of keys) await revertAttempt(services.authDb, key);
    const entry = { action: 'discounts.code_entered', subjectType: 'account', subjectId: person.id };
    await audit(tx, { ...byCustomer({ person, request }), ...entry, after: { promoCodeId: id } });
    return { done: true as const };
  });

/** Returns the text that the customer signs with the wallet. It replaces an earlier text. */
const startProof = authed
  .errors(refusalCodes('discounts.closed', 'discounts.wallet_invalid'))
  .input(StartProof)
  .handler(async function startProof({ context: { services, tx, person }, input: { walletAddress } }) {
    const now = services.clock();
    await consumeQuota(tx, changeQuota, { id: person.id, now });
    const wallet = parseCustomerWallet(walletAddress, await loadOpenSettings(tx));
    if (!wallet.ok) return refuse('discounts.wallet_invalid', {});
    const { address } = wallet;
    const expiresAt = after(now, challengeMs);
    const { host } = new URL(services.config.origin);
    const text = buildChallenge({
      host,
      account: person.email,
      address,
      code: base58.encode(randomBytes(16)),
      expiresAt,
    });
    await saveChallenge(tx, { address, text, expiresAt });
    return { address, text, expiresAt };
  });

type ProvenWallet = { readonly userId: string; readonly address: string; readonly at: Date };

/** Compliance learns of a listed wallet and the customer does not (decision A7). */
async function raiseIfListed(tx: Db, { userId, address, at }: ProvenWallet): Promise<void> {
  const wallet = { address, network: 'solana', symbol: 'MHI' };
  const { evidence: _, deeper: __, ...found } = await screenAddressNow(tx, wallet, at);
  if (found.result === 'clear' || found.result === 'error') return;
  await raiseAlert(tx, {
    transactionId: null,
    userId,
    type: 'wallet_blocked',
    priority: 'high',
    riskScore: found.riskScore,
    description: ['A customer proved a wallet that is on a list.', ...found.matches].join(' '),
    details: { wallet: { ...wallet, ...found } },
    rules: ['wallet_blocked'],
    at,
  });
}

/** Proves the wallet of the last text by its signature. Each text proves once. */
const proveWallet = authed
  .errors(
    refusalCodes('discounts.closed', 'discounts.proof_expired', 'discounts.signature_wrong', 'discounts.wallet_taken'),
  )
  .input(ProveWallet)
  .handler(async function proveWallet({ context, input: { signature } }) {
    const { services, tx, person } = context;
    const at = services.clock();
    await consumeQuota(tx, changeQuota, { id: person.id, now: at });
    await loadOpenSettings(tx);
    const challenge = (await lockChallenge(tx, at)) ?? refuse('discounts.proof_expired', {});
    if (!isSignedBy(challenge.address, challenge.text, signature)) refuse('discounts.signature_wrong', {});
    const { address } = challenge;
    const refuseTaken = () => refuse('discounts.wallet_taken', {});
    await mapConstraintViolation(saveProof(tx, challenge, { signature, at }), 'wallet_proven_once', refuseTaken);
    await raiseIfListed(tx, { userId: person.id, address, at });
    const entry = { action: 'discounts.wallet_proven', subjectType: 'account', subjectId: person.id };
    await audit(tx, { ...byCustomer(context), ...entry, after: { address } });
    publishTopic(tx, 'desk');
    return { done: true as const };
  });

export const discountsApi = { own: showOwn, enterCode, startProof, proveWallet };
