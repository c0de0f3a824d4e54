import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { momentText } from '../../../../ui/format.ts';
import { toastRefusal } from '../../../../ui/refusal-words.ts';
import { amountPlain, amountWords } from '../../movements/amount.ts';
import type { ShownOrder } from './shown-order.ts';

/** The customer's move where the price had ended when their money or coins left: the new price, or back with it. */
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
  const answer = (seen: string | null) => () => mutate({ orderId: order.id, seen });
  return (
    <section className="sheet neat">
      <p className="turn">Your move</p>
      <h2 className="move">The price has changed: go on, or get it back</h2>
      <p className="ink-2 under">
        The price ended{order.priceHoldsUntil && ` on ${momentText(order.priceHoldsUntil)}`}, before your {given} left
        or before we learned which order that was for. At the agreed price you would have got{' '}
        {amountWords(order.side === 'buy' ? order.coins : order.net)}.
      </p>
      <p className="under">
        {gets ? (
          <>
            At the price of now you get <b>{amountWords(gets)}</b>.
          </>
        ) : (
          'No price is to be had at the moment. Please come back in a few minutes.'
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
      <p className="t-xs ink-2 under">If you do not choose before {momentText(until)}, we send it back.</p>
    </section>
  );
}
