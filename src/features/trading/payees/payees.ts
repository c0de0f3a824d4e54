import { randomUUID } from 'node:crypto';
import { after, hours } from '../../../kernel/clock.ts';
import { audit, byCustomer } from '../../../platform/audit.ts';
import type { Db } from '../../../platform/database/database.ts';
import { getViolatedConstraint } from '../../../platform/database/database-faults.ts';
import { authed, refuseWithRecord, stepUpAuthed } from '../../../platform/http/procedure.ts';
import { changeQuota, consumeQuota } from '../../../platform/limits/quotas.ts';
import type { AccountChange } from '../../accounts/mfa-change.ts';
import { notifyOwner } from '../../accounts/notify-owner.ts';
import { assertSessionActive } from '../../accounts/sessions.ts';
import { allRoutes } from '../../assets/networks.ts';
import { raiseOrCount } from '../../compliance/raise-alert.ts';
import { holderMatches } from '../../ledger/names.ts';
import { screenAddressNow, type Wallet, type WalletScreening } from '../../screening/screen-wallet.ts';
import { loadCurrentSettings } from '../../settings/store.ts';
import { refusal, refusalCodes, refuse } from '../messages.ts';
import { payeePermissions } from '../permissions.ts';
import { normalizeAccountNumber, OnePayee, SaveAccount, SaveWallet } from '../schema.ts';
import { parseCustomerWallet } from '../wallets/destination.ts';
import {
  deletePayee,
  findOwnName,
  findOwnPayees,
  findOwnTrustedWallets,
  insertPayee,
  maxPayees,
  type NewPayee,
} from '../wallets/payee-store.ts';

/** Saved and trusted wallets and saved accounts of the customer, most recently used first (decision F8). */
export const listPayees = authed.handler(async function listPayees({ context: { services, tx } }) {
  const now = services.clock();
  const [saved, trusted, { payee_wait: wait }] = await Promise.all([
    findOwnPayees(tx),
    findOwnTrustedWallets(tx),
    loadCurrentSettings(tx),
  ]);
  const payees = saved.map(({ knownFrom, ...payee }) => {
    const until = after(knownFrom, hours(wait.hours));
    return { ...payee, waitsUntil: until > now ? until : null };
  });
  const isSaved = ({ network, address }: { network: string; address: string }) =>
    payees.some((payee) => payee.kind === 'wallet' && payee.network === network && payee.address === address);
  return {
    wallets: payees.filter((payee) => payee.kind === 'wallet'),
    trusted: trusted.filter((wallet) => !isSaved(wallet)),
    accounts: payees.filter((payee) => payee.kind === 'bank'),
    most: maxPayees,
    largeFrom: wait.from,
    waitHours: wait.hours,
  };
});

type Change = AccountChange & { readonly tx: Db };

/** Requires an active session and counts the change, which serializes the customer's changes. Returns the time. */
export async function beginChange({ tx, person, services }: Change): Promise<Date> {
  const now = services.clock();
  await consumeQuota(tx, changeQuota, { id: person.id, now });
  await assertSessionActive(tx, person);
  return now;
}

async function savePayee(context: Change, payee: NewPayee): Promise<{ id: string }> {
  const { tx, services, person } = context;
  const id = await insertPayee(tx, payee).catch((error: unknown) => {
    if (getViolatedConstraint(error) === 'payee_once') refuse('trading.payee_known', {});
    throw error;
  });
  if (id === null) return refuse('trading.too_many_payees', { most: String(maxPayees) });
  await audit(tx, {
    ...byCustomer(context),
    action: 'trading.payee_saved',
    subjectType: 'account',
    subjectId: person.id,
    after: { payeeId: id, kind: 'wallet' in payee ? payee.wallet.network : 'bank' },
  });
  await notifyOwner(tx, { jobs: services.jobs, now: payee.at }, { email: person.email, about: 'payee_saved' });
  return { id };
}

type ListedWallet = Wallet & { readonly userId: string; readonly screening: WalletScreening; readonly at: Date };

/** Raises one alert per wallet and day: saving must not be a silent way to look wallets up. */
const recordListed = ({ userId, address, network, screening, at }: ListedWallet) =>
  async function record(tx: Db): Promise<void> {
    const { evidence: _, deeper: __, ...found } = screening;
    await raiseOrCount(
      tx,
      {
        id: randomUUID(),
        transactionId: null,
        userId,
        type: 'wallet_blocked',
        priority: 'high',
        riskScore: screening.riskScore,
        description: ['A customer tried to save a wallet that is on a list.', ...screening.matches].join(' '),
        details: { wallet: { address, network, ...found } },
        rules: ['wallet_blocked'],
        at,
      },
      { wallet: address, again: { lastAt: at.toISOString() } },
    );
  };

export const walletRefusals = refusalCodes(
  'trading.network_unfit',
  'trading.address_empty',
  'trading.address_malformed',
  'trading.address_checksum',
  'trading.address_other_network',
  'trading.address_test_network',
  'trading.address_burn_address',
  'trading.address_token_contract',
  'trading.address_token_account',
  'trading.address_excluded',
  'trading.tag_malformed',
  'trading.tag_too_large',
  'trading.tag_conflict',
  'trading.wallet_blocked',
);

type TypedWallet = Parameters<typeof parseCustomerWallet>[0] & { readonly userId: string; readonly at: Date };

/** Normalizes a wallet after checking network, address and sanctions lists. */
export async function assertUsableWallet(tx: Db, { userId, at, ...typed }: TypedWallet) {
  const { address, tag, refusal: unfit } = parseCustomerWallet(typed, await loadCurrentSettings(tx));
  if (unfit) throw unfit;
  const wallet = { address, network: typed.network, symbol: typed.symbol };
  const screening = await screenAddressNow(tx, wallet, at);
  if (screening.result === 'flagged' || screening.result === 'high_risk')
    refuseWithRecord(refusal('trading.wallet_blocked', {}), recordListed({ ...wallet, userId, screening, at }));
  return { address, tag };
}

const savingRefusals = refusalCodes('trading.payee_known', 'trading.too_many_payees');

/** Saves a wallet after checking network, address and sanctions lists. Each order checks them again. */
export const saveWallet = stepUpAuthed(payeePermissions.change)
  .errors(savingRefusals)
  .errors(walletRefusals)
  .input(SaveWallet)
  .handler(async function saveWallet({ context, input: { label, network, walletAddress, destinationTag } }) {
    const at = await beginChange(context);
    const { tx, person } = context;
    const symbol = allRoutes.find((route) => route.network === network)?.symbol ?? refuse('trading.not_possible', {});
    const typed = { symbol, network, address: walletAddress, tag: destinationTag };
    const wallet = await assertUsableWallet(tx, { ...typed, userId: person.id, at });
    return savePayee(context, { label, at, wallet: { network, ...wallet } });
  });

/** Saves a bank account in the customer's name. Each order checks the name again. */
export const saveAccount = stepUpAuthed(payeePermissions.change)
  .errors(savingRefusals)
  .errors(refusalCodes('trading.name_mismatch'))
  .input(SaveAccount)
  .handler(async function saveAccount({ context, input: { label, ...account } }) {
    const at = await beginChange(context);
    const name = await findOwnName(context.tx);
    if (name === null || !holderMatches(account.accountHolderName, name)) refuse('trading.name_mismatch', {});
    const accountNumber = normalizeAccountNumber(account.accountNumber);
    return savePayee(context, { label, at, account: { ...account, accountNumber } });
  });

export const removePayee = stepUpAuthed(payeePermissions.change)
  .errors(refusalCodes('trading.payee_not_found'))
  .input(OnePayee)
  .handler(async function removePayee({ context, input: { payeeId } }) {
    await beginChange(context);
    if (!(await deletePayee(context.tx, payeeId))) refuse('trading.payee_not_found', {});
    await audit(context.tx, {
      ...byCustomer(context),
      action: 'trading.payee_removed',
      subjectType: 'account',
      subjectId: context.person.id,
      after: { payeeId },
    });
    return { removed: true };
  });
