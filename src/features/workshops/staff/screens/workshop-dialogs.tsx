import { ActionDialog } from '../../../../ui/admin/action-dialog.tsx';
import { DetailsList } from '../../../../ui/admin/details.tsx';
import { useFormOutcome, useInvalidate } from '../../../../ui/admin/use-invalidate.ts';
import { api } from '../../../../ui/client.ts';
import { TextField } from '../../../../ui/field.tsx';
import { useCommandForm } from '../../../../ui/form.tsx';
import { toastSuccess } from '../../../../ui/toast.ts';
import { CancelSession } from '../../schema.ts';
import { formatTimes } from '../../session.ts';
import { OneSession } from '../../staff-schema.ts';
import type { Workshop } from './workshop-labels.ts';
import { formatTaken, workshopNotices } from './workshop-labels.ts';

type Props = { session: Workshop; onClose: () => void };

const WorkshopDetails = ({ session: { title, startAt, endAt, seats } }: { session: Workshop }) => (
  <DetailsList
    isFrozen
    details={[
      ['Workshop', title],
      ['When', formatTimes(startAt, endAt)],
      ['Seats taken', formatTaken(seats)],
    ]}
  />
);

export function AnnounceDialog({ session, onClose }: Props) {
  const { busy, submit } = useCommandForm(OneSession, api.workshopsDesk.announce, {
    start: { sessionId: session.id },
    ...useFormOutcome([api.workshopsDesk.key()], {
      onClose,
      onSuccess: () => toastSuccess(workshopNotices.announce, session),
    }),
  });
  return (
    <ActionDialog title="Announce the workshop" says="Announce" {...{ busy, submit, onClose }}>
      <p className="ink-2">Everyone will be able to see the workshop and register until it begins.</p>
      <WorkshopDetails session={session} />
    </ActionDialog>
  );
}

/** Cancels, or completes an earlier cancellation. */
export function CancelDialog({ session, onClose }: Props) {
  const { afterRefresh, refused } = useInvalidate(api.workshopsDesk.key(), api.paymentsDesk.key());
  const { field, busy, submit } = useCommandForm(CancelSession, api.workshopsDesk.cancelSession, {
    start: { sessionId: session.id, reason: '' },
    refused,
    done: ({ ended, prepared, left }) => {
      onClose();
      afterRefresh(() =>
        toastSuccess(workshopNotices.cancel, { ended: String(ended), prepared: String(prepared), left: String(left) }),
      );
    },
  });
  const isRetry = session.status === 'cancelled';
  return (
    <ActionDialog
      title={isRetry ? 'Finish cancelling' : 'Cancel the workshop'}
      says={isRetry ? 'Finish cancelling' : 'Cancel workshop'}
      grave
      {...{ busy, submit, onClose }}
    >
      <p className="ink-2">
        Everyone registered gets an email. We prepare a refund of each payment; a colleague in finance or admin approves
        it.
      </p>
      <WorkshopDetails session={session} />
      <TextField label="Reason" rows={2} {...field('reason')} />
    </ActionDialog>
  );
}
