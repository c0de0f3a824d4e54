import { api } from '../../../../ui/client.ts';
import { ActDialog } from '../../../../ui/desk/act-dialog.tsx';
import { FactList } from '../../../../ui/desk/facts.tsx';
import { useDone, useReread } from '../../../../ui/desk/use-reread.ts';
import { TextField } from '../../../../ui/field.tsx';
import { useCommandForm } from '../../../../ui/form.tsx';
import { toastSuccess } from '../../../../ui/toast.ts';
import { OneSession } from '../../../workshops/desk-schema.ts';
import { CancelSession } from '../../../workshops/schema.ts';
import { timesText } from '../../../workshops/times.ts';
import { workshopNotices } from '../../messages.ts';
import type { Workshop } from './data.ts';
import { takenText } from './workshop-words.ts';

type Props = { session: Workshop; onClose: () => void };

const Of = ({ session: { title, startAt, endAt, seats } }: { session: Workshop }) => (
  <FactList
    frozen
    facts={[
      ['Workshop', title],
      ['When', timesText(startAt, endAt)],
      ['Places taken', takenText(seats)],
    ]}
  />
);

/** From here on everybody sees it. */
export function AnnounceDialog({ session, onClose }: Props) {
  const { busy, submit } = useCommandForm(OneSession, api.workshopsDesk.announce, {
    start: { sessionId: session.id },
    ...useDone([api.workshopsDesk.key()], { onClose, says: () => toastSuccess(workshopNotices.announce, session) }),
  });
  return (
    <ActDialog title="Announce the workshop" says="Announce it" {...{ busy, submit, onClose }}>
      <p className="ink-2">Everybody sees it from now on, and can register until it begins.</p>
      <Of session={session} />
    </ActDialog>
  );
}

/** Calls it off, or does what was left when that was done before. */
export function CancelDialog({ session, onClose }: Props) {
  const { tell, refused } = useReread(api.workshopsDesk.key(), api.paymentsDesk.key());
  const { field, busy, submit } = useCommandForm(CancelSession, api.workshopsDesk.cancelSession, {
    start: { sessionId: session.id, reason: '' },
    refused,
    done: ({ ended, prepared, left }) => {
      onClose();
      tell(() =>
        toastSuccess(workshopNotices.cancel, { ended: String(ended), prepared: String(prepared), left: String(left) }),
      );
    },
  });
  const again = session.status === 'cancelled';
  return (
    <ActDialog
      title={again ? 'Do what was left' : 'Call the workshop off'}
      says={again ? 'Do it' : 'Call it off'}
      grave
      {...{ busy, submit, onClose }}
    >
      <p className="ink-2">
        Nobody waits or pays for it any more, and everybody is written to. What was paid is prepared to go back;
        somebody else of finance or admin approves each return.
      </p>
      <Of session={session} />
      <TextField label="Reason" rows={2} {...field('reason')} />
    </ActDialog>
  );
}
