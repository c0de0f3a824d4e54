import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { call } from '../../../../ui/client.ts';
import { useKeys } from '../../../../ui/desk/keys.ts';
import { later } from '../../../../ui/later.tsx';
import { useAct } from '../../../compliance/screens/parts/use-act.ts';
import type { CaseView } from '../../../compliance/views.ts';

const AddDialog = later(() => import('./case-dialogs.tsx').then((parts) => parts.AddDialog));
const AssignCaseDialog = later(() => import('./case-dialogs.tsx').then((parts) => parts.AssignCaseDialog));
const CloseCaseDialog = later(() => import('./case-dialogs.tsx').then((parts) => parts.CloseCaseDialog));
const OpenReportDialog = later(() => import('./case-dialogs.tsx').then((parts) => parts.OpenReportDialog));
const ReopenDialog = later(() => import('./case-dialogs.tsx').then((parts) => parts.ReopenDialog));

type Open = 'add' | 'assign' | 'close' | 'reopen' | 'report';

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
  const onAssign = dialog('assign', may.work && folder.people.length > 0);
  const onReport = dialog('report', may.report);
  const onClose = dialog('close', may.close);
  const onReopen = dialog('reopen', may.reopen);
  useKeys({
    s: review.isPending ? undefined : onReview,
    a: onAdd,
    g: onAssign,
    r: onReport,
    c: onClose,
    o: onReopen,
    n: may.work ? toNote : undefined,
    f: may.work ? toFile : undefined,
  });
  // One thing stands out at a time: a release that waits for this person comes first.
  const decides = folder.orderLines.some(({ release }) => release?.mayDecide);
  const close = () => setOpen(null);
  const shared = { folder, onClose: close };
  return (
    <>
      <div className="decide">
        <div className="steps-row">
          {onReview && (
            <Button look={decides ? 'line' : 'primary'} busy={review.isPending} onClick={onReview}>
              Start the review <kbd>S</kbd>
            </Button>
          )}
          {onReport && (
            <Button look={onReview || decides ? 'line' : 'primary'} onClick={onReport}>
              Open a report <kbd>R</kbd>
            </Button>
          )}
          {onAdd && (
            <Button look="line" onClick={onAdd}>
              Add to the case <kbd>A</kbd>
            </Button>
          )}
          {onAssign && (
            <Button look="line" onClick={onAssign}>
              Give to <kbd>G</kbd>
            </Button>
          )}
          {onClose && (
            <Button look="line" onClick={onClose}>
              Close <kbd>C</kbd>
            </Button>
          )}
          {onReopen && (
            <Button look="line" onClick={onReopen}>
              Open again <kbd>O</kbd>
            </Button>
          )}
        </div>
        {state === 'closed' && <p className="t-2xs ink-2">It is closed. To add anything, open it again.</p>}
        {state !== 'closed' && assignee && assignee.id !== me && (
          <p className="t-2xs ink-2">{assignee.name} works on it. You may help.</p>
        )}
      </div>
      {open === 'add' && <AddDialog {...shared} />}
      {open === 'assign' && <AssignCaseDialog {...shared} />}
      {open === 'close' && <CloseCaseDialog {...shared} />}
      {open === 'reopen' && <ReopenDialog {...shared} />}
      {open === 'report' && <OpenReportDialog {...shared} />}
    </>
  );
}
