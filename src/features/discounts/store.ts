import { sql } from 'kysely';
import type { Day } from '../../kernel/calendar.ts';
import {
  allRows,
  currentUserId,
  type Db,
  firstRow,
  firstValue,
  hasRow,
  newId,
} from '../../platform/database/database.ts';
import type { TierId } from './discount.ts';

type ActiveTier = { readonly tier: TierId; readonly endsAt: Date };
export type ActiveCode = {
  readonly promoCodeId: string;
  readonly percent: number;
  readonly reason: string;
  readonly endsAt: Date;
};

/** The newest check since the customer proved the wallet, so that two accounts cannot take turns with one wallet. */
const latestCheck = sql`select h.amount::text amount, h.held_since::text "heldSince", h.tier, h.ends_at "endsAt",
    h.checked_at "checkedAt", h.checked_by
  from holding_checks h
 where h.user_id = w.user_id and h.address = w.address and h.checked_at >= w.proven_at
 order by h.checked_at desc, h.id desc limit 1`;

export const findOwnTier = (tx: Db, now: Date) =>
  firstRow<ActiveTier>(tx)`
    select c.tier, c."endsAt" from proven_wallets w cross join lateral (${latestCheck}) c
     where w.user_id = ${currentUserId} and c."endsAt" > ${now}`;

/** Entered codes that an order can use now. */
export const findOwnCodes = (tx: Db, now: Date) =>
  allRows<ActiveCode>(tx)`
    select p.id "promoCodeId", p.percent, p.reason, p.ends_at "endsAt" from entered_codes e
      join promo_codes p on p.id = e.promo_code_id
     where e.user_id = ${currentUserId} and p.starts_at <= ${now} and p.ends_at > ${now}
       and app.promo_refusal(p.id) is null order by p.percent desc, p.ends_at desc, p.id`;

export const findCodeId = async (tx: Db, code: string, now: Date) =>
  (await firstValue<string | null>(tx)`select app.find_promo_code(${code}, ${now}) id`) ?? null;

export const findCodeObstacle = async (tx: Db, promoCodeId: string) =>
  (await firstValue<'used' | 'used_up' | null>(tx)`select app.promo_refusal(${promoCodeId}) obstacle`) ?? null;

/** Returns false if the customer has entered the code before. */
export const insertEnteredCode = (tx: Db, promoCodeId: string, now: Date) =>
  hasRow(tx)`
    insert into entered_codes (user_id, promo_code_id, entered_at) values (${currentUserId}, ${promoCodeId}, ${now})
      on conflict do nothing returning user_id`;

export type HoldingCheck = {
  readonly amount: string;
  readonly heldSince: Day;
  readonly tier: TierId | null;
  readonly endsAt: Date | null;
  readonly checkedAt: Date;
};

type Wallet = { readonly address: string; readonly provenAt: Date };
type CheckedWallet = Wallet & { readonly check: HoldingCheck | null };

type WalletRow = Wallet & { [Column in keyof HoldingCheck]: HoldingCheck[Column] | null };

function readWallet<More>({ amount, heldSince, tier, endsAt, checkedAt, ...wallet }: WalletRow & More) {
  const check = amount !== null && heldSince && checkedAt ? { amount, heldSince, tier, endsAt, checkedAt } : null;
  return { ...wallet, check };
}

const walletColumns = sql`w.address, w.proven_at "provenAt", c.amount, c."heldSince", c.tier, c."endsAt",
  c."checkedAt"`;

export async function findOwnWallet(tx: Db): Promise<CheckedWallet | null> {
  const row = await firstRow<WalletRow>(tx)`
    select ${walletColumns} from proven_wallets w left join lateral (${latestCheck}) c on true
     where w.user_id = ${currentUserId} and w.address is not null`;
  return row && readWallet(row);
}

type Challenge = { readonly address: string; readonly text: string; readonly expiresAt: Date };

/** Replaces an earlier challenge of the customer. */
export const saveChallenge = (tx: Db, { address, text, expiresAt }: Challenge) =>
  sql`insert into proven_wallets (user_id, challenge_address, challenge, challenge_expires_at)
      values (${currentUserId}, ${address}, ${text}, ${expiresAt})
      on conflict (user_id) do update set challenge_address = excluded.challenge_address,
        challenge = excluded.challenge, challenge_expires_at = excluded.challenge_expires_at`.execute(tx);

export const lockChallenge = (tx: Db, now: Date) =>
  firstRow<Challenge>(tx)`
    select challenge_address address, challenge "text", challenge_expires_at "expiresAt" from proven_wallets
     where user_id = ${currentUserId} and challenge_expires_at > ${now} for update`;

/** Stores the proof and removes its challenge. Violates `wallet_proven_once` for the wallet of another account. */
export const saveProof = (tx: Db, { address, text }: Challenge, proof: { signature: string; at: Date }) =>
  sql`update proven_wallets set address = ${address}, signed_text = ${text}, signature = ${proof.signature},
        proven_at = ${proof.at}, challenge_address = null, challenge = null, challenge_expires_at = null
      where user_id = ${currentUserId}`.execute(tx);

export type StaffWallet = CheckedWallet & {
  readonly userId: string;
  readonly name: string;
  readonly checker: string | null;
};

/** Proven wallets, unchecked ones and tiers that end first come first. */
export async function findWalletsForStaff(tx: Db): Promise<StaffWallet[]> {
  const rows = await allRows<WalletRow & Omit<StaffWallet, keyof CheckedWallet>>(tx)`
    select ${walletColumns}, w.user_id "userId", p.display_name "name", s.display_name "checker"
      from proven_wallets w join profiles p on p.id = w.user_id left join lateral (${latestCheck}) c on true
      left join profiles s on s.id = c.checked_by
     where w.address is not null order by c."checkedAt" is not null, c."endsAt", w.proven_at limit 500`;
  return rows.map(readWallet);
}

export const hasProvenWallet = (tx: Db, userId: string, address: string) =>
  hasRow(tx)`select from proven_wallets where user_id = ${userId} and address = ${address}`;

type NewCheck = Omit<HoldingCheck, 'checkedAt'> & { userId: string; address: string };

export const insertCheck = (tx: Db, { userId, address, amount, heldSince, tier, endsAt }: NewCheck, now: Date) =>
  newId(tx)`
    insert into holding_checks (user_id, address, amount, held_since, tier, ends_at, checked_by, checked_at)
      values (${userId}, ${address}, ${amount}, ${heldSince}, ${tier}, ${endsAt}, ${currentUserId}, ${now}) returning id`;

type NewCode = {
  readonly code: string;
  readonly percent: number;
  readonly reason: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly maxUses: number;
};

export type StaffCode = NewCode & {
  readonly id: string;
  readonly uses: number;
  readonly author: string;
  readonly endedBy: string | null;
};

export const findCodesForStaff = (tx: Db) =>
  allRows<StaffCode>(tx)`
    select p.id, p.code, p.percent, p.reason, p.starts_at "startsAt", p.ends_at "endsAt", p.max_uses "maxUses",
           app.count_promo_uses(p.id) uses, a.display_name author, e.display_name "endedBy"
      from promo_codes p join profiles a on a.id = p.author_id left join profiles e on e.id = p.ended_by
     order by p.starts_at desc, p.id desc limit 200`;

/** Violates `promo_code_once` for a code that exists. */
export const insertCode = (tx: Db, { code, percent, reason, startsAt, endsAt, maxUses }: NewCode, now: Date) =>
  newId(tx)`
    insert into promo_codes (code, percent, reason, starts_at, ends_at, max_uses, author_id, created_at)
      values (${code}, ${percent}, ${reason}, ${startsAt}, ${endsAt}, ${maxUses}, ${currentUserId}, ${now}) returning id`;

/** Returns the code, or null if it has ended. */
export const endCode = (tx: Db, id: string, now: Date) =>
  firstRow<{ code: string }>(tx)`
    update promo_codes set ends_at = ${now}, ended_by = ${currentUserId} where id = ${id} and ends_at > ${now}
      returning code`;
