import { after, minutes } from '../../kernel/clock.ts';
import { asSystem, type Db } from '../../platform/database.ts';
import type { Services } from '../../platform/procedure.ts';
import { markOf } from '../../platform/sealed.ts';
import { keyOfAddress } from '../coins/same-key.ts';
import { raiseAlert } from '../compliance/raise-alert.ts';
import { fullName, holderMatches } from '../movements/names.ts';
import { nameTokens } from '../screening/names.ts';
import {
  accountsAfter,
  type Given,
  type Gone,
  type GoneLike,
  givenBy,
  goneLike,
  keepProgress,
  type Mark,
  markPerson,
  progressUnder,
  type Shared,
} from './link-store.ts';
import { markKeyOf, sealingKeysOf } from './own.ts';
import {
  isOwnSender,
  isWholeAccount,
  type LinkKind,
  linkKinds,
  plainAccount,
  plainNumber,
  plainWallet,
} from './person-marks.ts';
import { namesAgree } from './remarks.ts';
import { openField } from './submission-data.ts';

type Process = Pick<Services, 'config' | 'clock'>;

/** The marks of TRN and ID numbers: sealed columns opened, hashed under the key of marks (decision E3). */
function numberMarks(given: Given, services: Process, userId: string): Mark[] {
  const keys = sealingKeysOf(services);
  const key = markKeyOf(services);
  const fields = { trn_number: 'trn', id_number: 'id_number' } as const;
  return given.papers.flatMap(({ since, data }) =>
    (Object.keys(fields) as (keyof typeof fields)[]).flatMap((field) => {
      const plain = plainNumber(openField(keys, data, { field, userId }));
      return plain === '' ? [] : [{ kind: fields[field], mark: markOf(key, plain), since }];
    }),
  );
}

/** The accounts from which they paid that are theirs by name: somebody else may pay for two people. */
const ownPayers = ({ name, payers }: Pick<Given, 'name' | 'payers'>): string[] =>
  payers
    .filter(({ holder }) => name !== null && fullName(name) !== '' && holderMatches(holder, name))
    .map(({ account }) => account)
    .filter(isWholeAccount);

/** The word for whatever the key of a wallet opens, which may be written in several ways; none where it is not. */
function keyMarks(address: string, tag: string | null): string[] {
  const key = tag === null ? keyOfAddress(address) : null;
  return key === null ? [] : [`key:${key}`];
}

const moneyMarks = ({ wallets, accounts, ...given }: Given): Mark[] => [
  ...wallets
    .filter(({ sender }) => isOwnSender(sender))
    .flatMap(({ network, address, tag }) => [plainWallet(network, address, tag), ...keyMarks(address, tag)])
    .map((mark): Mark => ({ kind: 'wallet', mark })),
  ...[...accounts, ...ownPayers(given)]
    .map(plainAccount)
    .filter((digits) => digits !== '')
    .map((digits): Mark => ({ kind: 'bank', mark: `bank:${digits}` })),
];

/** What an account shares with one that was stopped: no freeze is got rid of by coming again, under whichever name. */
function goneMarks({ names, email }: GoneLike, gone: Gone, services: Process): Mark[] {
  const key = markKeyOf(services);
  const words = nameTokens(fullName(gone)).join(' ');
  return [
    ...(gone.email === email ? [{ kind: 'mail', mark: markOf(key, `mail:${email}`) } as const] : []),
    ...(names.some((name) => namesAgree(name, gone))
      ? [{ kind: 'name_birth', mark: markOf(key, `born:${gone.birth} ${words}`) } as const]
      : []),
  ];
}

/** Keeps them for the one who was stopped, and answers them for the one who came. */
async function marksOfGone(tx: Db, services: Process, userId: string): Promise<Mark[]> {
  const found = await goneLike(tx, userId);
  const all: Mark[] = [];
  for (const gone of found?.gone ?? []) {
    const marks = found ? goneMarks(found, gone, services) : [];
    const theirs = marks.map((mark) => ({ ...mark, since: gone.since }));
    if (marks.length > 0) await markPerson(tx, gone.id, { marks: theirs, at: services.clock() });
    all.push(...marks);
  }
  return all;
}

/** Numbers of a person weigh more than a wallet, which families share. */
const strong: readonly LinkKind[] = ['trn', 'id_number', 'mail', 'name_birth'];

/**
 * One alert for all that a look finds (decision E3): whoever opens many accounts on one wallet buries nobody in alerts.
 */
async function tellCompliance(tx: Db, userId: string, { links, at }: { links: readonly Shared[]; at: Date }) {
  if (links.length === 0) return;
  const kinds = [...new Set(links.flatMap(({ shared }) => shared))];
  const who = links.length === 1 ? 'Another account has' : `${links.length} other accounts have`;
  await raiseAlert(tx, {
    transactionId: null,
    userId,
    type: 'account_activity',
    priority: kinds.some((kind) => strong.includes(kind)) ? 'high' : 'medium',
    riskScore: 0,
    description: `${who} ${kinds.map((kind) => linkKinds[kind]).join(' and ')}. Decide on the page of the customer whether it is one person.`,
    details: { shared: kinds.join(', '), otherAccount: links.map(({ sharer }) => sharer).join(', ') },
    rules: ['shared_identity'],
    at,
  });
}

/**
 * Compares what an account gave with every other account and raises an alert for whatever is new (decision E3). For
 * the product's own jobs and for compliance. Done twice, it finds nothing the second time.
 */
export async function lookForLinks(tx: Db, services: Process, userId: string): Promise<void> {
  const given = await givenBy(tx, userId);
  const at = services.clock();
  const gone = await marksOfGone(tx, services, userId);
  const marks = [...numberMarks(given, services, userId), ...moneyMarks(given), ...gone];
  await tellCompliance(tx, userId, { links: await markPerson(tx, userId, { marks, at }), at });
}

export const lookAtOne = (services: Services, userId: string): Promise<void> =>
  asSystem(services.pool, (tx) => lookForLinks(tx, services, userId));

const atATime = 100;

/**
 * Looks at everybody who traded or paid since the last time, in short transactions; the first time, and under a new
 * key, at everybody. Where it breaks off it begins again.
 */
export async function lookAtEverybody(services: Services): Promise<void> {
  const { pool } = services;
  const { id: keyId } = markKeyOf(services);
  const { until, now } = await asSystem(pool, (tx) => progressUnder(tx, keyId));
  // Transactions that were under way then were not seen.
  const since = until && after(until, -minutes(10));
  for (let last: string | null = null, many = atATime; many === atATime; ) {
    const page: string[] = await asSystem(pool, async (tx) => {
      const ids = await accountsAfter(tx, last, { since, limit: atATime });
      // Numbers that no key of this process opens any more keep nobody else from being looked at.
      for (const id of ids)
        await lookForLinks(tx, services, id).catch((error: unknown) => services.logFault(error, `links of ${id}`));
      return ids;
    });
    many = page.length;
    last = page.at(-1) ?? null;
  }
  await asSystem(pool, (tx) => keepProgress(tx, keyId, now));
}
