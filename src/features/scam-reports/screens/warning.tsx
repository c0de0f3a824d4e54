import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { jamaicaDay } from '../../../kernel/calendar.ts';
import { formatMessage } from '../../../kernel/message-template.ts';
import { Button } from '../../../ui/button.tsx';
import { api } from '../../../ui/client.ts';
import { formatDate } from '../../../ui/format.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { Link } from '../../../ui/link.tsx';
import NotFound from '../../../ui/not-found.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PriceBreakdown } from '../../../ui/price-breakdown.tsx';
import { ScreenHead } from '../../../ui/screen-head.tsx';
import { ShareButton } from '../../../ui/share-button.tsx';
import { QueryPlaceholder } from '../../../ui/states.tsx';
import { appealTexts, warningsPageTexts } from '../page-texts.ts';
import { toStructuredData } from '../published/feeds.ts';
import type { OneWarning } from '../published/published-store.ts';
import { formatKind, formatPeople, verdictTexts, warningNotes } from '../warning-texts.ts';
import './warnings.css';

export const meta = () => [{ title: warningsPageTexts.oneTab }];

type ActiveWarning = Extract<OneWarning, { withdrawnAt: null }>;

/** Parses the dates of preloaded data, which are strings. */
const parseDates = (warning: OneWarning): OneWarning =>
  warning.withdrawnAt
    ? { ...warning, withdrawnAt: new Date(warning.withdrawnAt) }
    : { ...warning, publishedAt: new Date(warning.publishedAt) };

const AppealForm = lazyPart(() => import('./appeal-form.tsx').then((parts) => parts.AppealForm));

function Appeal({ slug }: { slug: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section className="stack">
      <h2 className="part">{appealTexts.title}</h2>
      {isOpen ? (
        <AppealForm slug={slug} />
      ) : (
        <div className="row">
          <Button variant="line" onClick={() => setOpen(true)}>
            {appealTexts.open}
          </Button>
        </div>
      )}
    </section>
  );
}

const Warning = ({ warning }: { warning: ActiveWarning }) => (
  <>
    <ScreenHead title={warning.title} text={verdictTexts[warning.verdict].long} />
    <div className="stack warning">
      <p className="as-written wrap-any">{warning.summary}</p>
      <PriceBreakdown
        rows={[
          ...warning.indicators.map((one) => ({
            label: formatKind(one),
            figure: <span className="code wrap-any">{one.value}</span>,
          })),
          { label: 'Published', figure: formatDate(jamaicaDay(warning.publishedAt)) },
        ]}
      />
      <p>{formatPeople(warning.people)}</p>
      <ShareButton title={warning.title} path={`/scams/${warning.slug}`} />
      <Notice kind="note">
        {warningNotes.ours} {warningNotes.only}
      </Notice>
      <Appeal slug={warning.slug} />
    </div>
    <script type="application/ld+json">
      {JSON.stringify(
        toStructuredData(warning, { origin: location.origin, company: warningsPageTexts.publisher }),
      ).replaceAll('<', '\\u003c')}
    </script>
  </>
);

/** /scams/…: one published warning. A withdrawn warning shows only its date. */
export default function WarningScreen() {
  const { slug = '' } = useParams();
  const query = useQuery(api.scamReports.warning.queryOptions({ input: { slug } }));
  const found = query.data && parseDates(query.data);
  const status = (query.error as { status?: number } | null)?.status;
  if (status === 404 || status === 400) return <NotFound />;
  return (
    <div className="wrap">
      {!found && <QueryPlaceholder query={query} text="We couldn't load this warning." lines={[60, 90, 80]} />}
      {found?.withdrawnAt === null && <Warning warning={found} />}
      {found?.withdrawnAt && (
        <>
          <ScreenHead title={warningsPageTexts.withdrawn} />
          <p>{formatMessage(warningNotes.withdrawn, { day: formatDate(jamaicaDay(found.withdrawnAt)) })}</p>
        </>
      )}
      <div>
        <Link className="link" to="/scams">
          {warningsPageTexts.all}
        </Link>
      </div>
    </div>
  );
}
