import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { jamaicaDay } from '../../../kernel/calendar.ts';
import { worded } from '../../../kernel/worded.ts';
import { api } from '../../../ui/client.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Field } from '../../../ui/field.tsx';
import { dateText } from '../../../ui/format.ts';
import { Link } from '../../../ui/link.tsx';
import { NotYet } from '../../../ui/not-yet.tsx';
import { NextPage } from '../../../ui/pager.tsx';
import { ScreenHead } from '../../../ui/screen-head.tsx';
import { pageWords } from '../own-messages.ts';
import type { PublicWarning } from '../published/published-store.ts';
import { kindText, peopleText, verdictWords, warningNotes } from '../warning-words.ts';
import { ThingValue } from './thing-value.tsx';
import './warnings.css';

export const meta = () => [{ title: pageWords.tab }, { name: 'description', content: pageWords.about }];

/** What is typed is looked for after a short rest. */
const rest = 300;

const Line = ({ slug, title, verdict, people, publishedAt, indicators }: PublicWarning) => (
  <li>
    <h2 className="part">
      <Link to={`/scams/${slug}`}>{title}</Link>
    </h2>
    <p>
      {verdictWords[verdict].short}. {peopleText(people)}
    </p>
    {indicators.slice(0, 3).map((one) => (
      <p key={`${one.kind} ${one.scope} ${one.value}`} className="t-xs ink-2 wrap-any">
        {kindText(one)}: <ThingValue thing={one} />
      </p>
    ))}
    {indicators.length > 3 && <p className="t-xs ink-2">and {indicators.length - 3} more</p>}
    <p className="t-xs ink-3 num">
      {worded(pageWords.published, { day: dateText(jamaicaDay(new Date(publishedAt))) })}
    </p>
  </li>
);

function List({ search }: { search: string }) {
  const queries = useQueryClient();
  // The page may have brought its first lines along.
  const given = queries.getQueryData(api.scamReports.warnings.queryKey({ input: { search, after: null } }));
  const asked = useInfiniteQuery({
    ...api.scamReports.warnings.infiniteOptions({
      input: (after: { at: Date; id: string } | null) => ({ search, after }),
      initialPageParam: null as { at: Date; id: string } | null,
      getNextPageParam: ({ next }) => next && { ...next, at: new Date(next.at) },
    }),
    ...(given && { initialData: { pages: [given], pageParams: [null] } }),
  });
  if (!asked.data) return <NotYet asked={asked} text="The warnings could not be read." lines={[60, 90, 80]} />;
  const lines = asked.data.pages.flatMap((page) => page.lines);
  if (lines.length === 0)
    return (
      <EmptyState
        title={search === '' ? 'No warning is published' : 'Nothing is published about this'}
        text={warningNotes.unsafe}
      />
    );
  return (
    <>
      <ul className="warnings">
        {lines.map((line) => (
          <Line key={line.id} {...line} />
        ))}
      </ul>
      <NextPage asked={asked} shown={lines.length} />
    </>
  );
}

/** /scams: what two of us published of what people reported, for everybody. */
export default function WarningsScreen() {
  const [params, setParams] = useSearchParams();
  const search = params.get('search') ?? '';
  const [typed, setTyped] = useState(search);
  useEffect(() => {
    if (typed.trim() === search) return;
    const soon = setTimeout(
      () => setParams(typed.trim() === '' ? {} : { search: typed.trim() }, { replace: true }),
      rest,
    );
    return () => clearTimeout(soon);
  });
  return (
    <div className="wrap">
      <ScreenHead title={pageWords.title} text={pageWords.text} />
      <div className="stack warnings-page">
        <Field
          label="Search"
          hint="A website, wallet, number, account or name, or part of it."
          type="search"
          maxLength={120}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <List search={search} />
        <p className="t-xs ink-2">
          {warningNotes.ours} {warningNotes.unsafe}
        </p>
        <p className="t-xs ink-2">
          For programs, under CC BY 4.0:{' '}
          <a className="link" href="/scams.rss">
            RSS
          </a>
          {', '}
          <a className="link" href="/scams.csv">
            CSV
          </a>
          {', '}
          <a className="link" href="/scams.json">
            JSON
          </a>
        </p>
      </div>
    </div>
  );
}
