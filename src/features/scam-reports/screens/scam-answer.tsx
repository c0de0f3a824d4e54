import { skipToken, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { jamaicaDay } from '../../../kernel/calendar.ts';
import { formatMessage } from '../../../kernel/message-template.ts';
import { api } from '../../../ui/client.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { errorMessage } from '../../../ui/error-message.ts';
import { formatDate } from '../../../ui/format.ts';
import { Link } from '../../../ui/link.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { NextPage } from '../../../ui/pager.tsx';
import { QueryPlaceholder } from '../../../ui/states.tsx';
import { warningsPageTexts } from '../page-texts.ts';
import type { PublicWarning } from '../published/published-store.ts';
import type { Finding } from '../types.ts';
import { formatKind, formatPeople, verdictTexts, warningNotes } from '../warning-texts.ts';
import { FindingNotices, getMessages } from './scam-search.tsx';

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

function useWarnings(search: string) {
  const queries = useQueryClient();
  // The server may have preloaded the first page of results.
  const preloaded = queries.getQueryData(api.scamReports.warnings.queryKey({ input: { search, after: null } }));
  return useInfiniteQuery({
    ...api.scamReports.warnings.infiniteOptions({
      input: (after: { at: Date; id: string } | null) => ({ search, after }),
      initialPageParam: null as { at: Date; id: string } | null,
      getNextPageParam: ({ next }) => next && { ...next, at: new Date(next.at) },
    }),
    ...(preloaded && { initialData: { pages: [preloaded], pageParams: [null] } }),
  });
}

const minLookupLength = 3;

/** Looks up the search as a name and as text with addresses, numbers and accounts. */
const toLookup = (search: string) => ({
  name: search,
  website: /\s/.test(search) ? '' : search,
  contactInfo: search,
  text: '',
  facts: [],
});

/** Published warnings that contain the search, and what else we know about it. */
export function ScamAnswer({ search }: { search: string }) {
  const look = useQuery({
    ...api.scamReports.lookUp.queryOptions({ input: search.length < minLookupLength ? skipToken : toLookup(search) }),
    staleTime: 60_000,
    retry: false,
  });
  const query = useWarnings(search);
  if (!query.data) return <QueryPlaceholder query={query} text="We couldn't load the warnings." lines={[60, 90, 80]} />;
  const lines = query.data.pages.flatMap((page) => page.lines);
  const isLine = ({ known }: Finding) => known?.shown === 'published' && lines.some(({ slug }) => slug === known.slug);
  const findings = (look.data?.findings ?? []).map((one) => (isLine(one) ? { ...one, known: null } : one));
  const isEmpty = lines.length === 0 && !findings.some((one) => getMessages(one).length > 0);
  return (
    <>
      <div role="status" className="stack">
        {look.error && (
          <Notice kind="wait">
            <b>{errorMessage(look.error).title}</b>
            <p>{errorMessage(look.error).text}</p>
          </Notice>
        )}
        {findings.map((finding) => (
          <FindingNotices key={`${finding.kind} ${finding.scope} ${finding.value}`} finding={finding} />
        ))}
      </div>
      {isEmpty && !look.isLoading && (
        <EmptyState title={search === '' ? 'No warnings yet' : 'No warnings found'} text={warningNotes.unsafe} />
      )}
      {lines.length > 0 && (
        <ul className="warnings">
          {lines.map((line) => (
            <WarningRow key={line.id} {...line} />
          ))}
        </ul>
      )}
      <NextPage query={query} shownCount={lines.length} />
    </>
  );
}
