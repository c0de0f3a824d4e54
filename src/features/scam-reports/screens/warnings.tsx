import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { jamaicaDay } from '../../../kernel/calendar.ts';
import { formatMessage } from '../../../kernel/message-template.ts';
import { api } from '../../../ui/client.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Field } from '../../../ui/field.tsx';
import { formatDate } from '../../../ui/format.ts';
import { Link } from '../../../ui/link.tsx';
import { NextPage } from '../../../ui/pager.tsx';
import { ScreenHead } from '../../../ui/screen-head.tsx';
import { QueryPlaceholder } from '../../../ui/states.tsx';
import { warningsPageTexts } from '../page-texts.ts';
import type { PublicWarning } from '../published/published-store.ts';
import { formatKind, formatPeople, verdictTexts, warningNotes } from '../warning-texts.ts';
import './warnings.css';

export const meta = () => [{ title: warningsPageTexts.tab }, { name: 'description', content: warningsPageTexts.about }];

const debounceMs = 300;

const WarningRow = ({ slug, title, verdict, people, publishedAt, indicators }: PublicWarning) => (
  <li>
    <h2 className="part">
      <Link to={`/scams/${slug}`}>{title}</Link>
    </h2>
    <p>
      {verdictTexts[verdict].short}. {formatPeople(people)}
    </p>
    {indicators.slice(0, 3).map((one) => (
      <p key={`${one.kind} ${one.scope} ${one.value}`} className="t-xs ink-2 wrap-any">
        {formatKind(one)}: <span className={one.kind === 'wallet' ? 'code' : undefined}>{one.value}</span>
      </p>
    ))}
    {indicators.length > 3 && <p className="t-xs ink-2">and {indicators.length - 3} more</p>}
    <p className="t-xs ink-3 num">
      {formatMessage(warningsPageTexts.published, { day: formatDate(jamaicaDay(new Date(publishedAt))) })}
    </p>
  </li>
);

function List({ search }: { search: string }) {
  const queries = useQueryClient();
  // The server may have preloaded the first page of results.
  const preloaded = queries.getQueryData(api.scamReports.warnings.queryKey({ input: { search, after: null } }));
  const query = useInfiniteQuery({
    ...api.scamReports.warnings.infiniteOptions({
      input: (after: { at: Date; id: string } | null) => ({ search, after }),
      initialPageParam: null as { at: Date; id: string } | null,
      getNextPageParam: ({ next }) => next && { ...next, at: new Date(next.at) },
    }),
    ...(preloaded && { initialData: { pages: [preloaded], pageParams: [null] } }),
  });
  if (!query.data) return <QueryPlaceholder query={query} text="We couldn't load the warnings." lines={[60, 90, 80]} />;
  const lines = query.data.pages.flatMap((page) => page.lines);
  if (lines.length === 0)
    return <EmptyState title={search === '' ? 'No warnings yet' : 'No warnings found'} text={warningNotes.unsafe} />;
  return (
    <>
      <ul className="warnings">
        {lines.map((line) => (
          <WarningRow key={line.id} {...line} />
        ))}
      </ul>
      <NextPage query={query} shownCount={lines.length} />
    </>
  );
}

export default function WarningsScreen() {
  const [params, setParams] = useSearchParams();
  const search = params.get('search') ?? '';
  const [typed, setTyped] = useState(search);
  useEffect(() => {
    if (typed.trim() === search) return;
    const timer = setTimeout(
      () => setParams(typed.trim() === '' ? {} : { search: typed.trim() }, { replace: true }),
      debounceMs,
    );
    return () => clearTimeout(timer);
  });
  return (
    <div className="wrap">
      <ScreenHead title={warningsPageTexts.title} text={warningsPageTexts.text} />
      <div className="stack warnings-page">
        <Field
          label="Search"
          hint="Any part of a website, wallet, number, account or name."
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
          Data feeds (CC BY 4.0):{' '}
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
