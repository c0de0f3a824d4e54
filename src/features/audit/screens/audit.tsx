import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { roleAllows } from '../../../kernel/permissions.ts';
import { adminMeta, useStaffUser } from '../../../ui/admin/frame.tsx';
import { api } from '../../../ui/client.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { NextPage } from '../../../ui/pager.tsx';
import { QueryPlaceholder } from '../../../ui/query-placeholder.tsx';
import { auditPermissions } from '../acts.ts';
import { ChainEnd } from './chain-end.tsx';
import { type AuditFilter, emptyFilter, useEntries } from './data.ts';
import { EntryRow } from './entry.tsx';
import { Filters } from './filters.tsx';

export const meta = () => adminMeta('Audit');

export default function AuditScreen() {
  const { roles } = useStaffUser();
  return roleAllows(auditPermissions.read, roles) ? <Audit /> : <NotForRole />;
}

const NotForRole = () => (
  <div className="settings">
    <h1>Audit</h1>
    <Notice>Your role does not include this. Compliance and admins can see it.</Notice>
  </div>
);

function Audit() {
  // The URL may hold an id only: names and emails must not appear in URLs.
  const [params] = useSearchParams();
  const [filter, setFilter] = useState<AuditFilter>({ ...emptyFilter, subject: params.get('subject') ?? '' });
  const about = useQuery(api.audit.about.queryOptions());
  return (
    <div className="settings audit">
      <h1>Audit</h1>
      <p className="ink-2">Newest first. Entries about your own account are hidden from you.</p>
      {about.data ? (
        <ChainEnd head={about.data.head} />
      ) : (
        <QueryPlaceholder query={about} text="We couldn't load the end of the log." lines={[40, 60]} />
      )}
      <Filters filter={filter} actions={about.data?.actions ?? []} onFilter={setFilter} />
      <Entries filter={filter} />
    </div>
  );
}

function Entries({ filter }: { filter: AuditFilter }) {
  const { entries, ...query } = useEntries(filter);
  if (!entries)
    return (
      <QueryPlaceholder query={query} text="We couldn't load the audit log." lines={[100, 100, 100, 100, 100, 100]} />
    );
  if (entries.length === 0)
    return <EmptyState title="No matching entries" text="Try fewer filters or a longer period." />;
  return (
    <>
      <ol className="entries" aria-label="Entries" aria-busy={query.isPlaceholderData || undefined}>
        {entries.map((entry) => (
          <EntryRow key={entry.id} entry={entry} />
        ))}
      </ol>
      <NextPage query={query} shownCount={entries.length} />
    </>
  );
}
