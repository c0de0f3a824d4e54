import { formatMinorUnits, parseMoney } from '../../kernel/money.ts';
import { publishTopic } from '../../platform/database/database.ts';
import { type Amount, formatAmount } from '../ledger/amount.ts';
import { getFullName, holderMatches, type ProfileName } from '../ledger/names.ts';
import { type FulfilmentByProduct, lockPaymentFor } from '../payments/move-payment.ts';
import { moveWithReason, recordIncoming as takeInPayment } from '../payments/staff-api.ts';
import { lockOrderForStaff } from '../trading/staff/order-commands.ts';
import { recordPayIn, rejectProof, settlePayIn } from '../trading/staff/pay-in.ts';
import { refuse as refuseAtDesk } from '../trading/staff-messages.ts';
import { attachPart, attachRefusalCodes, recordUnallocated } from '../unallocated-funds/allocate.ts';
import { unallocatedProcedure } from '../unallocated-funds/guards.ts';
import { findCustomerName } from './expected-payments-store.ts';
import { refusalCodes, refuse } from './messages.ts';
import { bankLinePermissions } from './permissions.ts';
import { buildLineEvidence, lockOpenLine, resolvePayer, type StaffContext } from './procedures.ts';
import { AskPayerName, ConfirmLine, SplitLine } from './schema.ts';
import { type BankLine, linkLine, markNameAsked } from './store.ts';

type ConfirmInput = typeof ConfirmLine._output;

const moneyProcedure = () =>
  unallocatedProcedure(bankLinePermissions.work)
    .errors(attachRefusalCodes)
    .errors(
      refusalCodes(
        'bank_lines.not_found',
        'bank_lines.settled',
        'bank_lines.may_be_same',
        'bank_lines.name_differs',
        'bank_lines.parts_differ',
      ),
    );

function assertNameMatches(holder: string, customer: ProfileName, note: string): void {
  if (note === '' && !holderMatches(holder, customer))
    refuse('bank_lines.name_differs', { payer: holder, customer: getFullName(customer) });
}

async function confirmForOrder(
  staff: StaffContext,
  line: BankLine,
  { id, note, ...typed }: ConfirmInput,
): Promise<void> {
  const order = await lockOrderForStaff(staff, id, 'receive');
  const { amount: lineAmount } = line;
  if (order.side !== 'buy' || order.fiat.currency !== lineAmount.currency)
    refuseAtDesk('desk.other_asset', { expected: formatAmount(order.fiat) });
  const customer = await findCustomerName(staff.tx, order.userId);
  const party = await resolvePayer(staff, line, typed);
  assertNameMatches(party.holder ?? '', customer, note);
  const evidence = await buildLineEvidence(staff, line);
  const addMovement = async (amount: Amount) => {
    const added = await recordPayIn(staff, order, { extra: false, amount, ...evidence, party });
    await linkLine(staff.tx, line.id, added.movementId);
    return { ...added, bankLineId: line.id };
  };
  await settlePayIn(staff, order, { amount: formatMinorUnits(lineAmount.minor), note, whole: null, add: addMovement });
}

async function confirmForPayment(
  staff: StaffContext,
  line: BankLine,
  { id, note, ...typed }: ConfirmInput,
): Promise<void> {
  const payment = await lockPaymentFor(staff.tx, id, { actor: staff.person, act: 'receive' });
  const { amount } = line;
  if (payment.amount.currency !== amount.currency)
    refuseAtDesk('desk.other_asset', { expected: formatAmount(payment.amount) });
  const party = await resolvePayer(staff, line, typed);
  const movementId = await takeInPayment(staff, payment, {
    amount,
    whole: null,
    ...(await buildLineEvidence(staff, line)),
    party,
    note,
  });
  await linkLine(staff.tx, line.id, movementId);
}

export async function confirmFor(staff: StaffContext, input: ConfirmInput): Promise<{ lineId: string }> {
  const line = await lockOpenLine(staff, input.lineId);
  await (input.kind === 'order' ? confirmForOrder : confirmForPayment)(staff, line, input);
  publishTopic(staff.tx, 'desk');
  return { lineId: line.id };
}

/** Confirms a line as the payment of an order or product. Uses payer, day and reference from the statement. */
export const confirmLine = (payables: FulfilmentByProduct) =>
  moneyProcedure()
    .input(ConfirmLine)
    .handler(({ context, input }) => confirmFor({ ...context, payables }, input));

/** Records a line as unallocated money, then attaches its parts. The remaining amount stays unallocated. */
export const splitLine = (payables: FulfilmentByProduct) =>
  moneyProcedure()
    .input(SplitLine)
    .handler(async ({ context, input }) => {
      const staff = { ...context, payables };
      const { parts, note, ...typed } = input;
      const line = await lockOpenLine(staff, input.lineId);
      const { amount } = line;
      const parsePart = ({ amount: text }: { amount: string }) => parseMoney(text, amount.currency)?.minor ?? 0n;
      const sum = parts.reduce((total, part) => total + parsePart(part), 0n);
      if (sum > amount.minor) refuse('bank_lines.parts_differ', { amount: formatAmount(amount) });
      const party = await resolvePayer(staff, line, typed);
      const evidence = await buildLineEvidence(staff, line);
      const reason = parts.length > 0 ? 'several_orders' : 'nothing_known';
      const { movementId } = await recordUnallocated(staff, { amount, ...evidence, party, reason, note });
      await linkLine(staff.tx, line.id, movementId);
      for (const part of parts) await attachPart(staff, { movementId, ...part, note });
      return { lineId: line.id, movementId };
    });

/** Asks the customer about the payer name on the line. The line stays open. */
export const askName = (payables: FulfilmentByProduct) =>
  moneyProcedure()
    .errors(refusalCodes('bank_lines.not_found'))
    .input(AskPayerName)
    .handler(async ({ context, input }) => {
      const staff = { ...context, payables };
      const line = await lockOpenLine(staff, input.lineId);
      const { kind, id, note } = input;
      const reasonCode = 'name_differs';
      if (kind === 'order') await rejectProof(staff, { orderId: id, reasonCode, note });
      else
        await moveWithReason(
          staff,
          { command: 'rejectClaim', act: 'reject_claim' },
          { paymentId: id, reasonCode, note },
        );
      await markNameAsked(staff.tx, line.id, staff.services.clock());
      publishTopic(staff.tx, 'desk');
      return { lineId: line.id };
    });
