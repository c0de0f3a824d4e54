import { defineAction } from '../../../../ui/admin/define-action.tsx';
import { DetailsList } from '../../../../ui/admin/details.tsx';
import { api } from '../../../../ui/client.ts';
import { toastSuccess } from '../../../../ui/toast.ts';
import { CancelSession } from '../../schema.ts';
import { formatTimes } from '../../session.ts';
import { OneSession } from '../../staff-schema.ts';
import type { Workshop } from './workshop-labels.ts';
import { formatTakenSeats, workshopNotices } from './workshop-labels.ts';

type SessionProps = { session: Workshop };

const WorkshopDetails = ({ session: { title, startAt, endAt, seats } }: SessionProps) => (
  <DetailsList
    isFrozen
    details={[
      ['Workshop', title],
      ['When', formatTimes(startAt, endAt)],
      ['Seats taken', formatTakenSeats(seats)],
    ]}
  />
);

export const AnnounceDialog = defineAction(OneSession, api.workshopsDesk.announce, ({ session }: SessionProps) => ({
  title: 'Announce the workshop',
  confirmLabel: 'Announce',
  start: { sessionId: session.id },
  stale: [api.workshopsDesk.key()],
  success: () => toastSuccess(workshopNotices.announce, session),
  hint: 'Everyone will be able to see the workshop and register until it begins.',
  details: <WorkshopDetails session={session} />,
}));

/** Cancels, or completes an earlier cancellation. */
export const CancelDialog = defineAction(
  CancelSession,
  api.workshopsDesk.cancelSession,
  ({ session }: SessionProps) => {
    const isRetry = session.status === 'cancelled';
    return {
      title: isRetry ? 'Finish cancelling' : 'Cancel the workshop',
      confirmLabel: isRetry ? 'Finish cancelling' : 'Cancel workshop',
      grave: true,
      start: { sessionId: session.id, reason: '' },
      stale: [api.workshopsDesk.key(), api.paymentsDesk.key()],
      success: ({ ended, prepared, left }) =>
        toastSuccess(workshopNotices.cancel, { ended: String(ended), prepared: String(prepared), left: String(left) }),
      hint: 'Everyone registered gets an email. We prepare a refund of each payment; a colleague in finance or admin approves it.',
      details: <WorkshopDetails session={session} />,
      fields: { reason: { label: 'Reason', rows: 2 } },
    };
  },
);
