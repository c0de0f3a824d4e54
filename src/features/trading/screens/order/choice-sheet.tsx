import { useMutation, useQueryClient } from '@tanstack/react-query';
import { said } from '../../../../kernel/said.ts';
import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { momentText } from '../../../../ui/format.ts';
import { toastRefusal } from '../../../../ui/refusal-words.ts';
import { amountPlain, amountWords } from '../../../movements/amount.ts';
import { priceChoice } from '../../order-messages.ts';
import type { ShownOrder } from './shown-order.ts';

/**
 * The customer's move where the price had ended when their money or coins left (decision E1): the new price, or back
 * with it.
 */
export function ChoiceSheet({ shown, choice }: { shown: ShownOrder; choice: NonNullable<ShownOrder['choice']> }) {
  const queries = useQueryClient();
  const { order } = shown;
  const given = order.side === 'buy' ? 'money' : 'coins';
  const { mutate, isPending } = useMutation(
    api.trading.choosePrice.mutationOptions({
      onError: toastRefusal,
      onSettled: () => queries.invalidateQueries({ queryKey: api.trading.key() }),
    }),
  );
  const { gets, until } = choice;
  const words = said(priceChoice, {
    given,
    end: order.priceHoldsUntil ? momentText(order.priceHoldsUntil) : '',
    agreed: amountWords(order.side === 'buy' ? order.coins : order.net),
    until: momentText(until),
  });
  const answer = (seen: string | null) => () => mutate({ orderId: order.id, seen });
  return (
    <section className="sheet neat">
      <p className="turn">Your move</p>
      <h2 className="move">{words.title}</h2>
      <p className="ink-2 under">
        {words[order.priceHoldsUntil ? 'endedOn' : 'ended']} {words.agreed}
      </p>
      <p className="under">
        {gets ? (
          <>
            At the price of now you get <b>{amountWords(gets)}</b>.
          </>
        ) : (
          words.none
        )}
      </p>
      <p className="acts-row">
        {gets && (
          <Button busy={isPending} onClick={answer(amountPlain(gets))}>
            Go on with {amountWords(gets)}
          </Button>
        )}
        <Button look="line" busy={isPending} onClick={answer(null)}>
          Send my {given} back
        </Button>
      </p>
      <p className="t-xs ink-2 under">{words.unanswered}</p>
    </section>
  );
}
