import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { jamaicaDay } from '../../../kernel/calendar.ts';
import { worded } from '../../../kernel/worded.ts';
import { api } from '../../../ui/client.ts';
import { company } from '../../../ui/company.ts';
import { dateText } from '../../../ui/format.ts';
import { Link } from '../../../ui/link.tsx';
import NotFound from '../../../ui/not-found.tsx';
import { NotYet } from '../../../ui/not-yet.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ScreenHead } from '../../../ui/screen-head.tsx';
import { Slip } from '../../../ui/slip.tsx';
import type { OneWarning } from '../published/published-store.ts';
import { kindText, peopleText, verdictWords, warningNotes } from '../warning-words.ts';
import './warnings.css';

export const meta = () => [{ title: 'Published warning - Cryptocommerce' }];

type Standing = Extract<OneWarning, { withdrawnAt: null }>;

/** For search engines: that we judged something, and what. */
const dataOf = ({ title, summary, verdict, publishedAt, slug }: Standing) => ({
  '@context': 'https://schema.org',
  '@type': 'Report',
  ...{ headline: title, abstract: verdictWords[verdict].long, text: summary },
  datePublished: publishedAt.toISOString(),
  url: `${location.origin}/scams/${slug}`,
  license: 'https://creativecommons.org/licenses/by/4.0/',
  publisher: { '@type': 'Organization', name: 'Cryptocommerce', url: location.origin },
});

const Warning = ({ warning }: { warning: Standing }) => (
  <>
    <ScreenHead title={warning.title} text={verdictWords[warning.verdict].long} />
    <div className="stack">
      <p className="as-written wrap-any">{warning.summary}</p>
      <Slip
        rows={[
          ...warning.indicators.map((one) => ({
            label: kindText(one),
            figure: <span className="code wrap-any">{one.value}</span>,
          })),
          { label: 'Published', figure: dateText(jamaicaDay(warning.publishedAt)) },
        ]}
      />
      <p>{peopleText(warning.people)}</p>
      <Notice kind="note">
        {warningNotes.ours} {warningNotes.only}
      </Notice>
      <p>
        {warningNotes.appeal}{' '}
        <a className="link" href={`mailto:${company().supportEmail}`}>
          {company().supportEmail}
        </a>
      </p>
    </div>
    <script type="application/ld+json">{JSON.stringify(dataOf(warning)).replaceAll('<', '\\u003c')}</script>
  </>
);

/** /scams/…: one published warning; of one that was withdrawn the day alone. */
export default function WarningScreen() {
  const { slug = '' } = useParams();
  const asked = useQuery(api.scamReports.warning.queryOptions({ input: { slug } }));
  const status = (asked.error as { status?: number } | null)?.status;
  if (status === 404 || status === 400) return <NotFound />;
  return (
    <div className="wrap">
      {!asked.data && <NotYet asked={asked} text="The warning could not be read." lines={[60, 90, 80]} />}
      {asked.data?.withdrawnAt === null && <Warning warning={asked.data} />}
      {asked.data?.withdrawnAt && (
        <>
          <ScreenHead title="Withdrawn" />
          <p>{worded(warningNotes.withdrawn, { day: dateText(jamaicaDay(asked.data.withdrawnAt)) })}</p>
        </>
      )}
      <p>
        <Link className="link" to="/scams">
          All warnings
        </Link>
      </p>
    </div>
  );
}
