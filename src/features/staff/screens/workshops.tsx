import { useState } from 'react';
import { Link } from 'react-router';
import { isFor } from '../../../kernel/acts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { api } from '../../../ui/client.ts';
import { type DeskPerson, deskMeta } from '../../../ui/desk/frame.tsx';
import { queueKeys } from '../../../ui/desk/keys-line.tsx';
import { type Column, DeskList } from '../../../ui/desk/list.tsx';
import { forRole } from '../../../ui/desk/not-for-role.tsx';
import { usePages } from '../../../ui/desk/use-list.ts';
import { useView, ViewChips } from '../../../ui/desk/view-chips.tsx';
import { later } from '../../../ui/later.tsx';
import { workshopActs } from '../../workshops/acts.ts';
import type { SessionView } from '../../workshops/desk-schema.ts';
import { timesText } from '../../workshops/times.ts';
import type { WorkshopLine } from './desk/data.ts';
import { takenText, waitingIn, workshopWord } from './desk/workshop-words.ts';

const MakeDialog = later(() => import('./desk/workshop-form.tsx').then((parts) => parts.MakeDialog));

export const meta = () => deskMeta('Workshops');

const columns: readonly Column<WorkshopLine>[] = [
  {
    name: 'Workshop',
    className: 'ref wrap-any',
    of: ({ id, title }) => <Link to={`/admin/workshops/${id}`}>{title}</Link>,
  },
  { name: 'When', of: ({ startAt, endAt }) => timesText(startAt, endAt) },
  { name: 'Places taken', of: ({ seats }) => takenText(seats) },
  {
    name: 'State',
    of: ({ state }) => <Badge kind={workshopWord[state].kind}>{workshopWord[state].text}</Badge>,
  },
  {
    name: 'Waiting',
    of: ({ seats }) => {
      const waiting = waitingIn(seats);
      return waiting === 0 ? '' : `${waiting} in line`;
    },
  },
];

const views: readonly { key: SessionView; name: string }[] = [
  { key: 'coming', name: 'Coming' },
  { key: 'drafts', name: 'Drafts' },
  { key: 'past', name: 'Past' },
  { key: 'cancelled', name: 'Called off' },
];
const none: Readonly<Record<SessionView, string>> = {
  coming: 'No workshop is to come',
  drafts: 'No workshop is being prepared',
  past: 'No workshop is over',
  cancelled: 'No workshop was called off',
};

/** The workshops that are held, for those who hold them or see who comes. */
export default forRole(
  { act: workshopActs.see, what: 'Workshops', who: 'Instructors, finance, support or admin' },
  Workshops,
);

function Workshops({ person }: { person: DeskPerson }) {
  const { view, chips } = useView(views, 'coming');
  const { lines, ...asked } = usePages(api.workshopsDesk.sessions, (after) => ({ view, after }));
  const [making, setMaking] = useState(false);
  return (
    <>
      <DeskList
        asked={asked}
        lines={lines}
        columns={columns}
        look="customers"
        open="/admin/workshops"
        bar={() => (
          <div className="bar2">
            <h1 className="sr">Workshops</h1>
            <ViewChips {...chips} uncounted={views.map(({ key }) => key)} />
            {isFor(workshopActs.hold, person.roles) && (
              <Button size="small" onClick={() => setMaking(true)}>
                New workshop
              </Button>
            )}
          </div>
        )}
        failed="The workshops could not be read."
        empty={{ title: none[view] }}
        keys={queueKeys.filter(([[key]]) => key !== '/')}
      />
      {making && <MakeDialog onClose={() => setMaking(false)} />}
    </>
  );
}
