import { useMutation, useQueryClient } from '@tanstack/react-query';
import { formatMessages } from '../../../../kernel/message-template.ts';
import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { toastRefusal } from '../../../../ui/error-message.ts';
import { formatDateTime } from '../../../../ui/format.ts';
import { formatAmount, formatPlainAmount } from '../../../ledger/amount.ts';
import { priceChoice } from '../../order-messages.ts';
import type { ShownOrder } from './shown-order.ts';

/** Asks the customer to choose between the current price and a refund (decision E1). */
export function ChoiceCard({ shown, choice }: { shown: ShownOrder; choice: NonNullable<ShownOrder['choice']> }) {
  const queries = useQueryClient();
  const { order } = shown;
  const paidText = order.side === 'buy' ? 'money' : 'coins';
  const { mutate, isPending } = useMutation(
    api.trading.choosePrice.mutationOptions({
      onError: toastRefusal,
      onSettled: () => queries.invalidateQueries({ queryKey: api.trading.key() }),
    }),
  );
  const { gets, until } = choice;
  const texts = formatMessages(priceChoice, {
    given: paidText,
    end: order.priceHoldsUntil ? formatDateTime(order.priceHoldsUntil) : '',
    agreed: formatAmount(order.side === 'buy' ? order.coins : order.net),
    until: formatDateTime(until),
  });
  const answer = (seen: string | null) => () => mutate({ orderId: order.id, seen });
  return (
    <section className="sheet neat">
      <p className="turn">Waiting for you</p>
      <h2 className="move">{texts.title}</h2>
      <p className="ink-2 under">
        {texts[order.priceHoldsUntil ? 'endedOn' : 'ended']} {texts.agreed}
      </p>
      <p className="under">
        {gets ? (
          <>
            At the current price you get <b>{formatAmount(gets)}</b>.
          </>
        ) : (
          texts.none
        )}
      </p>
      <p className="acts-row">
        {gets && (
          <Button busy={isPending} onClick={answer(formatPlainAmount(gets))}>
            Accept {formatAmount(gets)}
          </Button>
        )}
        <Button variant="line" busy={isPending} onClick={answer(null)}>
          Refund my {paidText}
        </Button>
      </p>
      <p className="t-xs ink-2 under">{texts.unanswered}</p>
    </section>
  );
}
