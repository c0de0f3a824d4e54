import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { worded } from '../../../../kernel/worded.ts';
import { AskDialog } from '../../../../ui/ask-dialog.tsx';
import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { momentText } from '../../../../ui/format.ts';
import { toastRefusal } from '../../../../ui/refusal-words.ts';
import { coolingWords } from '../../own-messages.ts';

/** `cooling`: until when it may be called off whatever was paid. */
type CancelOrderProps = { orderId: string; reference: string; cooling?: Date | null };

/** Calls an order off after asking once. */
export function CancelOrder({ orderId, reference, cooling = null }: CancelOrderProps) {
  const [asking, setAsking] = useState(false);
  const queries = useQueryClient();
  const cancel = useMutation({
    ...api.trading.cancelOwn.mutationOptions(),
    onError: toastRefusal,
    onSettled: () => {
      setAsking(false);
      return queries.invalidateQueries({ queryKey: api.trading.key() });
    },
  });
  return (
    <div>
      <Button look="line" size="small" onClick={() => setAsking(true)}>
        Cancel this order
      </Button>
      <p className="t-xs ink-2 under">
        {cooling ? worded(coolingWords.free, { until: momentText(cooling) }) : 'Cancelling is free until you pay.'}
      </p>
      <AskDialog
        open={asking}
        onClose={() => setAsking(false)}
        locked={cancel.isPending}
        title={`Cancel order ${reference}?`}
        keep="Keep it"
        says="Cancel the order"
        grave
        busy={cancel.isPending}
        onAct={() => cancel.mutate({ orderId })}
      >
        {cooling ? (
          <p>{coolingWords.goesBack}</p>
        ) : (
          <>
            <p>
              Nothing is taken and you owe nothing. The price is given up: a new order gets the price of its moment.
            </p>
            <p className="ink-2 under">Have you sent the money already? Then keep the order and upload your proof.</p>
          </>
        )}
      </AskDialog>
    </div>
  );
}
