import { useState } from 'react';
import { Link } from 'react-router';
import { roleAllows } from '../../../../kernel/permissions.ts';
import { adminMeta, type StaffUser } from '../../../../ui/admin/frame.tsx';
import { AdminList, type Column } from '../../../../ui/admin/list.tsx';
import { restrictToRole } from '../../../../ui/admin/role-notice.tsx';
import { queueShortcuts } from '../../../../ui/admin/shortcuts.tsx';
import { usePages } from '../../../../ui/admin/use-list.ts';
import { useView, ViewChips } from '../../../../ui/admin/view-chips.tsx';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import { workshopPermissions } from '../../permissions.ts';
import { formatTimes } from '../../session.ts';
import type { SessionView } from '../../staff-schema.ts';
import type { WorkshopLine } from './workshop-labels.ts';
import { countWaiting, formatTakenSeats, workshopStateLabels } from './workshop-labels.ts';

const CreateDialog = lazyPart(() => import('./workshop-form.tsx').then((parts) => parts.CreateDialog));

export const meta = () => adminMeta('Workshops');

const columns: readonly Column<WorkshopLine>[] = [
  {
    name: 'Workshop',
    className: 'ref wrap-any',
    of: ({ id, title }) => <Link to={`/admin/workshops/${id}`}>{title}</Link>,
  },
  { name: 'When', of: ({ startAt, endAt }) => formatTimes(startAt, endAt) },
  { name: 'Seats taken', of: ({ seats }) => formatTakenSeats(seats) },
  {
    name: 'State',
    of: ({ state }) => <Badge kind={workshopStateLabels[state].kind}>{workshopStateLabels[state].text}</Badge>,
  },
  {
    name: 'Waiting',
    of: ({ seats }) => {
      const waiting = countWaiting(seats);
      return waiting === 0 ? '' : waiting;
    },
  },
];

const views: readonly { key: SessionView; name: string }[] = [
  { key: 'coming', name: 'Upcoming' },
  { key: 'drafts', name: 'Drafts' },
  { key: 'past', name: 'Past' },
  { key: 'cancelled', name: 'Cancelled' },
];
const emptyTitles: Readonly<Record<SessionView, string>> = {
  coming: 'No upcoming workshops',
  drafts: 'No drafts',
  past: 'No past workshops',
  cancelled: 'No cancelled workshops',
};

export default restrictToRole(
  { permission: workshopPermissions.see, subject: 'Workshops', readers: 'Instructors, finance, support and admins' },
  Workshops,
);

function Workshops({ person }: { person: StaffUser }) {
  const { view, chips } = useView(views, 'coming');
  const { lines, ...query } = usePages(api.workshopsDesk.sessions, (after) => ({ view, after }));
  const [isCreating, setIsCreating] = useState(false);
  return (
    <>
      <AdminList
        query={query}
        rows={lines}
        columns={columns}
        className="customers"
        open="/admin/workshops"
        renderBar={() => (
          <div className="bar2">
            <h1 className="sr">Workshops</h1>
            <ViewChips {...chips} uncounted={views.map(({ key }) => key)} />
            {roleAllows(workshopPermissions.hold, person.roles) && (
              <Button size="small" onClick={() => setIsCreating(true)}>
                New workshop
              </Button>
            )}
          </div>
        )}
        errorText="We couldn't load the workshops."
        empty={{ title: emptyTitles[view] }}
        shortcuts={queueShortcuts.filter(([[key]]) => key !== '/')}
      />
      {isCreating && <CreateDialog onClose={() => setIsCreating(false)} />}
    </>
  );
}
