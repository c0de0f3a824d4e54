import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatMessage } from '../../../../kernel/message-template.ts';
import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { toastRefusal } from '../../../../ui/error-message.ts';
import { formatDateTime } from '../../../../ui/format.ts';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import { coolingMessages } from '../../customer-messages.ts';

const ConfirmDialog = lazyPart(() => import('../../../../ui/confirm-dialog.tsx').then((parts) => parts.ConfirmDialog));

type CancelOrderProps = { orderId: string; reference: string; cooling?: Date | null };

export function CancelOrder({ orderId, reference, cooling = null }: CancelOrderProps) {
  const [isOpen, setAsking] = useState(false);
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
      <Button variant="line" size="small" onClick={() => setAsking(true)}>
        Cancel this order
      </Button>
      <p className="t-xs ink-2 under">
        {cooling
          ? formatMessage(coolingMessages.free, { until: formatDateTime(cooling) })
          : 'Cancelling is free until you pay.'}
      </p>
      {isOpen && (
        <ConfirmDialog
          open
          onClose={() => setAsking(false)}
          locked={cancel.isPending}
          title={`Cancel order ${reference}?`}
          cancelLabel="Keep order"
          confirmLabel="Cancel order"
          grave
          busy={cancel.isPending}
          onConfirm={() => cancel.mutate({ orderId })}
        >
          {cooling ? (
            <p>{coolingMessages.goesBack}</p>
          ) : (
            <>
              <p>
                You won't be charged and you don't owe anything. You'll lose this price: a new order gets the price at
                that time.
              </p>
              <p className="ink-2 under">Already sent the money? Keep the order and upload your proof.</p>
            </>
          )}
        </ConfirmDialog>
      )}
    </div>
  );
}
