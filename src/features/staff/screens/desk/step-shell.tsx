import { api } from '../../../../ui/client.ts';
import { useDone } from '../../../../ui/desk/use-reread.ts';
import { toastSuccess } from '../../../../ui/toast.ts';
import { deskNotices } from '../../messages.ts';
import type { Around } from './act-forms.tsx';
import { type Act, acts } from './acts.ts';
import type { Case } from './data.ts';
import type { Found } from './found.ts';

/** A step that somebody opened, with the order as they saw it: what they confirm is what they read. */
export type OpenStep = { act: Act; file: Case; found: Found };
export type StepProps = { step: OpenStep; onClose: () => void };

/** The dialog around the form of a step, and what follows it. The button may say more than the name of the act. */
export function useShell({ step: { act, file }, onClose }: StepProps, says?: string): Around {
  const { name, grave = false } = acts[act];
  const outcome = useDone([api.desk.key()], { onClose, says: () => toastSuccess(deskNotices[act], file.order) });
  return { dialog: { title: `${name}: ${file.order.reference}`, says: says ?? name, grave, onClose }, outcome };
}
