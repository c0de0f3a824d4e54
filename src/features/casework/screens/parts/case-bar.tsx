import { useState } from 'react';
import { ActionBar } from '../../../../ui/admin/action-bar.tsx';
import { useShortcuts } from '../../../../ui/admin/shortcuts.ts';
import { call } from '../../../../ui/client.ts';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import { useAction } from '../../../compliance/screens/parts/use-action.ts';
import type { CaseView } from '../../../compliance/views.ts';

const dialogs = {
  add: lazyPart(() => import('./case-dialogs.tsx').then((parts) => parts.AddDialog)),
  assign: lazyPart(() => import('./case-dialogs.tsx').then((parts) => parts.AssignCaseDialog)),
  close: lazyPart(() => import('./case-dialogs.tsx').then((parts) => parts.CloseCaseDialog)),
  reopen: lazyPart(() => import('./case-dialogs.tsx').then((parts) => parts.ReopenDialog)),
  report: lazyPart(() => import('./case-dialogs.tsx').then((parts) => parts.OpenReportDialog)),
};
type Open = keyof typeof dialogs;

const focusNote = () => document.querySelector<HTMLElement>('#story ~ form textarea')?.focus();
const openFilePicker = () => document.querySelector<HTMLElement>('#files ~ .field input[type="file"]')?.click();

export function CaseBar({ folder, me }: { folder: CaseView; me: string }) {
  const [open, setOpen] = useState<Open | null>(null);
  const { id, may, customer, state, assignee } = folder;
  const review = useAction({
    send: () => call.compliance.startReview({ caseId: id }),
    says: 'caseReview',
    params: { name: customer.name },
  });
  const dialog = (which: Open, allowed: boolean) => (allowed ? () => setOpen(which) : undefined);
  const onReview = may.startReview ? () => review.mutate(undefined) : undefined;
  const onAdd = dialog('add', may.work && folder.otherAlerts.length + folder.otherOrders.length > 0);
  useShortcuts({ n: may.work ? focusNote : undefined, f: may.work ? openFilePicker : undefined });
  // Only one primary button: a release that this user can decide has priority.
  const canDecide = folder.orderLines.some(({ release }) => release?.mayDecide);
  const Dialog = open && dialogs[open];
  return (
    <>
      <ActionBar
        actions={[
          {
            name: 'Start review',
            key: 's',
            onPress: onReview,
            look: canDecide ? 'line' : 'primary',
            busy: review.isPending,
          },
          {
            name: 'Open a report',
            key: 'r',
            onPress: dialog('report', may.report),
            look: onReview || canDecide ? 'line' : 'primary',
          },
          { name: 'Add to case', key: 'a', onPress: onAdd },
          { name: 'Assign', key: 'g', onPress: dialog('assign', may.work && folder.people.length > 0) },
          { name: 'Close', key: 'c', onPress: dialog('close', may.close) },
          { name: 'Reopen', key: 'o', onPress: dialog('reopen', may.reopen) },
        ]}
      >
        {state === 'closed' && <p className="t-2xs ink-2">Closed. Reopen the case to add anything.</p>}
        {state !== 'closed' && assignee && assignee.id !== me && (
          <p className="t-2xs ink-2">{assignee.name} is working on this. You can help.</p>
        )}
      </ActionBar>
      {Dialog && <Dialog folder={folder} onClose={() => setOpen(null)} />}
    </>
  );
}
