import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { worded } from '../../../../kernel/worded.ts';
import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
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
  const close = () => setAsking(false);
  return (
    <div>
      <Button look="line" size="small" onClick={() => setAsking(true)}>
        Cancel this order
      </Button>
      <p className="t-xs ink-2 under">
        {cooling ? worded(coolingWords.free, { until: momentText(cooling) }) : 'Cancelling is free until you pay.'}
      </p>
      <Dialog
        open={asking}
        onClose={close}
        locked={cancel.isPending}
        title={`Cancel order ${reference}?`}
        acts={
          <>
            <Button look="line" onClick={close} disabled={cancel.isPending}>
              Keep it
            </Button>
            <Button look="bad" busy={cancel.isPending} onClick={() => cancel.mutate({ orderId })}>
              Cancel the order
            </Button>
          </>
        }
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
      </Dialog>
    </div>
  );
}
