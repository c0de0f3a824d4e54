import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { isFor } from '../../../kernel/acts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { api } from '../../../ui/client.ts';
import { deskMeta, useDeskPerson } from '../../../ui/desk/frame.tsx';
import { queueKeys } from '../../../ui/desk/keys-line.tsx';
import { type Column, DeskList } from '../../../ui/desk/list.tsx';
import { SearchField } from '../../../ui/desk/search-field.tsx';
import { usePages, usePlace } from '../../../ui/desk/use-list.ts';
import { KindField, ViewChips } from '../../../ui/desk/view-chips.tsx';
import { ageText, momentText } from '../../../ui/format.ts';
import { Notice } from '../../../ui/notice.tsx';
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

/** What people reported as scams, by matter, for whoever reads or judges it. */
export default function ScamMattersScreen() {
  const { roles } = useDeskPerson();
  if (isFor(scamActs.read, roles)) return <Matters roles={roles} />;
  return (
    <div className="panel">
      <div className="in">
        <h1 className="title">Reported scams</h1>
        <Notice>Your role does not include this. Compliance, support or admin read it.</Notice>
      </div>
    </div>
  );
}

function Matters({ roles }: { roles: ReturnType<typeof useDeskPerson>['roles'] }) {
  const { params, search, set } = usePlace();
  const view = views.find(({ key }) => key === params.get('view'))?.key ?? 'waiting';
  const kind = indicatorKinds.find((one) => one === params.get('kind')) ?? null;
  const { lines, ...asked } = usePages(api.scamDesk.matters, (after) => ({ view, kind, search, after }));
  const counts = useQuery(api.scamDesk.count.queryOptions());
  const navigate = useNavigate();
  return (
    <DeskList
      asked={asked}
      lines={lines}
      columns={columns}
      look="customers"
      at={params.get('at')}
      onAt={(id) => set({ at: id })}
      open={(id) => void navigate(`/admin/scams/${id}`)}
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
          <ViewChips
            views={views}
            chosen={view}
            uncounted={views.map(({ key }) => key)}
            onChoose={(key) => set({ view: key === 'waiting' ? '' : key, at: '' })}
          />
          {isFor(scamActs.judge, roles) && (
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
