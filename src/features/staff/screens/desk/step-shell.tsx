import { useQueryClient } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { statusWord } from '../../../../ui/badge.tsx';
import { api } from '../../../../ui/client.ts';
import { ActDialog } from '../../../../ui/desk/act-dialog.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { toastSuccess } from '../../../../ui/toast.ts';
import { type ReasonedAct, readReason, reasonsFor } from '../../../trading/order/reasons.ts';
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

/** After a step the newest state is read; after a refusal too, since somebody may have moved the order. */
export function useOutcome({ step: { act, file }, onClose }: StepProps) {
  const queries = useQueryClient();
  const reread = () => queries.invalidateQueries({ queryKey: api.desk.key() });
  return {
    done: () => {
      onClose();
      // Said once the newest state stands: whoever works by keys goes on at once, and must not hit the old one.
      void reread().finally(() => toastSuccess(deskNotices[act], file.order));
    },
    refused: () => {
      void reread();
      return undefined;
    },
  };
}

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

/** The text that belongs to the chosen code, before it is sent. */
function ReasonTexts({ act, code }: { act: ReasonedAct; code: string }) {
  const reason = readReason(act, code);
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

type ReasonFieldProps = { act: ReasonedAct; code: string } & Omit<
  ComponentProps<typeof SelectField>,
  'label' | 'options'
>;

/** A coded reason, with the words that it stands for. */
export const ReasonField = ({ act, code, ...field }: ReasonFieldProps) => (
  <div>
    <SelectField
      label="Reason"
      empty="Choose a reason"
      options={reasonsFor(act).map((reason) => ({ value: reason.code, name: statusWord(reason.code) }))}
      {...field}
    />
    <ReasonTexts act={act} code={code} />
  </div>
);
