import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { api } from '../../../ui/client.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toastRefusal } from '../../../ui/error-message.ts';

export function CancelPayment({ paymentId, reference }: { paymentId: string; reference: string }) {
  const [isOpen, setOpen] = useState(false);
  const queries = useQueryClient();
  const cancel = useMutation({
    ...api.payments.cancel.mutationOptions(),
    onError: toastRefusal,
    onSettled: () => {
      setOpen(false);
      return queries.invalidateQueries();
    },
  });
  return (
    <div>
      <Button variant="line" size="small" onClick={() => setOpen(true)}>
        Cancel payment
      </Button>
      <p className="t-xs ink-2 under">You can cancel free of charge until you pay.</p>
      <ConfirmDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        locked={cancel.isPending}
        title={`Cancel payment ${reference}?`}
        cancelLabel="Keep payment"
        confirmLabel="Cancel payment"
        grave
        busy={cancel.isPending}
        onConfirm={() => cancel.mutate({ paymentId })}
      >
        <p>Nothing is charged, and you won't owe anything.</p>
        <p className="ink-2 under">Already sent the money? Keep the payment and upload your proof.</p>
      </ConfirmDialog>
    </div>
  );
}
