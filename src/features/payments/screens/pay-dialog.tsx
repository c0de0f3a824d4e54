import { type UseMutationOptions, useIsMutating, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { z } from 'zod';
import { Button } from '../../../ui/button.tsx';
import { Choice } from '../../../ui/choice.tsx';
import { api } from '../../../ui/client.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { useCommandForm } from '../../../ui/form.tsx';
import { useKeepsIn, useKeptAway } from '../../../ui/kept-away.ts';
import { MoneyText } from '../../../ui/money-text.tsx';
import { NotYet } from '../../../ui/not-yet.tsx';
import { isUnanswered } from '../../../ui/refusal-words.ts';
import { toastError } from '../../../ui/toast.ts';
import { type PaymentMethod, paymentMethods } from '../payment.ts';
import { CardBack } from './card-panel.tsx';
import { failureWords, isExpired } from './failure.ts';
import { PayPanel } from './pay-panel.tsx';
import { situationOf } from './shown-payment.ts';

const names: Readonly<Record<PaymentMethod, string>> = {
  bank_transfer: 'Bank transfer',
  card: 'Credit/Debit Card',
  crypto: 'Crypto (MHI)',
};

const Chosen = z.object({ method: z.enum(paymentMethods, 'Please choose how you pay') });
/** How somebody wanted to pay when their session ended, in this tab. */
const key = 'kept-method';
type Choosing = { method: PaymentMethod | '' };

/** A thing that somebody is about to pay for, and the command that lays down what is due. */
export type ToPay<Sent> = {
  readonly title: string;
  /** What it costs and when it begins. */
  readonly about: ReactNode;
  readonly begin: { mutationOptions(): UseMutationOptions<{ paymentId: string }, never, Sent> };
  readonly body: (method: PaymentMethod, key: string) => Sent;
  readonly preselected?: PaymentMethod | undefined;
  /** What is said where it could not be laid down and nobody knows why. */
  readonly failed: { readonly title: string };
};

function MethodStep<Sent>({ thing, onBegun }: { thing: ToPay<Sent>; onBegun: (paymentId: string) => void }) {
  const queries = useQueryClient();
  const asked = useQuery(api.payments.ways.queryOptions());
  const kept = useKeptAway(key);
  const form = useCommandForm<Choosing, { paymentId: string }, never, Sent>(
    Chosen as z.ZodType<unknown, Choosing>,
    thing.begin,
    {
      start: { method: paymentMethods.find((one) => one === kept['method']) ?? thing.preselected ?? '' },
      body: ({ method }: Choosing, key: string) => (method === '' ? null : thing.body(method, key)),
      done: ({ paymentId }) => {
        void queries.invalidateQueries();
        onBegun(paymentId);
      },
      refused: (words, error) => {
        const said = isUnanswered(error) || isExpired(words);
        if (said) toastError(failureWords(words, error, thing.failed));
        // Asked without a session the page would forget what was chosen.
        if (!isExpired(words)) void queries.invalidateQueries();
        return said;
      },
    },
  );
  useKeepsIn(key, form.form.values);
  const open: readonly PaymentMethod[] | undefined = asked.data?.open;
  const options = paymentMethods.map((method) => {
    const shut = !open?.includes(method);
    return { value: method, name: names[method], disabled: shut, note: open && shut && 'Not open at the moment.' };
  });
  if (!open) return <NotYet asked={asked} text="The ways of paying could not be loaded." lines={[60, 100, 100]} />;
  return (
    <form noValidate className="stack" onSubmit={form.submit}>
      {thing.about}
      <Choice legend="How do you want to pay?" options={options} {...form.field('method')} />
      <p className="t-xs ink-2">Nothing is charged now. You see what to pay and where next.</p>
      <div className="acts">
        <Button type="submit" busy={form.busy}>
          Continue
        </Button>
      </div>
    </form>
  );
}

type PayStepProps = { paymentId: string; isBack: boolean; onClose: () => void };

function PayStep({ paymentId, isBack, onClose }: PayStepProps) {
  const asked = useQuery(api.payments.showOwn.queryOptions({ input: { paymentId } }));
  if (!asked.data) return <NotYet asked={asked} text="The payment could not be loaded." lines={[60, 100, 90, 96]} />;
  const { payment } = asked.data;
  if (situationOf(payment) !== 'to_pay') return <p>This does not wait for a payment any more.</p>;
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
      {isBack ? <CardBack shown={asked.data} onSent={onClose} /> : <PayPanel shown={asked.data} onSent={onClose} />}
    </>
  );
}

type PayDialogProps<Sent> = {
  /** What to pay for; null while the dialog is closed. */
  thing: ToPay<Sent> | null;
  /** What was laid down before: then there is nothing to choose. */
  paymentId?: string | null;
  /** They come back from the card page: it asks for the proof first. */
  isBack?: boolean;
  onClose: () => void;
};

/**
 * The dialog of a subscription, workshop or course: bank transfer, card or crypto; then, once it is laid down (A2),
 * what to pay and where [001 §2 Payment dialogs].
 */
export function PayDialog<Sent>({ thing, paymentId = null, isBack = false, onClose }: PayDialogProps<Sent>) {
  const [begun, setBegun] = useState<string | null>(null);
  const paying = paymentId ?? begun;
  const isSending = useIsMutating() > 0;
  const close = () => {
    setBegun(null);
    onClose();
  };
  return (
    <Dialog
      open={thing !== null || paymentId !== null}
      onClose={close}
      locked={isSending}
      calm={isBack}
      title={thing?.title ?? (isBack ? 'Upload Payment Confirmation' : 'Complete Your Payment')}
    >
      {paying ? (
        <PayStep paymentId={paying} isBack={isBack} onClose={close} />
      ) : (
        thing && <MethodStep thing={thing} onBegun={setBegun} />
      )}
    </Dialog>
  );
}
