import { useQuery } from '@tanstack/react-query';
import { isFor } from '../../../kernel/acts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { api } from '../../../ui/client.ts';
import { Code, FactList } from '../../../ui/desk/facts.tsx';
import { deskMeta, useDeskPerson } from '../../../ui/desk/frame.tsx';
import { Part } from '../../../ui/desk/part.tsx';
import { several } from '../../../ui/figures.ts';
import { NotYet } from '../../../ui/not-yet.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { sourceWord } from '../../screening/screens/list-words.ts';
import { systemActs } from '../acts.ts';
import '../../../ui/desk/desk-page.css';
import type { Provider, SystemNow } from './data.ts';
import { GivenUp } from './given-up.tsx';
import './system.css';
import { partWords, sinceText, waitsText } from './words.ts';

export const meta = () => deskMeta('System');

/** How the house itself stands, for whoever runs it. */
export default function SystemScreen() {
  const { roles } = useDeskPerson();
  return (
    <div className="desk-page">
      <header className="page-head">
        <h1>System</h1>
        <p className="ink-2">What runs here, and whether it can do its work. Nobody is named on this page.</p>
      </header>
      {isFor(systemActs.read, roles) ? <System /> : <Notice>Your role does not include this. Admin reads it.</Notice>}
    </div>
  );
}

/** Milliseconds between two looks, while the page is open. */
const every = 30_000;

function System() {
  const asked = useQuery(api.system.show.queryOptions({ refetchInterval: every }));
  const system = asked.data;
  if (!system)
    return <NotYet asked={asked} text="It could not be read how the system stands." lines={[40, 90, 90, 40]} />;
  const { now } = system;
  return (
    <>
      <Part id="system-ready" title="Ready for its work">
        <Ready ready={system.ready} />
      </Part>
      <Part id="system-failed" title="Work that was given up">
        <GivenUp failed={system.failed} now={now} />
      </Part>
      <Part id="system-waits" title="Work that waits">
        <Waiting system={system} />
      </Part>
      <Part id="system-build" title="What runs">
        <Built system={system} />
      </Part>
      <Part id="system-providers" title="Providers">
        <ul className="rows system-rows">
          {system.providers.map((provider) => (
            <ProviderLine key={provider.name} provider={provider} now={now} />
          ))}
        </ul>
      </Part>
      <Part id="system-lists" title="Lists">
        <Lists system={system} />
      </Part>
    </>
  );
}

const Ready = ({ ready }: Pick<SystemNow, 'ready'>) => (
  <ul className="rows system-rows">
    {(Object.keys(partWords) as (keyof typeof partWords)[]).map((part) => (
      <li key={part}>
        <span>{partWords[part]}</span>
        <Badge kind={ready[part] ? 'approved' : 'rejected'}>{ready[part] ? 'Yes' : 'No'}</Badge>
      </li>
    ))}
  </ul>
);

const Waiting = ({ system: { queues, now } }: { system: SystemNow }) =>
  queues.length === 0 ? (
    <p className="ink-2">Nothing waits.</p>
  ) : (
    <ul className="rows system-rows num">
      {queues.map(({ job, waiting: { count, oldest } }) => (
        <li key={job}>
          <b className="wrap-any">{job}</b>
          <span className="ink-2">
            {several(count, 'piece', 'pieces')}
            {oldest && `, the oldest ${waitsText(oldest, now)}`}
          </span>
        </li>
      ))}
    </ul>
  );

function Built({ system: { build, process, migrations, backupAt, now } }: { system: SystemNow }) {
  const { newest, known, behind } = migrations;
  const lacks = behind === 0 ? 'the newest' : `${several(behind, 'migration', 'migrations')} behind ${known ?? 'none'}`;
  return (
    <FactList
      facts={[
        ['Version', build.version],
        ['Commit', build.commit ? <Code key="commit" text={build.commit} /> : 'Not told'],
        ['Node', process.node],
        ['Answers since', sinceText(process.since, now)],
        ['Migrations', <Code key="migrations" text={`${newest ?? 'None'}, ${lacks}`} />],
        [
          'Last backup',
          backupAt ? sinceText(backupAt, now) : 'Not told: no backup leaves a mark that the settings name.',
        ],
      ]}
    />
  );
}

/** When somebody outside last did their work for us, as far as anything is kept of it. */
function lastText({ isConfigured, isKept, lastSuccess }: Provider, now: Date): string {
  if (lastSuccess) return `Last success ${sinceText(lastSuccess, now)}`;
  if (!isConfigured) return 'The settings do not name it.';
  return isKept ? 'No success is known.' : 'When it last succeeded is not kept.';
}

const ProviderLine = ({ provider, now }: { provider: Provider; now: Date }) => (
  <li>
    <b>{provider.name}</b>
    <span className="ink-2 num">
      {provider.what}. {lastText(provider, now)}
    </span>
    <Badge kind={provider.isConfigured ? 'approved' : 'other'}>{provider.isConfigured ? 'Set up' : 'Off'}</Badge>
  </li>
);

const Lists = ({ system: { lists, networksDays, now } }: { system: SystemNow }) => (
  <ul className="rows system-rows">
    {lists.map((list) => (
      <li key={list.list}>
        <b>{list.name}</b>
        <span className="ink-2 num">
          {list.asOf ? `Known to be the newest ${sinceText(list.asOf, now)}` : 'Never imported'}
        </span>
        <Badge kind={sourceWord(list).kind}>{sourceWord(list).text}</Badge>
      </li>
    ))}
    <li>
      <b>Provider networks</b>
      <span className="ink-2 num">Published {several(networksDays, 'day', 'days')} ago</span>
    </li>
  </ul>
);
