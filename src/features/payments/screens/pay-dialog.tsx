import { type UseMutationOptions, useIsMutating, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { z } from 'zod';
import { Button } from '../../../ui/button.tsx';
import { Choice } from '../../../ui/choice.tsx';
import { api } from '../../../ui/client.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { useRestoredDraft, useSaveDraftOnSessionEnd } from '../../../ui/drafts.ts';
import { isUnanswered } from '../../../ui/error-message.ts';
import { useCommandForm } from '../../../ui/form.tsx';
import { MoneyText } from '../../../ui/money-text.tsx';
import { QueryPlaceholder } from '../../../ui/states.tsx';
import { toastError } from '../../../ui/toast.ts';
import { type PaymentMethod, paymentMethods } from '../payment.ts';
import { CardReturnPanel } from './card-panel.tsx';
import { PayPanel } from './pay-panel.tsx';
import { getFailureMessage, getSituation, isSessionExpired } from './shown-payment.ts';

const methodLabels: Readonly<Record<PaymentMethod, string>> = {
  bank_transfer: 'Bank transfer',
  card: 'Credit/Debit Card',
  crypto: 'Crypto (MHI)',
};

const MethodForm = z.object({ method: z.enum(paymentMethods, 'Please choose how you pay') });
const draftKey = 'kept-method';
type MethodValues = { method: PaymentMethod | '' };

export type PayableItem<Sent> = {
  readonly title: string;
  readonly about: ReactNode;
  readonly begin: { mutationOptions(): UseMutationOptions<{ paymentId: string }, never, Sent> };
  readonly body: (method: PaymentMethod, key: string) => Sent;
  readonly preselected?: PaymentMethod | undefined;
  readonly failed: { readonly title: string };
};

function MethodStep<Sent>({ item, onBegun }: { item: PayableItem<Sent>; onBegun: (paymentId: string) => void }) {
  const queries = useQueryClient();
  const query = useQuery(api.payments.methods.queryOptions());
  const draft = useRestoredDraft(draftKey);
  const form = useCommandForm<MethodValues, { paymentId: string }, never, Sent>(
    MethodForm as z.ZodType<unknown, MethodValues>,
    item.begin,
    {
      start: { method: paymentMethods.find((one) => one === draft['method']) ?? item.preselected ?? '' },
      body: ({ method }: MethodValues, key: string) => (method === '' ? null : item.body(method, key)),
      done: ({ paymentId }) => {
        void queries.invalidateQueries();
        onBegun(paymentId);
      },
      refused: (words, error) => {
        const isHandled = isUnanswered(error) || isSessionExpired(words);
        if (isHandled) toastError(getFailureMessage(words, error, item.failed));
        // A refetch without a session would reset the form.
        if (!isSessionExpired(words)) void queries.invalidateQueries();
        return isHandled;
      },
    },
  );
  useSaveDraftOnSessionEnd(draftKey, form.form.values);
  const open: readonly PaymentMethod[] | undefined = query.data?.open;
  const options = paymentMethods.map((method) => {
    const isClosed = !open?.includes(method);
    return {
      value: method,
      name: methodLabels[method],
      disabled: isClosed,
      note: open && isClosed && 'Not available right now.',
    };
  });
  if (!open)
    return <QueryPlaceholder query={query} text="We couldn't load the payment methods." lines={[60, 100, 100]} />;
  return (
    <form noValidate className="stack" onSubmit={form.submit}>
      {item.about}
      <Choice legend="How do you want to pay?" options={options} {...form.field('method')} />
      <p className="t-xs ink-2">Nothing is charged now. Next you'll see what to pay and where.</p>
      <div className="acts">
        <Button type="submit" busy={form.busy}>
          Continue
        </Button>
      </div>
    </form>
  );
}

type PayStepProps = { paymentId: string; isReturn: boolean; onClose: () => void };

function PayStep({ paymentId, isReturn, onClose }: PayStepProps) {
  const query = useQuery(api.payments.showOwn.queryOptions({ input: { paymentId } }));
  if (!query.data)
    return <QueryPlaceholder query={query} text="We couldn't load the payment." lines={[60, 100, 90, 96]} />;
  const { payment } = query.data;
  if (getSituation(payment) !== 'to_pay') return <p>This payment is no longer open.</p>;
  return (
    <>
      {payment.method === 'card' && (
        <p>
          <b>
            <MoneyText money={payment.amount} cents="whole" />
          </b>{' '}
          for {payment.title}
        </p>
      )}
      {isReturn ? (
        <CardReturnPanel shown={query.data} onSent={onClose} />
      ) : (
        <PayPanel shown={query.data} onSent={onClose} />
      )}
    </>
  );
}

type PayDialogProps<Sent> = {
  item: PayableItem<Sent> | null;
  paymentId?: string | null;
  isReturn?: boolean;
  onClose: () => void;
};

/** Asks for a method, inserts the payment (A2), then shows how to pay [001 §2 Payment dialogs]. */
export function PayDialog<Sent>({ item, paymentId = null, isReturn = false, onClose }: PayDialogProps<Sent>) {
  const [startedId, setStartedId] = useState<string | null>(null);
  const paymentInDialog = paymentId ?? startedId;
  const isSending = useIsMutating() > 0;
  const close = () => {
    setStartedId(null);
    onClose();
  };
  return (
    <Dialog
      open={item !== null || paymentId !== null}
      onClose={close}
      locked={isSending}
      focusHeading={isReturn}
      title={item?.title ?? (isReturn ? 'Upload Payment Confirmation' : 'Complete Your Payment')}
    >
      {paymentInDialog ? (
        <PayStep paymentId={paymentInDialog} isReturn={isReturn} onClose={close} />
      ) : (
        item && <MethodStep item={item} onBegun={setStartedId} />
      )}
    </Dialog>
  );
}
