import { moneyText, parseMoney } from '../../kernel/money.ts';
import { announce } from '../../platform/database.ts';
import type { Amount } from '../movements/amount.ts';
import { amountWords } from '../movements/amount.ts';
import { fullName, holderMatches, type ProfileName } from '../movements/names.ts';
import { moveFor, takeIn as takeInPayment } from '../payments/desk.ts';
import { type Payables, paymentFor } from '../payments/move-payment.ts';
import { addToOrder, sendProofBack, takeIn } from '../trading/desk/pay-in.ts';
import { orderAtDesk } from '../trading/desk/steps.ts';
import { refuse as refuseAtDesk } from '../trading/desk-messages.ts';
import { attachMayRefuse, attachPart, standOnNothing } from '../trading/unassigned/take-in.ts';
import { cashier } from '../trading/unassigned/work.ts';
import { bankLineActs } from './acts.ts';
import { nameOfCustomer } from './awaited-store.ts';
import { type Desk, evidenceOn, openLine, payerOn } from './line-work.ts';
import { mayRefuse, refuse } from './messages.ts';
import { AskName, ConfirmLine, SplitLine } from './schema.ts';
import { type BankLine, noteAsked, settleLine } from './store.ts';

type Typed = typeof ConfirmLine._output;

/** What a line is confirmed for takes what any order or payment takes, and refuses what they refuse. */
const onMoney = () =>
  cashier(bankLineActs.work)
    .errors(attachMayRefuse)
    .errors(
      mayRefuse(
        'bank_lines.not_found',
        'bank_lines.settled',
        'bank_lines.may_be_same',
        'bank_lines.name_differs',
        'bank_lines.parts_differ',
      ),
    );

/** Money of somebody else is theirs for a reason that is written down, or waits until they answered. */
function refuseOtherName(holder: string, customer: ProfileName, note: string): void {
  if (note === '' && !holderMatches(holder, customer))
    refuse('bank_lines.name_differs', { payer: holder, customer: fullName(customer) });
}

async function toOrder(desk: Desk, line: BankLine, { id, note, ...typed }: Typed): Promise<void> {
  const order = await orderAtDesk(desk, id, 'receive');
  const { amount: came } = line;
  if (order.side !== 'buy' || order.fiat.currency !== came.currency)
    refuseAtDesk('desk.other_asset', { expected: amountWords(order.fiat) });
  const customer = await nameOfCustomer(desk.tx, order.userId);
  const party = await payerOn(desk, line, typed);
  refuseOtherName(party.holder ?? '', customer, note);
  const evidence = await evidenceOn(desk, line);
  const add = async (amount: Amount) => {
    const added = await addToOrder(desk, order, { extra: false, amount, ...evidence, party });
    await settleLine(desk.tx, line.id, added.movementId);
    return { ...added, bankLineId: line.id };
  };
  await takeIn(desk, order, { amount: moneyText(came.minor), note, whole: null, add });
}

async function toPayment(desk: Desk, line: BankLine, { id, note, ...typed }: Typed): Promise<void> {
  const payment = await paymentFor(desk.tx, id, { actor: desk.person, act: 'receive' });
  const { amount } = line;
  if (payment.amount.currency !== amount.currency)
    refuseAtDesk('desk.other_asset', { expected: amountWords(payment.amount) });
  const party = await payerOn(desk, line, typed);
  const movementId = await takeInPayment(desk, payment, {
    amount,
    whole: null,
    ...(await evidenceOn(desk, line)),
    party,
    note,
  });
  await settleLine(desk.tx, line.id, movementId);
}

/**
 * A person confirms that a line is the money of exactly this order or payment: by the checks of any, with payer, bank,
 * day and reference as the bank shows them. A refund goes back there and nowhere else.
 */
export const confirmLine = (payables: Payables) =>
  onMoney()
    .input(ConfirmLine)
    .handler(async ({ context, input }) => {
      const desk = { ...context, payables };
      const line = await openLine(desk, input.lineId);
      await (input.kind === 'order' ? toOrder : toPayment)(desk, line, input);
      announce(desk.tx, 'desk');
      return { lineId: line.id };
    });

/**
 * A line for several things, or for none that is known: it stands as unassigned money, whole, and each part goes on to
 * what it is for. What is left stays there, and goes back by two people alone.
 */
export const splitLine = (payables: Payables) =>
  onMoney()
    .input(SplitLine)
    .handler(async ({ context, input }) => {
      const desk = { ...context, payables };
      const { parts, note, ...typed } = input;
      const line = await openLine(desk, input.lineId);
      const { amount } = line;
      const read = ({ amount: text }: { amount: string }) => parseMoney(text, amount.currency)?.minor ?? 0n;
      const sum = parts.reduce((total, part) => total + read(part), 0n);
      if (sum > amount.minor) refuse('bank_lines.parts_differ', { amount: amountWords(amount) });
      const party = await payerOn(desk, line, typed);
      const evidence = await evidenceOn(desk, line);
      const reason = parts.length > 0 ? 'several_orders' : 'nothing_known';
      const { movementId } = await standOnNothing(desk, { amount, ...evidence, party, reason, note });
      await settleLine(desk.tx, line.id, movementId);
      for (const part of parts) await attachPart(desk, { movementId, ...part, note });
      return { lineId: line.id, movementId };
    });

/** The name on the line is another: its customer reads what to do, and the line waits for what they answer. */
export const askName = (payables: Payables) =>
  onMoney()
    .errors(mayRefuse('bank_lines.not_found'))
    .input(AskName)
    .handler(async ({ context, input }) => {
      const desk = { ...context, payables };
      const line = await openLine(desk, input.lineId);
      const { kind, id, note } = input;
      const reasonCode = 'name_differs';
      if (kind === 'order') await sendProofBack(desk, { orderId: id, reasonCode, note });
      else await moveFor(desk, { command: 'rejectClaim', act: 'reject_claim' }, { paymentId: id, reasonCode, note });
      await noteAsked(desk.tx, line.id, desk.services.clock());
      announce(desk.tx, 'desk');
      return { lineId: line.id };
    });
