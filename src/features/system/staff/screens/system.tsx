import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { roleAllows } from '../../../../kernel/permissions.ts';
import { Code, DetailsList } from '../../../../ui/admin/details.tsx';
import { adminMeta, useStaffUser } from '../../../../ui/admin/frame.tsx';
import { PageSection } from '../../../../ui/admin/section.tsx';
import { Badge } from '../../../../ui/badge.tsx';
import { api, type call } from '../../../../ui/client.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { formatPlural } from '../../../../ui/number-format.ts';
import { QueryPlaceholder } from '../../../../ui/states.tsx';
import { getSourceLabel } from '../../../screening/staff/screens/list-words.ts';
import { systemPermissions } from '../../permissions.ts';
import '../../../../ui/admin/admin-page.css';
import './system.css';
import { Button } from '../../../../ui/button.tsx';
import { toastRefusal } from '../../../../ui/error-message.ts';
import { formatAge, formatDateTime, formatDay, formatTime } from '../../../../ui/format.ts';
import { toastSuccess } from '../../../../ui/toast.ts';
import { systemNotices } from '../../messages.ts';

type SystemNow = Awaited<ReturnType<typeof call.system.show>>;
type FailedJob = SystemNow['failed'][number];
type Provider = SystemNow['providers'][number];

const readinessLabels: Readonly<Record<keyof SystemNow['ready'], string>> = {
  migrated: 'Database is up to date',
  prices: 'Prices are up to date',
  lists: 'Required lists are up to date',
  timetable: 'Scheduled jobs are running',
  mail: 'Emails and jobs are on time',
  disk: 'Enough disk space',
};

function formatSince(time: Date, now: Date): string {
  const age = formatAge(time, now);
  return `${formatDateTime(time, { year: true })}, ${age === 'just now' ? age : `${age} ago`}`;
}

const formatWaitingSince = (time: Date, now: Date): string =>
  `since ${formatDay(time) === formatDay(now) ? formatTime(time) : formatDateTime(time, { year: true })}`;

function DeadLetterRow({ work, now }: { work: FailedJob; now: Date }) {
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation(
    api.system.retryJob.mutationOptions({
      onSuccess: () => toastSuccess(systemNotices.triedAgain),
      onError: toastRefusal,
      onSettled: () => queries.invalidateQueries({ queryKey: api.system.key() }),
    }),
  );
  const { id, job, at, tries, error } = work;
  return (
    <li>
      <b className="wrap-any">{job}</b>
      <span className="ink-2 num">
        failed {formatSince(at, now)}, after {formatPlural(tries, 'attempt', 'attempts')}
      </span>
      <Button
        variant="line"
        size="small"
        busy={isPending}
        label={`Try again: ${job}, failed ${formatSince(at, now)}`}
        onClick={() => mutate({ job, id })}
      >
        Try again
      </Button>
      <span className="said wrap-any">{error ?? 'No error recorded.'}</span>
    </li>
  );
}

const DeadLetters = ({ failed, now }: { failed: readonly FailedJob[]; now: Date }) =>
  failed.length === 0 ? (
    <p className="ink-2">No failed jobs.</p>
  ) : (
    <ul className="rows system-rows">
      {failed.map((work) => (
        <DeadLetterRow key={work.id} work={work} now={now} />
      ))}
    </ul>
  );

export const meta = () => adminMeta('System');

export default function SystemScreen() {
  const { roles } = useStaffUser();
  return (
    <div className="desk-page">
      <header className="page-head">
        <h1>System</h1>
        <p className="ink-2">What is running and whether it works. This page shows no personal data.</p>
      </header>
      {roleAllows(systemPermissions.read, roles) ? (
        <System />
      ) : (
        <Notice>Your role doesn't give you access to this page. Admins can see it.</Notice>
      )}
    </div>
  );
}

const refetchMs = 30_000;

function System() {
  const query = useQuery(api.system.show.queryOptions({ refetchInterval: refetchMs }));
  const system = query.data;
  if (!system)
    return <QueryPlaceholder query={query} text="We couldn't load the system status." lines={[40, 90, 90, 40]} />;
  const { now } = system;
  return (
    <>
      <PageSection id="system-ready" title="Readiness">
        <Ready ready={system.ready} />
      </PageSection>
      <PageSection id="system-failed" title="Failed jobs">
        <DeadLetters failed={system.failed} now={now} />
      </PageSection>
      <PageSection id="system-waits" title="Queued jobs">
        <Waiting system={system} />
      </PageSection>
      <PageSection id="system-build" title="Build">
        <BuildDetails system={system} />
      </PageSection>
      <PageSection id="system-providers" title="Providers">
        <ul className="rows system-rows">
          {system.providers.map((provider) => (
            <ProviderRow key={provider.name} provider={provider} now={now} />
          ))}
        </ul>
      </PageSection>
      <PageSection id="system-lists" title="Lists and data">
        <Lists system={system} />
      </PageSection>
    </>
  );
}

const Ready = ({ ready }: Pick<SystemNow, 'ready'>) => (
  <ul className="rows system-rows">
    {(Object.keys(readinessLabels) as (keyof typeof readinessLabels)[]).map((part) => (
      <li key={part}>
        <span>{readinessLabels[part]}</span>
        <Badge kind={ready[part] ? 'approved' : 'rejected'}>{ready[part] ? 'Yes' : 'No'}</Badge>
      </li>
    ))}
  </ul>
);

const Waiting = ({ system: { queues, now } }: { system: SystemNow }) =>
  queues.length === 0 ? (
    <p className="ink-2">No queued jobs.</p>
  ) : (
    <ul className="rows system-rows num">
      {queues.map(({ job, waiting: { count, oldest } }) => (
        <li key={job}>
          <b className="wrap-any">{job}</b>
          <span className="ink-2">
            {formatPlural(count, 'job', 'jobs')}
            {oldest && `, the oldest ${formatWaitingSince(oldest, now)}`}
          </span>
        </li>
      ))}
    </ul>
  );

function BuildDetails({ system: { build, process, migrations, backupAt, now } }: { system: SystemNow }) {
  const { newest, known, behind } = migrations;
  const lag =
    behind === 0 ? 'up to date' : `${formatPlural(behind, 'migration', 'migrations')} behind ${known ?? 'none'}`;
  return (
    <DetailsList
      details={[
        ['Version', build.version],
        ['Commit', build.commit ? <Code key="commit" text={build.commit} /> : 'Unknown'],
        ['Node', process.node],
        ['Running since', formatSince(process.since, now)],
        ['Migrations', <Code key="migrations" text={`${newest ?? 'None'}, ${lag}`} />],
        ['Last backup', backupAt ? formatSince(backupAt, now) : 'Unknown: no backup marker is configured.'],
      ]}
    />
  );
}

function formatLastSuccess({ isConfigured, isTracked, lastSuccess }: Provider, now: Date): string {
  if (!isConfigured)
    return lastSuccess ? `No longer configured. Last success ${formatSince(lastSuccess, now)}` : 'Not configured';
  if (lastSuccess) return `Last success ${formatSince(lastSuccess, now)}`;
  return isTracked ? 'No success yet' : 'Last success is not recorded';
}

const ProviderRow = ({ provider, now }: { provider: Provider; now: Date }) => (
  <li>
    <b>{provider.name}</b>
    <span className="ink-2 num">
      {provider.purpose}. {formatLastSuccess(provider, now)}
    </span>
    <Badge kind={provider.isConfigured ? 'approved' : 'other'}>{provider.isConfigured ? 'Set up' : 'Off'}</Badge>
  </li>
);

const Lists = ({ system: { lists, networksDays, cityDataAt, now } }: { system: SystemNow }) => (
  <ul className="rows system-rows">
    {lists.map((list) => (
      <li key={list.list}>
        <b>{list.name}</b>
        <span className="ink-2 num">{list.asOf ? `Checked ${formatSince(list.asOf, now)}` : 'Never imported'}</span>
        <Badge kind={getSourceLabel(list).kind}>{getSourceLabel(list).text}</Badge>
      </li>
    ))}
    <li>
      <b>Provider networks</b>
      <span className="ink-2 num">Published {formatPlural(networksDays, 'day', 'days')} ago</span>
    </li>
    <li>
      <b>City database</b>
      <span className="ink-2 num">
        {cityDataAt ? `Built ${formatSince(cityDataAt, now)}` : "Unreadable: locations can't be found"}
      </span>
    </li>
  </ul>
);
