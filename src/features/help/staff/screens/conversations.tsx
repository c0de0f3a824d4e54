import { Download } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatMessage } from '../../../../kernel/message-template.ts';
import { roleAllows } from '../../../../kernel/permissions.ts';
import { adminMeta, type StaffUser } from '../../../../ui/admin/frame.tsx';
import { AdminList, type Column } from '../../../../ui/admin/list.tsx';
import { restrictToRole } from '../../../../ui/admin/role-notice.tsx';
import { SearchField } from '../../../../ui/admin/search-field.tsx';
import { queueShortcuts } from '../../../../ui/admin/shortcuts.tsx';
import { usePages, useUrlState } from '../../../../ui/admin/use-list.ts';
import { useView, ViewChips } from '../../../../ui/admin/view-chips.tsx';
import { Badge } from '../../../../ui/badge.tsx';
import { api, type call } from '../../../../ui/client.ts';
import { formatDateTime } from '../../../../ui/format.ts';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import { stateBadges } from '../../conversation.ts';
import { aboutLabels, categoryLabels } from '../../customer-messages.ts';
import { helpPermissions } from '../../permissions.ts';
import { type HelpView, helpViews } from '../../schema.ts';
import { stateWords } from '../../staff-messages.ts';

export const meta = () => adminMeta('Help');

const RecordDialog = lazyPart(async () => (await import('./conversation-dialogs.tsx')).RecordDialog);
const RegisterDialog = lazyPart(async () => (await import('./conversation-dialogs.tsx')).RegisterDialog);

type Line = Awaited<ReturnType<typeof call.helpDesk.list>>['lines'][number];

const columns: readonly Column<Line>[] = [
  {
    name: 'Reference',
    className: 'ref',
    of: ({ id, reference }) => <Link to={`/admin/help/${id}`}>{reference}</Link>,
  },
  { name: 'Customer', className: 'wrap-any', of: ({ customer }) => customer },
  {
    name: 'Topic',
    of: ({ category, about, isComplaint }) => (
      <>
        {isComplaint && <b>Complaint. </b>}
        {categoryLabels[category]}
        {about && <span className="ink-3"> {formatMessage(aboutLabels[about.kind], { name: about.name })}</span>}
      </>
    ),
  },
  {
    name: 'Due',
    of: ({ dueAt, isLate, waitsSince }) =>
      dueAt ? (
        <span className={isLate ? 'age late' : undefined}>{formatDateTime(dueAt, { year: true })}</span>
      ) : (
        <span className="ink-3">since {formatDateTime(waitsSince, { year: true })}</span>
      ),
  },
  { name: 'Status', of: ({ state }) => <Badge kind={stateBadges[state]}>{stateWords[state]}</Badge> },
  { name: 'Owner', of: ({ owner }) => owner ?? <span className="ink-3">None</span> },
];

const viewLabels: Readonly<Record<HelpView, string>> = {
  waiting: 'To do',
  mine: 'Mine',
  unowned: 'Without owner',
  overdue: 'Overdue',
  complaints: 'Open complaints',
  customer: 'Waiting for customer',
  closed: 'Closed',
};
const views = helpViews.map((key) => ({ key, name: viewLabels[key] }));
const emptyTitles: Readonly<Record<HelpView, string>> = {
  waiting: 'Nothing to do',
  mine: 'You have no open conversations',
  unowned: 'Every conversation has an owner',
  overdue: 'Nothing is overdue',
  complaints: 'No open complaints',
  customer: 'No conversation waits for a customer',
  closed: 'No closed conversations yet',
};

export default restrictToRole(
  { permission: helpPermissions.answer, subject: 'Help', readers: 'The back office' },
  Conversations,
);

function Conversations({ person }: { person: StaffUser }) {
  const [opened, setOpened] = useState<'record' | 'register' | null>(null);
  const { search, set } = useUrlState();
  const { view, chips } = useView(views, 'waiting');
  const { lines, first, ...query } = usePages(api.helpDesk.list, (after) => ({ view, search, after }));
  return (
    <>
      <AdminList
        query={query}
        rows={lines}
        columns={columns}
        className="customers"
        open="/admin/help"
        renderBar={(field) => (
          <div className="bar2">
            <h1 className="sr">Help</h1>
            <SearchField
              label="Search conversations"
              placeholder="Reference, name or email"
              search={search}
              field={field}
              onSearch={(text) => set({ search: text })}
            />
            <ViewChips {...chips} counts={first?.counts} uncounted={['closed']} />
            <button type="button" className="chip end" onClick={() => setOpened('record')}>
              Record
            </button>
            {roleAllows(helpPermissions.exportRegister, person.roles) && (
              <button type="button" className="chip" onClick={() => setOpened('register')}>
                <Download className="ic" aria-hidden="true" />
                Register
              </button>
            )}
          </div>
        )}
        errorText="We couldn't load the conversations."
        empty={{ title: search === '' ? emptyTitles[view] : 'No matching conversations' }}
        shortcuts={queueShortcuts}
      />
      {opened === 'record' && <RecordDialog onClose={() => setOpened(null)} />}
      {opened === 'register' && <RegisterDialog onClose={() => setOpened(null)} />}
    </>
  );
}
