import { audit, byStaff } from '../../platform/audit.ts';
import { publishTopic } from '../../platform/database/database.ts';
import { staff } from '../../platform/http/procedure.ts';
import { buildEvidence, isOurs, parseParty } from '../ledger/evidence.ts';
import type { Party } from '../ledger/movement.ts';
import { parseMovementReference } from '../ledger/movement-reference.ts';
import { findUse } from '../ledger/movement-store.ts';
import type { Payer } from '../ledger/schema.ts';
import type { FulfilmentByProduct } from '../payments/move-payment.ts';
import { loadCurrentSettings } from '../settings/store.ts';
import type { StaffContext as OrderDesk } from '../trading/staff/order-commands.ts';
import { lockAmount } from './duplicate-store.ts';
import { assertNotUsedBefore } from './duplicates.ts';
import { refusalCodes, refuse } from './messages.ts';
import { bankLinePermissions } from './permissions.ts';
import { type BankLine, findLine, hasIncomingUnder } from './store.ts';

export type StaffContext = OrderDesk & { readonly payables: FulfilmentByProduct };

export const lineProcedure = () =>
  staff(bankLinePermissions.work).errors(refusalCodes('bank_lines.not_found', 'bank_lines.settled'));

/** Locks the line and all lines of the same amount until the transaction ends. Refuses a settled line. */
export async function lockOpenLine({ tx }: Pick<OrderDesk, 'tx'>, lineId: string): Promise<BankLine> {
  const line = (await findLine(tx, lineId, true)) ?? refuse('bank_lines.not_found', {});
  if (line.movementId !== null || line.dismissal !== null) refuse('bank_lines.settled', {});
  await lockAmount(tx, line);
  return line;
}

type Typed = Readonly<Record<keyof typeof Payer, string>>;

/** Fills gaps of the bank's payer with staff input. Refuses our own accounts. Refunds go to this payer only. */
export async function resolvePayer({ tx }: Pick<OrderDesk, 'tx'>, line: BankLine, input: Typed): Promise<Party> {
  const settings = await loadCurrentSettings(tx);
  const payer = {
    payerBank: line.bank || input.payerBank,
    payerAccount: line.account || input.payerAccount,
    payerHolder: line.payer || input.payerHolder,
    senderAddress: '',
    senderTag: '',
  };
  const party = parseParty('bank', payer, settings);
  return isOurs(party, settings) ? refuse('desk.from_ourselves', {}) : party;
}

const getLineNumber = ({ id }: BankLine): string => `LINE ${id.slice(-12)}`;

/** Refuses a line with a used duplicate. If the bank reference is missing or used, appends the line id. */
export async function buildLineEvidence(staff: OrderDesk, line: BankLine) {
  const bankReference = parseMovementReference('bank', line.reference);
  // `findUse` locks the reference, so that it sees a parallel manual entry.
  const isUsed = bankReference.ok && (await findUse(staff.tx, bankReference.key)) !== null;
  await assertNotUsedBefore(staff.tx, line, staff.services.clock());
  const hasIncoming = isUsed && (await hasIncomingUnder(staff.tx, bankReference.key));
  const reference = bankReference.ok
    ? [line.reference, ...(hasIncoming ? [getLineNumber(line)] : [])].join(' ')
    : getLineNumber(line);
  return buildEvidence(staff, 'bank', { reference, movedOn: line.day, movedTime: '' });
}

export async function auditLine(
  staff: OrderDesk,
  id: string,
  entry: { action: string; after: object; reason?: string },
) {
  const { action, after, reason = null } = entry;
  const about = { subjectType: 'bank_line', subjectId: id, after, reasonCode: reason };
  await audit(staff.tx, { ...byStaff(staff), action: `bank_lines.${action}`, ...about });
  publishTopic(staff.tx, 'desk');
}
