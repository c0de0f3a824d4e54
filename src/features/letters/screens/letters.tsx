import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { isFor } from '../../../kernel/acts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { api, type call } from '../../../ui/client.ts';
import { deskMeta, useDeskPerson } from '../../../ui/desk/frame.tsx';
import { SearchField } from '../../../ui/desk/search-field.tsx';
import { usePlace } from '../../../ui/desk/use-list.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Link } from '../../../ui/link.tsx';
import { NotYet } from '../../../ui/not-yet.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { letterActs } from '../acts.ts';

export const meta = () => deskMeta('Letters');

type Line = Awaited<ReturnType<typeof call.letters.list>>['letters'][number];

/** Every letter that the house writes, by what it is about: which of them have words of our own. */
export default function LettersScreen() {
  const { roles } = useDeskPerson();
  return (
    <div className="settings">
      <h1>Letters</h1>
      {isFor(letterActs.read, roles) ? (
        <Letters />
      ) : (
        <Notice>Your role does not include this. Finance or admin read it.</Notice>
      )}
    </div>
  );
}

function Letters() {
  const { search, set } = usePlace();
  const field = useRef<HTMLInputElement>(null);
  const list = useQuery(api.letters.list.queryOptions());
  if (!list.data) return <NotYet asked={list} text="The letters could not be read." lines={[40, 90, 90, 90, 90]} />;
  const wanted = search.toLowerCase();
  const found = list.data.letters.filter(({ about, when, subject }) =>
    `${about} ${when} ${subject}`.toLowerCase().includes(wanted),
  );
  return (
    <>
      <p className="ink-2">What our mails say. Every change of the words takes two people.</p>
      <SearchField
        label="Look for a letter"
        placeholder="Subject, or when it is sent"
        {...{ search, field }}
        onSearch={(text) => set({ search: text })}
      />
      {found.length === 0 && <EmptyState title="No letter says this" text="Try another word." />}
      {[...Map.groupBy(found, ({ about }) => about)].map(([about, lines]) => (
        <Group key={about} about={about} lines={lines} />
      ))}
    </>
  );
}

const Group = ({ about, lines }: { about: string; lines: readonly Line[] }) => (
  <section className="setting" aria-label={about}>
    <header>
      <h2>{about}</h2>
      <span className="ink-3 num">{lines.length}</span>
    </header>
    <ul className="stack">
      {lines.map(({ id, when, subject, hasOwn, waits }) => (
        <li key={id}>
          <Link className="link" to={`/admin/letters/${id}`}>
            {when}
          </Link>{' '}
          {hasOwn && <Badge kind="note">Own words</Badge>} {waits && <Badge kind="pending">Waits</Badge>}
          <p className="ink-2 wrap-any">{subject}</p>
        </li>
      ))}
    </ul>
  </section>
);
