import { sql } from 'kysely';
import { after, days } from '../../../kernel/clock.ts';
import {
  allRows,
  currentUserId,
  type Db,
  firstRow,
  firstValue,
  hasRow,
  requireRow,
} from '../../../platform/database/database.ts';
import type { Network } from '../../assets/networks.ts';
import type { ProfileName } from '../../ledger/names.ts';

export const maxPayees = 30;

type Known = {
  readonly label: string;
  readonly savedAt: Date;
  /** The wait before large payouts counts from here. */
  readonly knownFrom: Date;
  readonly usedAt: Date | null;
};

export type WalletDetails = { readonly network: Network; readonly address: string; readonly tag: string | null };
export type AccountDetails = {
  readonly bankName: string;
  readonly accountNumber: string;
  readonly accountHolderName: string;
  readonly routingNumber: string;
};

export type PayeeRow = Known & { readonly id: string } & (
    | ({ readonly kind: 'wallet' } & WalletDetails)
    | ({ readonly kind: 'bank' } & AccountDetails)
  );

/** Finds the signed-in customer's payees, most recently used first. */
export const findOwnPayees = (tx: Db) =>
  allRows<PayeeRow>(tx)`
    select p.id, p.kind, p.label, p.network, p.address, p.tag::text tag, p.bank_name "bankName",
           p.account_number "accountNumber", p.account_holder_name "accountHolderName", p.branch "routingNumber",
           p.created_at "savedAt", least(p.known_from, used.first) "knownFrom", used.last "usedAt"
      from payees p left join lateral (
        select min(t.created_at) filter (where t.status = 'completed' and (p.kind = 'bank' or t.type = 'buy')) "first",
               max(t.created_at) "last"
          from transactions t
         where t.user_id = p.user_id and case when p.kind = 'bank' then t.account_number = p.account_number
           else t.network = p.network and coalesce(t.wallet_address, t.sender_wallet_address) = p.address
             and (t.type = 'sell' or t.destination_tag is not distinct from p.tag) end) used on true
     where p.user_id = ${currentUserId} order by coalesce(used.last, p.created_at) desc, p.id desc`;

/** Wallets of the customer's approved Enhanced KYC. The newest submission decides. */
const trustedWallets = (userId: unknown) => sql`
  select w ->> 'cryptoSymbol' symbol, w ->> 'network' network, w ->> 'walletAddress' address
    from (select data -> 'trusted_wallets' list, status from kyc_submissions
           where user_id = ${userId} and tier = 3 order by created_at desc limit 1) k
   cross join lateral jsonb_array_elements(case jsonb_typeof(k.list) when 'array' then k.list else '[]' end) w
   where k.status = 'approved'`;

export type TrustedWallet = { readonly symbol: string; readonly network: Network; readonly address: string };

export const findOwnTrustedWallets = (tx: Db) => allRows<TrustedWallet>(tx)`${trustedWallets(currentUserId)}`;

export type NewPayee = { readonly label: string; readonly at: Date } & (
  | { readonly wallet: { readonly network: Network; readonly address: string; readonly tag: number | null } }
  | { readonly account: AccountDetails }
);

/** Null at the maximum. Violates `payee_once` for a saved payee. Callers use a quota first, which serializes them. */
export function insertPayee(tx: Db, payee: NewPayee): Promise<string | null> {
  const wallet = 'wallet' in payee ? payee.wallet : null;
  const account = 'account' in payee ? payee.account : null;
  return firstValue<string>(tx)`
    insert into payees (user_id, kind, label, created_at, known_from, network, address, tag, bank_name, account_number,
      account_holder_name, branch)
    select ${currentUserId}, ${wallet ? 'wallet' : 'bank'}, ${payee.label}, ${payee.at}, ${payee.at},
      ${wallet?.network ?? null}, ${wallet?.address ?? null}, ${wallet?.tag ?? null}::bigint,
      ${account?.bankName ?? null}, ${account?.accountNumber ?? null}, ${account?.accountHolderName ?? null},
      ${account?.routingNumber ?? null}
     where (select count(*) from payees where user_id = ${currentUserId}) < ${maxPayees} returning id`;
}

export const findOwnName = (tx: Db) =>
  firstRow<ProfileName>(tx)`
    select first_name "firstName", last_name "lastName", display_name "displayName" from profiles
     where id = ${currentUserId}`;

export const deletePayee = (tx: Db, id: string) =>
  hasRow(tx)`delete from payees where id = ${id} and user_id = ${currentUserId} returning id`;

type Destination = { readonly network: Network; readonly address: string; readonly tag: number | null };

/** True for a saved or trusted wallet, and for one with an order of any status by the signed-in customer. */
export const isKnownDestination = async (tx: Db, { network, address, tag }: Destination): Promise<boolean> =>
  (await firstValue<boolean>(tx)`
    select exists (select from transactions where user_id = ${currentUserId} and type = 'buy' and network = ${network}
        and wallet_address = ${address} and destination_tag is not distinct from ${tag}::bigint)
      or exists (select from payees where user_id = ${currentUserId} and network = ${network}
        and address = ${address} and tag is not distinct from ${tag}::bigint)
      or exists (select from (${trustedWallets(currentUserId)}) trusted where network = ${network}
        and address = ${address} and ${tag}::bigint is null) known`) ?? false;

type PayoutDestination = {
  readonly id: string;
  readonly userId: string;
  readonly side: 'buy' | 'sell';
  readonly placedAt: Date;
  readonly network: Network;
  readonly walletAddress: string | null;
  readonly destinationTag: string | null;
  readonly bank: Pick<AccountDetails, 'accountNumber'> | null;
};
type FirstKnown = { readonly since: Date | null; readonly isTrusted: boolean; readonly dayTotal: string };

/**
 * Finds since when the payout destination of an order is known: by the order, a completed order or a payee of its
 * customer. `dayTotal` is the J$ of the order and of paid orders since a day before, to any destination: splitting an
 * order avoids no wait.
 */
export function findFirstKnown(tx: Db, order: PayoutDestination): Promise<FirstKnown> {
  const { id, userId, side, placedAt, network, walletAddress: address, destinationTag: tag, bank } = order;
  const matches =
    side === 'buy'
      ? {
          payee: sql`network = ${network} and address = ${address} and tag is not distinct from ${tag}::bigint`,
          order: sql`type = 'buy' and network = ${network} and wallet_address = ${address}
            and destination_tag is not distinct from ${tag}::bigint`,
          // A trusted wallet has no tag: with one, the same address may belong to another customer of an exchange.
          trusted: sql`network = ${network} and address = ${address} and ${tag}::bigint is null`,
        }
      : {
          payee: sql`account_number = ${bank?.accountNumber ?? ''}`,
          order: sql`type = 'sell' and account_number = ${bank?.accountNumber ?? ''}`,
          trusted: sql`false`,
        };
  return requireRow<FirstKnown>(tx)`
    select least((select min(known_from) from payees where user_id = ${userId} and ${matches.payee}),
        (select min(created_at) from transactions where user_id = ${userId} and ${matches.order}
          and (status = 'completed' or id = ${id}))) since,
      exists (select from (${trustedWallets(userId)}) trusted where ${matches.trusted}) "isTrusted",
      (select coalesce(sum(jmd_amount), 0)::text from transactions where user_id = ${userId} and type = ${side}
        and (id = ${id} or created_at > ${after(placedAt, -days(1))} and pay_in = 'received'
          and status in ('pending', 'processing', 'completed'))) "dayTotal"`;
}
