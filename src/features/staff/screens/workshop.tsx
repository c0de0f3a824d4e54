import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { isFor } from '../../../kernel/acts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { api } from '../../../ui/client.ts';
import { ActBar } from '../../../ui/desk/act-bar.tsx';
import { Alone } from '../../../ui/desk/alone.tsx';
import '../../../ui/desk/desk-page.css';
import '../../../ui/desk/desk-print.css';
import { FactList } from '../../../ui/desk/facts.tsx';
import { type DeskPerson, deskMeta, useDeskPerson } from '../../../ui/desk/frame.tsx';
import type { KeyName } from '../../../ui/desk/keys-line.tsx';
import { forRole } from '../../../ui/desk/not-for-role.tsx';
import { later } from '../../../ui/later.tsx';
import { workshopActs } from '../../workshops/acts.ts';
import { timesText } from '../../workshops/times.ts';
import type { WorkshopFile } from './desk/data.ts';
import { Door } from './desk/workshop-door.tsx';
import { People } from './desk/workshop-people.tsx';
import { takenText, waitingIn, workshopWord } from './desk/workshop-words.ts';

const Awards = later(() => import('./desk/workshop-awards.tsx').then((parts) => parts.Awards));
const AnnounceDialog = later(() => import('./desk/workshop-dialogs.tsx').then((parts) => parts.AnnounceDialog));
const CancelDialog = later(() => import('./desk/workshop-dialogs.tsx').then((parts) => parts.CancelDialog));
const ChangeDialog = later(() => import('./desk/workshop-form.tsx').then((parts) => parts.ChangeDialog));

export const meta = () => deskMeta('Workshop');

const holdKeys: readonly KeyName[] = [
  [['A'], 'announce'],
  [['E'], 'change'],
];
/** Only the keys of what is for whoever holds these roles. */
const keysOf = (roles: readonly string[]): readonly KeyName[] => [
  ...(isFor(workshopActs.hold, roles) ? holdKeys : []),
  ...(isFor(workshopActs.cancel, roles) ? [[['X'], 'call off'] as const] : []),
  [['Esc'], 'back to the list'],
];
const back = { to: '/admin/workshops', name: 'Workshops' };

/** One workshop: what everybody reads of it, who comes, and the door. */
export default forRole(
  { act: workshopActs.see, what: 'Workshops', who: 'Instructors, finance, support or admin' },
  WorkshopScreen,
);

function WorkshopScreen({ person }: { person: DeskPerson }) {
  const { sessionId = '' } = useParams();
  const query = useQuery(api.workshopsDesk.session.queryOptions({ input: { sessionId } }));
  return (
    <Alone query={query} back={back} keys={keysOf(person.roles)} failed="The workshop could not be read.">
      {(file) => <WorkshopPanel file={file} />}
    </Alone>
  );
}

function WorkshopPanel({ file: { session, mine } }: { file: WorkshopFile }) {
  const { roles } = useDeskPerson();
  const seesAwards = session.checkedIn > 0 && isFor(workshopActs.seeAwards, roles);
  const [open, setOpen] = useState<'announce' | 'change' | 'cancel' | null>(null);
  const { title, description, startAt, endAt, place, link, seats, state, flyer, flyerAlt } = session;
  const close = { session, onClose: () => setOpen(null) };
  const may = (act: 'announce' | 'change' | 'cancel') => (mine[act] ? () => setOpen(act) : undefined);
  return (
    <>
      <div className="in desk-page">
        <header className="row between wraps">
          <h1 className="title wrap-any">{title}</h1>
          <Badge kind={workshopWord[state].kind}>{workshopWord[state].text}</Badge>
        </header>
        <FactList
          facts={[
            ['When', timesText(startAt, endAt)],
            ['Where', place],
            ['Places taken', takenText(seats)],
            ['In line', String(waitingIn(seats))],
          ]}
        />
        <div className="stack no-print">
          <p className="as-written wrap-any">{description}</p>
          {link && <p className="wrap-any">For those online: {link}</p>}
          {flyer && <img className="picture" src={flyer} alt={flyerAlt ?? ''} />}
        </div>
        {mine.checkIn && <Door sessionId={session.id} />}
        <People session={session} />
        {seesAwards && <Awards sessionId={session.id} works={isFor(workshopActs.release, roles)} />}
      </div>
      <ActBar
        acts={[
          { name: 'Announce', key: 'a', look: 'primary', on: may('announce') },
          { name: 'Change', key: 'e', on: may('change') },
          {
            name: state === 'cancelled' ? 'Do what was left' : 'Call off',
            key: 'x',
            look: 'bad-line',
            on: may('cancel'),
          },
        ]}
      />
      {open === 'announce' && <AnnounceDialog {...close} />}
      {open === 'change' && <ChangeDialog {...close} />}
      {open === 'cancel' && <CancelDialog {...close} />}
    </>
  );
}
