import { audit, byStaff } from '../../platform/audit.ts';
import { announce } from '../../platform/database.ts';
import { staffOnly } from '../../platform/procedure.ts';
import { evidenceOf, isOurs, partyOn } from '../movements/evidence.ts';
import type { Party } from '../movements/movement.ts';
import { movementReference } from '../movements/movement-reference.ts';
import { usedFor } from '../movements/movement-store.ts';
import type { Payer } from '../movements/schema.ts';
import type { Payables } from '../payments/move-payment.ts';
import { currentSettings } from '../settings/store.ts';
import type { Desk as OrderDesk } from '../trading/desk/steps.ts';
import { bankLineActs } from './acts.ts';
import { mayRefuse, refuse } from './messages.ts';
import { refuseUsedTwin } from './same-line.ts';
import { type BankLine, cameInBefore, lineById } from './store.ts';
import { oneByOne } from './twin-store.ts';

export type Desk = OrderDesk & { readonly payables: Payables };

/** What staff do with a line. */
export const onLines = () =>
  staffOnly(bankLineActs.work).errors(mayRefuse('bank_lines.not_found', 'bank_lines.settled'));

/** The line, locked, that nobody dealt with yet. */
export async function openLine({ tx }: Pick<OrderDesk, 'tx'>, lineId: string): Promise<BankLine> {
  const line = (await lineById(tx, lineId, true)) ?? refuse('bank_lines.not_found', {});
  if (line.movementId !== null || line.aside !== null) refuse('bank_lines.settled', {});
  await oneByOne(tx, line);
  return line;
}

type Typed = Readonly<Record<keyof typeof Payer, string>>;

/**
 * Who paid, by the line; what it does not say is as staff typed it. A name among the words of a transfer is nobody's
 * until somebody reads it there and types it: whoever sends money writes those. What goes back goes there alone, never
 * to ourselves.
 */
export async function payerOn({ tx }: Pick<OrderDesk, 'tx'>, line: BankLine, typed: Typed): Promise<Party> {
  const party = partyOn('bank', {
    payerBank: line.bank || typed.payerBank,
    payerAccount: line.account || typed.payerAccount,
    payerHolder: line.payer || typed.payerHolder,
    ...{ senderAddress: '', senderTag: '' },
  });
  return isOurs(party, await currentSettings(tx)) ? refuse('desk.from_ourselves', {}) : party;
}

const numbered = ({ id }: BankLine): string => `LINE ${id.slice(-12)}`;

/**
 * Under what it came in, and when; refused where another statement showed it, and it was used. The bank's reference as
 * it stands; where the bank gave none, or gave the same to another line that was used before, or two people said that
 * what was typed under it is other money, the line's own number tells it from others.
 */
export async function evidenceOn(desk: OrderDesk, line: BankLine) {
  const own = movementReference('bank', line.reference);
  // Whoever types this reference at the same moment is waited for, and what they typed is seen.
  const isUsed = own.ok && (await usedFor(desk.tx, own.key)) !== null;
  await refuseUsedTwin(desk.tx, line, desk.services.clock());
  const again = isUsed && (await cameInBefore(desk.tx, own.key));
  const reference = own.ok ? [line.reference, ...(again ? [numbered(line)] : [])].join(' ') : numbered(line);
  return evidenceOf(desk, 'bank', { reference, movedOn: line.day, movedTime: '' });
}

/** A line in the audit log about what was done with lines that moved nothing. */
export async function rememberLine(
  desk: OrderDesk,
  id: string,
  told: { action: string; after: object; reason?: string },
) {
  const { action, after, reason = null } = told;
  const about = { subjectType: 'bank_line', subjectId: id, after, reasonCode: reason };
  await audit(desk.tx, { ...byStaff(desk), action: `bank_lines.${action}`, ...about });
  announce(desk.tx, 'desk');
}
