import { type RawBuilder, sql } from 'kysely';
import { type Currency, minorUnits, money } from '../../kernel/money.ts';
import { type Db, firstRow } from '../../platform/database.ts';
import { amountWords } from './amount.ts';
import { refuse } from './messages.ts';
import type { Party } from './movement.ts';
import { firstKey } from './movement-reference.ts';
import { mayBeOneAccount } from './one-account.ts';

/** What a line of a statement of ours says. */
type Stated = {
  readonly currency: Currency;
  readonly amount: string;
  readonly day: string;
  readonly reference: string;
  readonly payer: string;
  readonly account: string;
  readonly bank: string;
};

const columns = sql`l.currency, l.amount::text amount, to_char(l.moved_on, 'YYYY-MM-DD') "day", l.reference, l.payer,
  l.payer_account "account", l.payer_bank "bank"`;

const wordsOf = ({ currency, amount, day }: Stated) => ({
  amount: amountWords(money(currency, minorUnits(amount))),
  day,
});

/** That it came from an account of ours is said by one person, and holds where the bank shows that account. */
const isOwnTransfer = sql<boolean>`(coalesce(l.aside = 'own_transfer', false)
  and app.is_ours(nullif(l.payer_account, ''), null, null))`;

/**
 * Refuses what is typed under the reference of a line that a statement shows: by the line a person sees who paid, when
 * and for what, which nobody types over. What moved between accounts of ours is typed as what we make good.
 */
export async function refuseStated(tx: Db, key: string, payerAccount: string): Promise<void> {
  const { rows } = await sql<Stated & { own: boolean }>`
    select ${columns}, ${isOwnTransfer} own from bank_lines l
     where l.reference_key = ${firstKey(key)} and l.credit order by l.moved_on, l.id`.execute(tx);
  const line = rows.find(({ own, account }) => !(own && mayBeOneAccount(account, payerAccount)));
  if (line) refuse('desk.line_known', wordsOf(line));
}

/** The line that came in from outside, of which another is a part, what was taken off, or what goes on from there. */
const cameIn = (lineId: string): RawBuilder<unknown> => sql`
  with recursive way as (
    select m.id, m.from_id, m.of_id, m.reference_key from movements m where m.id = ${lineId}
    union select m.id, m.from_id, m.of_id, m.reference_key from way w
      join movements m on m.id = coalesce(w.from_id, w.of_id)),
  root as (select id, reference_key from way where from_id is null and of_id is null)`;

/** The first part of a reference has the bare key; what was typed as a further part is of the same line of the bank. */
const bareKey = sql`split_part(r.reference_key, ' /', 1)`;

/**
 * Refuses to let money move on that somebody typed, while a line of the bank under its reference did not become it: the
 * bank says another payer, day or amount. Setting that line aside takes one person, and changes nothing of what it
 * says. Nobody has to look where two people said that it is another, nor at the fourth line by which one person keeps
 * back what a colleague typed: then it takes the statement of another.
 */
export async function refuseAgainstLine(tx: Db, lineIds: readonly string[]): Promise<void> {
  for (const lineId of lineIds) {
    const line = await firstRow<Stated>(tx)`
      ${cameIn(lineId)} select ${columns} from root r join bank_lines l on l.reference_key = ${bareKey}
       where l.credit and l.movement_id is null and l.aside is distinct from 'erased' and not ${isOwnTransfer}
         and not exists (select from bank_lines o join movements w on w.id = o.movement_id
           where split_part(w.reference_key, ' /', 1) = ${bareKey})
         and not exists (select from proposals p where p.kind = 'two_lines' and p.state = 'approved'
           and p.subject = l.id::text and p.payload -> 'than' ? r.id::text)
         and not app.shown_thrice(l.id, r.id, (select w.recorded_by from movements w where w.id = r.id))
       order by l.moved_on, l.id limit 1`;
    if (line)
      refuse('desk.line_differs', { ...wordsOf(line), reference: line.reference, payer: line.payer || 'nobody' });
  }
}

/**
 * Refuses to let money leave whose line one person both kept and confirmed, while another line may show it again: the
 * one may have been written by them, and the other is the bank's. Who kept and confirmed it does not settle that one
 * alone: somebody else sets it aside, or two people say that they are two. What another found in another's statement
 * stays judged, and of one person's statements three looks are enough (0520).
 */
export async function refuseShownAgain(tx: Db, lineIds: readonly string[]): Promise<void> {
  for (const lineId of lineIds) {
    const line = await firstRow<Stated>(tx)`
      ${cameIn(lineId)} select ${columns} from root r, app.lines_shown_again(r.id) again (id)
        join bank_lines l on l.id = again.id
       order by l.moved_on, l.id limit 1`;
    if (line)
      refuse('desk.line_again', {
        ...wordsOf(line),
        ...{ reference: line.reference || 'no reference', payer: line.payer || 'nobody' },
      });
  }
}

/** Who paid, by the line of the bank that it became, where another account was typed: it goes back there alone. */
export async function paidFrom(tx: Db, lineId: string, party: Party): Promise<Party> {
  if (party.account === null) return party;
  const line = await firstRow<Stated>(tx)`
    ${cameIn(lineId)} select ${columns} from root r join bank_lines l on l.movement_id = r.id`;
  if (!line || mayBeOneAccount(line.account, party.account)) return party;
  return { ...party, account: line.account, holder: line.payer || party.holder, bank: line.bank || party.bank };
}
