import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { roleAllows } from '../../../kernel/permissions.ts';
import { ActionBar } from '../../../ui/admin/action-bar.tsx';
import { DetailPage } from '../../../ui/admin/detail-page.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { api } from '../../../ui/client.ts';
import '../../../ui/admin/admin-page.css';
import '../../../ui/admin/admin-print.css';
import { DetailsList } from '../../../ui/admin/details.tsx';
import { adminMeta, type StaffUser, useStaffUser } from '../../../ui/admin/frame.tsx';
import { restrictToRole } from '../../../ui/admin/role-notice.tsx';
import type { Shortcut } from '../../../ui/admin/shortcut-help.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { workshopPermissions } from '../../workshops/acts.ts';
import { formatTimes } from '../../workshops/times.ts';
import type { WorkshopFile } from './data.ts';
import { Attendees } from './workshops/workshop-attendees.tsx';
import { CheckIn } from './workshops/workshop-check-in.tsx';
import { countWaiting, formatTaken, workshopStateLabels } from './workshops/workshop-labels.ts';

const Awards = lazyPart(() => import('./workshops/workshop-awards.tsx').then((parts) => parts.Awards));
const AnnounceDialog = lazyPart(() => import('./workshops/workshop-dialogs.tsx').then((parts) => parts.AnnounceDialog));
const CancelDialog = lazyPart(() => import('./workshops/workshop-dialogs.tsx').then((parts) => parts.CancelDialog));
const ChangeDialog = lazyPart(() => import('./workshops/workshop-form.tsx').then((parts) => parts.ChangeDialog));

export const meta = () => adminMeta('Workshop');

const editShortcuts: readonly Shortcut[] = [
  [['A'], 'announce'],
  [['E'], 'change'],
];
const getShortcuts = (roles: readonly string[]): readonly Shortcut[] => [
  ...(roleAllows(workshopPermissions.hold, roles) ? editShortcuts : []),
  ...(roleAllows(workshopPermissions.cancel, roles) ? [[['X'], 'cancel'] as const] : []),
  [['Esc'], 'back to the list'],
];
const back = { to: '/admin/workshops', name: 'Workshops' };

export default restrictToRole(
  { permission: workshopPermissions.see, subject: 'Workshops', readers: 'Instructors, finance, support or admin' },
  WorkshopScreen,
);

function WorkshopScreen({ person }: { person: StaffUser }) {
  const { sessionId = '' } = useParams();
  const query = useQuery(api.workshopsDesk.session.queryOptions({ input: { sessionId } }));
  return (
    <DetailPage query={query} back={back} keys={getShortcuts(person.roles)} failed="Couldn't load the workshop.">
      {(file) => <WorkshopPanel file={file} />}
    </DetailPage>
  );
}

function WorkshopPanel({ file: { session, mine } }: { file: WorkshopFile }) {
  const { roles } = useStaffUser();
  const canSeeAwards = session.checkedIn > 0 && roleAllows(workshopPermissions.seeAwards, roles);
  const [open, setOpen] = useState<'announce' | 'change' | 'cancel' | null>(null);
  const { title, description, startAt, endAt, place, link, seats, state, flyer, flyerAlt } = session;
  const dialogProps = { session, onClose: () => setOpen(null) };
  const getHandler = (act: 'announce' | 'change' | 'cancel') => (mine[act] ? () => setOpen(act) : undefined);
  return (
    <>
      <div className="in desk-page">
        <header className="row between wraps">
          <h1 className="title wrap-any">{title}</h1>
          <Badge kind={workshopStateLabels[state].kind}>{workshopStateLabels[state].text}</Badge>
        </header>
        <DetailsList
          details={[
            ['When', formatTimes(startAt, endAt)],
            ['Where', place],
            ['Seats taken', formatTaken(seats)],
            ['Waiting', String(countWaiting(seats))],
          ]}
        />
        <div className="stack no-print">
          <p className="as-written wrap-any">{description}</p>
          {link && <p className="wrap-any">Online link: {link}</p>}
          {flyer && <img className="picture" src={flyer} alt={flyerAlt ?? ''} />}
        </div>
        {mine.checkIn && <CheckIn sessionId={session.id} />}
        <Attendees session={session} />
        {canSeeAwards && <Awards sessionId={session.id} canRelease={roleAllows(workshopPermissions.release, roles)} />}
      </div>
      <ActionBar
        actions={[
          { name: 'Announce', key: 'a', look: 'primary', onPress: getHandler('announce') },
          { name: 'Change', key: 'e', onPress: getHandler('change') },
          {
            name: state === 'cancelled' ? 'Finish cancelling' : 'Cancel workshop',
            key: 'x',
            look: 'bad-line',
            onPress: getHandler('cancel'),
          },
        ]}
      />
      {open === 'announce' && <AnnounceDialog {...dialogProps} />}
      {open === 'change' && <ChangeDialog {...dialogProps} />}
      {open === 'cancel' && <CancelDialog {...dialogProps} />}
    </>
  );
}
