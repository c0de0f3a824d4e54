import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { isFor } from '../../../kernel/acts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { api } from '../../../ui/client.ts';
import { type DeskPerson, deskMeta } from '../../../ui/desk/frame.tsx';
import { queueKeys } from '../../../ui/desk/keys-line.tsx';
import { type Column, DeskList } from '../../../ui/desk/list.tsx';
import { forRole } from '../../../ui/desk/not-for-role.tsx';
import { SearchField } from '../../../ui/desk/search-field.tsx';
import { usePages, usePlace } from '../../../ui/desk/use-list.ts';
import { KindField, useView, ViewChips } from '../../../ui/desk/view-chips.tsx';
import { ageText, momentText } from '../../../ui/format.ts';
import { serverNow } from '../../../ui/server-clock.ts';
import { scamActs } from '../acts.ts';
import type { MatterView } from '../desk/desk-schema.ts';
import { indicatorKinds } from '../indicators/indicator.ts';
import { kindWords } from '../warning-words.ts';
import { kindsText, type MatterLine, verdictWord } from './desk-words.ts';

export const meta = () => deskMeta('Reported scams');

/** On a phone a row has no head above it that says what is counted. */
const Counted = ({ count, of }: { count: number; of: string }) => (
  <>
    {count}
    <span className="only-phone"> {of}</span>
  </>
);

const columns: readonly Column<MatterLine>[] = [
  { name: 'Matter', className: 'ref wrap-any', of: ({ id, name }) => <Link to={`/admin/scams/${id}`}>{name}</Link> },
  { name: 'Names', className: 'wrap-any', of: ({ kinds }) => kindsText(kinds) },
  {
    name: 'People',
    right: true,
    of: ({ people }) => <Counted count={people} of={people === 1 ? 'person' : 'people'} />,
  },
  {
    name: 'Reports',
    right: true,
    of: ({ reports }) => <Counted count={reports} of={reports === 1 ? 'report' : 'reports'} />,
  },
  {
    name: 'Verdict',
    of: ({ verdict, published }) => (
      <Badge kind={verdictWord(verdict).kind}>
        {verdictWord(verdict).text}
        {published ? ', published' : ''}
      </Badge>
    ),
  },
  {
    name: 'Waits',
    of: ({ waitsSince, lastReportAt }) =>
      waitsSince ? ageText(waitsSince, serverNow()) : momentText(lastReportAt, { year: true }),
  },
];

const views: readonly { key: MatterView; name: string }[] = [
  { key: 'waiting', name: 'To look at' },
  { key: 'all', name: 'All' },
];
const none: Readonly<Record<MatterView, string>> = {
  waiting: 'No report waits',
  all: 'Nobody reported anything yet',
};

/**
 * /admin/scams, the list of all submissions for admins [001 §2 Scam Detector page, §6 Admin]: what people reported as
 * scams, by matter, for whoever reads or judges it.
 */
export default forRole({ act: scamActs.read, what: 'Reported scams', who: 'Compliance, support or admin' }, Matters);

function Matters({ person }: { person: DeskPerson }) {
  const { params, search, set } = usePlace();
  const { view, chips } = useView(views, 'waiting');
  const kind = indicatorKinds.find((one) => one === params.get('kind')) ?? null;
  const { lines, ...asked } = usePages(api.scamDesk.matters, (after) => ({ view, kind, search, after }));
  const counts = useQuery(api.scamDesk.count.queryOptions());
  return (
    <DeskList
      asked={asked}
      lines={lines}
      columns={columns}
      look="customers"
      open="/admin/scams"
      bar={(field) => (
        <div className="bar2">
          <h1 className="sr">Reported scams</h1>
          <SearchField
            label="Search by what is named"
            placeholder="Whole site, wallet, phone, name"
            search={search}
            field={field}
            onSearch={(text) => set({ search: text, at: '' })}
          />
          <ViewChips {...chips} uncounted={views.map(({ key }) => key)} />
          {isFor(scamActs.judge, person.roles) && (
            <Link className="link" to="/admin/scams/appeals">
              Appeals{counts.data ? ` (${counts.data.appeals})` : ''}
            </Link>
          )}
          <KindField kinds={kindWords} chosen={kind} onChoose={(one) => set({ kind: one, at: '' })} />
        </div>
      )}
      failed="The reports could not be read."
      empty={{ title: search === '' && kind === null ? none[view] : 'Nothing fits' }}
      keys={queueKeys}
    />
  );
}
