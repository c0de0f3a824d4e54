import { useFormOutcome } from '../../../../ui/admin/use-invalidate.ts';
import { api } from '../../../../ui/client.ts';
import { toastSuccess } from '../../../../ui/toast.ts';
import type { DialogFrame } from './command-forms.tsx';
import type { Case } from './data.ts';
import type { Findings } from './findings.ts';
import { orderNotices } from './notices.ts';
import { type OrderAction, orderActions } from './order-actions.ts';

/** An action with the order as shown on screen, which is what staff confirm. */
export type OpenStep = { action: OrderAction; file: Case; findings: Findings };
export type StepProps = { step: OpenStep; onClose: () => void };

export function useStepDialog({ step: { action, file }, onClose }: StepProps, says?: string): DialogFrame {
  const { name, grave = false } = orderActions[action];
  const outcome = useFormOutcome([api.desk.key()], {
    onClose,
    onSuccess: () => toastSuccess(orderNotices[action], file.order),
  });
  return { dialog: { title: `${name}: ${file.order.reference}`, says: says ?? name, grave, onClose }, outcome };
}
