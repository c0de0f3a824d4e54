import { useState } from 'react';
import { call } from '../../../../ui/client.ts';
import { ActBar } from '../../../../ui/desk/act-bar.tsx';
import { useKeys } from '../../../../ui/desk/keys.ts';
import { later } from '../../../../ui/later.tsx';
import { useAct } from '../../../compliance/screens/parts/use-act.ts';
import type { CaseView } from '../../../compliance/views.ts';

const dialogs = {
  add: later(() => import('./case-dialogs.tsx').then((parts) => parts.AddDialog)),
  assign: later(() => import('./case-dialogs.tsx').then((parts) => parts.AssignCaseDialog)),
  close: later(() => import('./case-dialogs.tsx').then((parts) => parts.CloseCaseDialog)),
  reopen: later(() => import('./case-dialogs.tsx').then((parts) => parts.ReopenDialog)),
  report: later(() => import('./case-dialogs.tsx').then((parts) => parts.OpenReportDialog)),
};
type Open = keyof typeof dialogs;

/** Where the field for a note stands; a key leads there. */
const toNote = () => document.querySelector<HTMLElement>('#story ~ form textarea')?.focus();
const toFile = () => document.querySelector<HTMLElement>('#files ~ .field input[type="file"]')?.click();

/** What may be done with a case, always in sight; only what is allowed stands there. */
export function CaseBar({ folder, me }: { folder: CaseView; me: string }) {
  const [open, setOpen] = useState<Open | null>(null);
  const { id, may, customer, state, assignee } = folder;
  const review = useAct({
    send: () => call.compliance.startReview({ caseId: id }),
    says: 'caseReview',
    params: { name: customer.name },
  });
  const dialog = (which: Open, allowed: boolean) => (allowed ? () => setOpen(which) : undefined);
  const onReview = may.startReview ? () => review.mutate(undefined) : undefined;
  const onAdd = dialog('add', may.work && folder.otherAlerts.length + folder.otherOrders.length > 0);
  useKeys({ n: may.work ? toNote : undefined, f: may.work ? toFile : undefined });
  // One thing stands out at a time: a release that waits for this person comes first.
  const decides = folder.orderLines.some(({ release }) => release?.mayDecide);
  const Dialog = open && dialogs[open];
  return (
    <>
      <ActBar
        acts={[
          {
            name: 'Start the review',
            key: 's',
            on: onReview,
            look: decides ? 'line' : 'primary',
            busy: review.isPending,
          },
          {
            name: 'Open a report',
            key: 'r',
            on: dialog('report', may.report),
            look: onReview || decides ? 'line' : 'primary',
          },
          { name: 'Add to the case', key: 'a', on: onAdd },
          { name: 'Give to', key: 'g', on: dialog('assign', may.work && folder.people.length > 0) },
          { name: 'Close', key: 'c', on: dialog('close', may.close) },
          { name: 'Open again', key: 'o', on: dialog('reopen', may.reopen) },
        ]}
      >
        {state === 'closed' && <p className="t-2xs ink-2">It is closed. To add anything, open it again.</p>}
        {state !== 'closed' && assignee && assignee.id !== me && (
          <p className="t-2xs ink-2">{assignee.name} works on it. You may help.</p>
        )}
      </ActBar>
      {Dialog && <Dialog folder={folder} onClose={() => setOpen(null)} />}
    </>
  );
}
