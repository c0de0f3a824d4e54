import { after, minutes } from '../../kernel/clock.ts';
import { hashForMatching } from '../../platform/database/column-encryption.ts';
import { type Db, withSystem } from '../../platform/database/database.ts';
import type { Services } from '../../platform/http/procedure.ts';
import type { Network } from '../assets/networks.ts';
import { getAddressKey, getSameKeyAddresses } from '../assets/same-key.ts';
import { raiseAlert } from '../compliance/raise-alert.ts';
import { getFullName, isNameOf } from '../ledger/names.ts';
import { equivalentIndicators, parseWallet } from '../scam-reports/indicators/wallet.ts';
import { findKnown, loadActiveVersions } from '../scam-reports/store.ts';
import { getComparableAddress } from '../screening/address-index.ts';
import { getNameTokens } from '../screening/names.ts';
import { findListedEntries, loadSanctionsIndex } from '../screening/screen-wallet.ts';
import { markKeyOf, sealingKeysOf } from './customer-api.ts';
import {
  foldLookalikes,
  isFullAccount,
  isSelfCustody,
  type LinkKind,
  linkKinds,
  normalizeAccount,
  normalizeNumber,
  normalizeWallet,
} from './identity-hashes.ts';
import {
  type ClosedAccountMatch,
  type ClosedMatches,
  type Evidence,
  findAccountsAfter,
  findClosedMatches,
  type IdentityHash,
  loadEvidence,
  loadScanProgress,
  type NewLink,
  reportWidelyShared,
  saveScanProgress,
  storeIdentityHashes,
} from './link-store.ts';
import { doNamesMatch } from './review-flags.ts';
import { decryptField } from './submission-data.ts';

type Wallet = { readonly network: Network; readonly address: string; readonly tag: string | null };

/** Returns the wallets on sanctions lists or in published warnings. Unrelated customers send to such wallets. */
async function findPublicWallets<T extends Wallet>(tx: Db, wallets: readonly T[]): Promise<ReadonlySet<T>> {
  if (wallets.length === 0) return new Set();
  const index = await loadSanctionsIndex(tx, (await loadActiveVersions(tx)).lists);
  const isListed = ({ address }: T) =>
    [address, ...getSameKeyAddresses(address)].some(
      (form) => findListedEntries(index, getComparableAddress(form)).length > 0,
    );
  const candidates = wallets.flatMap((wallet) =>
    [wallet.address, ...(wallet.tag === null ? [] : [`${wallet.address}?dt=${wallet.tag}`])]
      .flatMap((text) => parseWallet(text, wallet.network) ?? [])
      .flatMap(equivalentIndicators)
      .map((indicator) => ({ wallet, indicator })),
  );
  const found = await findKnown(
    tx,
    candidates.map(({ indicator }) => indicator),
  );
  const published = new Set(candidates.flatMap(({ wallet }, at) => (found[at]?.shown === 'published' ? [wallet] : [])));
  return new Set(wallets.filter((wallet) => published.has(wallet) || isListed(wallet)));
}

type HashServices = Pick<Services, 'config' | 'clock'>;

/** Hashes TRN and ID numbers for comparison across accounts (decision E3). */
function hashNumbers(evidence: Evidence, services: HashServices, userId: string): IdentityHash[] {
  const keys = sealingKeysOf(services);
  const key = markKeyOf(services);
  const fields = { trn_number: 'trn', id_number: 'id_number' } as const;
  return evidence.papers.flatMap(({ since, data }) =>
    (Object.keys(fields) as (keyof typeof fields)[]).flatMap((field) => {
      const number = decryptField(keys, data, { field, userId });
      // Also hashes the unfolded number, to match hashes stored by earlier versions.
      const forms = new Set([normalizeNumber(number), foldLookalikes(number)]);
      return [...forms]
        .filter(Boolean)
        .map((form) => ({ kind: fields[field], mark: hashForMatching(key, form), since }));
    }),
  );
}

/** Returns payer accounts in the customer's own name only: one third party may pay for two customers. */
const findOwnPayerAccounts = ({ name, payers }: Pick<Evidence, 'name' | 'payers'>): string[] =>
  payers
    .filter(({ holder }) => name !== null && getFullName(name) !== '' && isNameOf(holder, name))
    .map(({ account }) => account)
    .filter(isFullAccount);

/** Returns the hash input for the address's public key, or an empty list when no key is known. */
function walletKeyHashInputs(address: string, tag: string | null): string[] {
  const key = tag === null ? getAddressKey(address) : null;
  return key === null ? [] : [`key:${key}`];
}

async function hashWallets(tx: Db, { wallets }: Evidence): Promise<IdentityHash[]> {
  const own = wallets.filter(({ sender }) => isSelfCustody(sender));
  const published = await findPublicWallets(tx, own);
  return own.flatMap((wallet) => {
    const { network, address, tag } = wallet;
    const marks = [normalizeWallet(network, address, tag), ...walletKeyHashInputs(address, tag)];
    return marks.map((mark): IdentityHash => ({ kind: 'wallet', mark, public: published.has(wallet) }));
  });
}

/** A payer account in the customer's own name gets a second hash, which links accounts regardless of `maxSharers`. */
function hashBankAccounts({ accounts, ...evidence }: Evidence): IdentityHash[] {
  const [named, paidFrom] = [accounts, findOwnPayerAccounts(evidence)].map((all) =>
    all.map(normalizeAccount).filter(Boolean),
  );
  const all = [...(named ?? []), ...(paidFrom ?? [])].map((digits) => `bank:${digits}`);
  return [...all, ...(paidFrom ?? []).map((digits) => `own:${digits}`)].map((mark) => ({ kind: 'bank', mark }));
}

/** Matches a new account with a frozen or closed account by email, or by name and date of birth. */
function closedMatchHashes(
  { names, email }: ClosedMatches,
  closed: ClosedAccountMatch,
  services: HashServices,
): IdentityHash[] {
  const key = markKeyOf(services);
  const nameText = getNameTokens(getFullName(closed)).join(' ');
  return [
    ...(closed.email === email ? [{ kind: 'mail', mark: hashForMatching(key, `mail:${email}`) } as const] : []),
    ...(nameText !== '' && names.some((name) => doNamesMatch(name, closed))
      ? [{ kind: 'name_birth', mark: hashForMatching(key, `born:${closed.birth} ${nameText}`) } as const]
      : []),
  ];
}

/** Stores the matching hashes for the closed account and returns them for the new account. */
async function storeClosedMatches(tx: Db, services: HashServices, userId: string): Promise<IdentityHash[]> {
  const found = await findClosedMatches(tx, userId);
  const all: IdentityHash[] = [];
  for (const closed of found?.gone ?? []) {
    const marks = found ? closedMatchHashes(found, closed, services) : [];
    const datedMarks = marks.map((mark) => ({ ...mark, since: closed.since }));
    if (marks.length > 0) await storeIdentityHashes(tx, closed.id, { marks: datedMarks, at: services.clock() });
    all.push(...marks);
  }
  return all;
}

/** Raises one alert per wallet or bank account that more than `maxSharers` people use. Creates no links. */
async function alertWidelyShared(tx: Db, userId: string, at: Date): Promise<void> {
  for (const { kind, people } of await reportWidelyShared(tx, userId, at))
    await raiseAlert(tx, {
      transactionId: null,
      userId,
      type: 'account_activity',
      priority: 'medium',
      riskScore: 0,
      description: `This customer and at least ${people - 1} other people use ${linkKinds[kind]}. It may belong to an institution or a scammer. Their identity checks aren't on hold because of this.`,
      details: { shared: kind },
      rules: ['widely_shared'],
      at,
    });
}

/** TRN, ID number, email and name weigh more than a wallet or bank account, which families share. */
const strongKinds: readonly LinkKind[] = ['trn', 'id_number', 'mail', 'name_birth'];

/** Raises one alert for all new links of an account, so that many links cannot flood the alert list (decision E3). */
async function alertCompliance(tx: Db, userId: string, { links, at }: { links: readonly NewLink[]; at: Date }) {
  if (links.length === 0) return;
  const kinds = [...new Set(links.flatMap(({ shared }) => shared))];
  const subject = links.length === 1 ? 'Another account has' : `${links.length} other accounts have`;
  await raiseAlert(tx, {
    transactionId: null,
    userId,
    type: 'account_activity',
    priority: kinds.some((kind) => strongKinds.includes(kind)) ? 'high' : 'medium',
    riskScore: 0,
    description: `${subject} ${kinds.map((kind) => linkKinds[kind]).join(' and ')}. Decide on the customer's page whether they belong to one person.`,
    details: { shared: kinds.join(', '), otherAccount: links.map(({ sharer }) => sharer).join(', ') },
    rules: ['shared_identity'],
    at,
  });
}

/** Compares one account with all others, and raises an alert for new links (decision E3). Idempotent. */
export async function detectDuplicateAccounts(tx: Db, services: HashServices, userId: string): Promise<void> {
  const evidence = await loadEvidence(tx, userId);
  const at = services.clock();
  const closedMatches = await storeClosedMatches(tx, services, userId);
  const money = [...(await hashWallets(tx, evidence)), ...hashBankAccounts(evidence)];
  const marks = [...hashNumbers(evidence, services, userId), ...money, ...closedMatches];
  await alertCompliance(tx, userId, { links: await storeIdentityHashes(tx, userId, { marks, at }), at });
  await alertWidelyShared(tx, userId, at);
}

export const detectDuplicatesOf = (services: Services, userId: string): Promise<void> =>
  withSystem(services.pool, (tx) => detectDuplicateAccounts(tx, services, userId));

const batchSize = 100;

/** Increment when the hash inputs change: the next job then scans every account. */
const hashVersion = 2;

/** Scans customers with new orders or payments; all customers after a key change. Called by a job. Resumable. */
export async function detectAllDuplicates(services: Services): Promise<void> {
  const { pool } = services;
  const keyId = `${markKeyOf(services).id}.${hashVersion}`;
  const { until, now } = await withSystem(pool, (tx) => loadScanProgress(tx, keyId));
  // Starts 10 minutes earlier, to include transactions that were uncommitted during the last scan.
  const since = until && after(until, -minutes(10));
  for (let last: string | null = null, pageSize = batchSize; pageSize === batchSize; ) {
    const page: string[] = await withSystem(pool, async (tx) => {
      const ids = await findAccountsAfter(tx, last, { since, limit: batchSize });
      // Logs and skips an account with undecryptable numbers.
      for (const id of ids)
        await detectDuplicateAccounts(tx, services, id).catch((error: unknown) =>
          services.logFault(error, `links of ${id}`),
        );
      return ids;
    });
    pageSize = page.length;
    last = page.at(-1) ?? null;
  }
  await withSystem(pool, (tx) => saveScanProgress(tx, keyId, now));
}
