import type { ComponentProps, ReactNode } from 'react';
import { api } from '../../../../ui/client.ts';
import { ActDialog } from '../../../../ui/desk/act-dialog.tsx';
import { useDone } from '../../../../ui/desk/use-reread.ts';
import { statusWord } from '../../../../ui/format.ts';
import { SelectField } from '../../../../ui/select-field.tsx';
import { toastSuccess } from '../../../../ui/toast.ts';
import { type ReasonedAct, reasonsFor } from '../../../trading/order/reasons.ts';
import { deskNotices } from '../../messages.ts';
import { type Act, acts } from './acts.ts';
import type { Case } from './data.ts';
import type { Found } from './found.ts';

/** A step that somebody opened, with the order as they saw it: what they confirm is what they read. */
export type OpenStep = { act: Act; file: Case; found: Found };
export type StepProps = { step: OpenStep; onClose: () => void };

/** A command of the desk, as a form takes it. */
export const command = <In,>(mutationFn: (input: In) => Promise<{ orderId: string }>) => ({
  mutationOptions: () => ({ mutationFn }),
});

export const useOutcome = ({ step: { act, file }, onClose }: StepProps) =>
  useDone([api.desk.key()], { onClose, says: () => toastSuccess(deskNotices[act], file.order) });

type ShellProps = StepProps & {
  busy: boolean;
  submit: () => Promise<void>;
  /** What the button says, where it is more than the name of the act. */
  says?: string;
  children: ReactNode;
};

/** The dialog around the form of a step. */
export function Shell({ step, says, ...form }: ShellProps) {
  const { name, grave } = acts[step.act];
  return <ActDialog title={`${name}: ${step.file.order.reference}`} says={says ?? name} grave={grave} {...form} />;
}

export const noteField = { label: 'Note for staff', aside: 'Optional', rows: 2 };

/** The same of whoever rejects what another asked for. */
export const whyField = {
  label: 'Why it is rejected',
  hint: 'It stands in the history, and whoever asked for it reads it.',
  ...{ rows: 2, maxLength: 500 },
};

type AnyReason = { readonly code: string; readonly customer: string | null; readonly staff: string };

/** The text that belongs to the chosen code, before it is sent. */
function ReasonTexts({ reason }: { reason: AnyReason | undefined }) {
  if (!reason) return null;
  return (
    <div className="reads">
      <p>
        <b>Customer reads:</b> {reason.customer ?? 'nothing. This stays among staff.'}
      </p>
      <p className="ink-2">
        <b>Staff:</b> {reason.staff}
      </p>
    </div>
  );
}

type SelectProps = Omit<ComponentProps<typeof SelectField>, 'label' | 'options'>;

/** A coded reason out of a list, with the words that it stands for. */
export const ReasonOf = ({
  reasons,
  code,
  ...field
}: SelectProps & { reasons: readonly AnyReason[]; code: string }) => (
  <div>
    <SelectField
      label="Reason"
      empty="Choose a reason"
      options={reasons.map((reason) => ({ value: reason.code, name: statusWord(reason.code) }))}
      {...field}
    />
    <ReasonTexts reason={reasons.find((reason) => reason.code === code)} />
  </div>
);

/** One of those of an act on an order. */
export const ReasonField = ({ act, ...field }: SelectProps & { act: ReasonedAct; code: string }) => (
  <ReasonOf reasons={reasonsFor(act)} {...field} />
);
