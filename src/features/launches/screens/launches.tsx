import { Link } from 'react-router';
import { isFor } from '../../../kernel/acts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { api } from '../../../ui/client.ts';
import { deskMeta, useDeskPerson } from '../../../ui/desk/frame.tsx';
import { queueKeys } from '../../../ui/desk/keys-line.tsx';
import { type Column, DeskList } from '../../../ui/desk/list.tsx';
import { NotForRole } from '../../../ui/desk/not-for-role.tsx';
import { SearchField } from '../../../ui/desk/search-field.tsx';
import { usePages, usePlace } from '../../../ui/desk/use-list.ts';
import { useView, ViewChips } from '../../../ui/desk/view-chips.tsx';
import { momentText } from '../../../ui/format.ts';
import { launchActs } from '../acts.ts';
import { launchDeskWords } from '../desk-messages.ts';
import { type LaunchView, launchViews } from '../desk-schema.ts';
import { parts } from '../rubric.ts';
import type { Figures, LaunchLine } from '../shapes.ts';
import { launchKinds } from './words.ts';

export const meta = () => deskMeta('Launches');

const columns: readonly Column<LaunchLine>[] = [
  {
    name: 'Coin',
    className: 'ref wrap-any',
    of: ({ id, coinName }) => <Link to={`/admin/launches/${id}`}>{coinName}</Link>,
  },
  { name: 'Founder', className: 'wrap-any', of: ({ founder }) => founder },
  { name: 'State', of: ({ status }) => <Badge kind={launchKinds[status]}>{launchDeskWords[status]}</Badge> },
  {
    name: 'Since',
    of: ({ at, late }) => <span className={late ? 'age late' : undefined}>{momentText(at, { year: true })}</span>,
  },
  { name: 'Marked', right: true, of: ({ marked }) => `${marked} of ${parts.length}` },
];

const names = { waiting: 'To read', late: 'Over five days', founder: 'Founder', decided: 'Over' } as const;
const views = launchViews.map((key) => ({ key, name: names[key] }));
const none: Readonly<Record<LaunchView, string>> = {
  waiting: 'No launch waits to be read',
  late: 'No launch waits for longer than five days',
  founder: 'No founder was asked anything',
  decided: 'No launch is decided yet',
};

/** Coin launches, for whoever reads and judges them. */
export default function LaunchesScreen() {
  const { roles } = useDeskPerson();
  const who = 'Compliance, support or admin';
  return isFor(launchActs.look, roles) ? <Launches /> : <NotForRole what="Launches" who={who} />;
}

const Decided = ({ accepted, declined, notEnough }: Figures) => (
  <span className="ink-3 only-wide num">
    Decided so far: {accepted} accepted, {declined} declined, {notEnough} not enough
  </span>
);

function Launches() {
  const { search, set } = usePlace();
  const { view, chips } = useView(views, 'waiting');
  const { lines, first, ...asked } = usePages(api.launchesDesk.list, (after) => ({ view, search, after }));
  return (
    <DeskList
      asked={asked}
      lines={lines}
      columns={columns}
      look="customers"
      open="/admin/launches"
      bar={(field) => (
        <div className="bar2">
          <h1 className="sr">Launches</h1>
          <SearchField
            label="Search launches"
            placeholder="Coin, founder or e-mail"
            search={search}
            field={field}
            onSearch={(text) => set({ search: text })}
          />
          <ViewChips {...chips} counts={first?.counts} uncounted={['decided']} />
          {view === 'decided' && first && <Decided {...first.figures} />}
        </div>
      )}
      failed="The launches could not be read."
      empty={{ title: search === '' ? none[view] : 'No launch matches' }}
      keys={queueKeys}
    />
  );
}
