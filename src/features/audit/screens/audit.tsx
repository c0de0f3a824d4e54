import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { isFor } from '../../../kernel/acts.ts';
import { api } from '../../../ui/client.ts';
import { deskMeta, useDeskPerson } from '../../../ui/desk/frame.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { NotYet } from '../../../ui/not-yet.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { NextPage } from '../../../ui/pager.tsx';
import { auditActs } from '../acts.ts';
import { ChainEnd } from './chain-end.tsx';
import { noWish, useEntries, type Wish } from './data.ts';
import { EntryRow } from './entry.tsx';
import { Filters } from './filters.tsx';

export const meta = () => deskMeta('Audit');

/** Who did what, to what, and what changed: the log, for compliance and admin. */
export default function AuditScreen() {
  const { roles } = useDeskPerson();
  return isFor(auditActs.read, roles) ? <Audit /> : <NotForRole />;
}

const NotForRole = () => (
  <div className="settings">
    <h1>Audit</h1>
    <Notice>Your role does not include this. Compliance or admin read it.</Notice>
  </div>
);

function Audit() {
  // A link from elsewhere may name an id; names and addresses are never put into an address.
  const [params] = useSearchParams();
  const [wish, setWish] = useState<Wish>({ ...noWish, subject: params.get('subject') ?? '' });
  const about = useQuery(api.audit.about.queryOptions());
  return (
    <div className="settings audit">
      <h1>Audit</h1>
      <p className="ink-2">Newest first. What was done in your own matters is shown to others, not to you.</p>
      {about.data ? (
        <ChainEnd head={about.data.head} />
      ) : (
        <NotYet asked={about} text="The end of the log could not be read." lines={[40, 60]} />
      )}
      <Filters wish={wish} actions={about.data?.actions ?? []} onWish={setWish} />
      <Entries wish={wish} />
    </div>
  );
}

function Entries({ wish }: { wish: Wish }) {
  const { entries, ...query } = useEntries(wish);
  if (!entries)
    return <NotYet asked={query} text="The log could not be read." lines={[100, 100, 100, 100, 100, 100]} />;
  if (entries.length === 0)
    return <EmptyState title="Nothing of this is in the log" text="Try less, or a longer period." />;
  return (
    <>
      <ol className="entries" aria-label="Entries" aria-busy={query.isPlaceholderData || undefined}>
        {entries.map((entry) => (
          <EntryRow key={entry.id} entry={entry} />
        ))}
      </ol>
      <NextPage asked={query} shown={entries.length} />
    </>
  );
}
