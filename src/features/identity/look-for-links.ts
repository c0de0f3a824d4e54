import { after, minutes } from '../../kernel/clock.ts';
import { asSystem, type Db } from '../../platform/database.ts';
import type { Services } from '../../platform/procedure.ts';
import { markOf } from '../../platform/sealed.ts';
import { raiseAlert } from '../compliance/raise-alert.ts';
import {
  accountsAfter,
  type Given,
  givenBy,
  keepProgress,
  type Mark,
  markPerson,
  progressUnder,
  type Shared,
} from './link-store.ts';
import { markKeyOf, sealingKeysOf } from './own.ts';
import { isOwnSender, linkKinds, plainAccount, plainNumber, plainWallet } from './person-marks.ts';
import { openField } from './submission-data.ts';

type Process = Pick<Services, 'config' | 'clock'>;

/** The marks of numbers: sealed columns opened, hashed under the key of marks. */
function numberMarks(given: Given, services: Process, userId: string): Mark[] {
  const keys = sealingKeysOf(services);
  const key = markKeyOf(services);
  const fields = { trn_number: 'trn', id_number: 'id_number' } as const;
  return given.papers.flatMap((data) =>
    (Object.keys(fields) as (keyof typeof fields)[]).flatMap((field) => {
      const plain = plainNumber(openField(keys, data, { field, userId }));
      return plain === '' ? [] : [{ kind: fields[field], mark: markOf(key, plain) }];
    }),
  );
}

const moneyMarks = ({ wallets, accounts }: Given): Mark[] => [
  ...wallets
    .filter(({ sender }) => isOwnSender(sender))
    .map(({ network, address, tag }): Mark => ({ kind: 'wallet', mark: plainWallet(network, address, tag) })),
  ...accounts
    .map(plainAccount)
    .filter((digits) => digits !== '')
    .map((digits): Mark => ({ kind: 'bank', mark: `bank:${digits}` })),
];

/** Numbers of a person weigh more than a wallet, which families share. */
const isStrong = ({ shared }: Shared) => shared.includes('trn') || shared.includes('id_number');

const tellCompliance = (tx: Db, userId: string, { link, at }: { link: Shared; at: Date }) =>
  raiseAlert(tx, {
    transactionId: null,
    userId,
    type: 'account_activity',
    priority: isStrong(link) ? 'high' : 'medium',
    riskScore: 0,
    description: `Another account has ${link.shared.map((kind) => linkKinds[kind]).join(' and ')}. Decide on the page of the customer whether it is one person.`,
    details: { shared: link.shared.join(', '), otherAccount: link.sharer },
    rules: ['shared_identity'],
    at,
  });

/**
 * Compares what an account gave with every other account and raises an alert for whatever is new (decision E3). For
 * the product's own jobs and for compliance. Done twice, it finds nothing the second time.
 */
export async function lookForLinks(tx: Db, services: Process, userId: string): Promise<void> {
  const given = await givenBy(tx, userId);
  const at = services.clock();
  const marks = [...numberMarks(given, services, userId), ...moneyMarks(given)];
  for (const link of await markPerson(tx, userId, { marks, at })) await tellCompliance(tx, userId, { link, at });
}

export const lookAtOne = (services: Services, userId: string): Promise<void> =>
  asSystem(services.pool, (tx) => lookForLinks(tx, services, userId));

const atATime = 100;

/**
 * Looks at everybody who traded since the last time, in short transactions; the first time, and under a new key, at
 * everybody. Where it breaks off it begins again.
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
