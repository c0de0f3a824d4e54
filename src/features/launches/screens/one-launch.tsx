import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { isFor } from '../../../kernel/acts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { api } from '../../../ui/client.ts';
import { ActBar } from '../../../ui/desk/act-bar.tsx';
import { Alone } from '../../../ui/desk/alone.tsx';
import '../../../ui/desk/desk-page.css';
import { FactList } from '../../../ui/desk/facts.tsx';
import { deskMeta, useDeskPerson } from '../../../ui/desk/frame.tsx';
import { Part } from '../../../ui/desk/part.tsx';
import { momentText } from '../../../ui/format.ts';
import { later } from '../../../ui/later.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { refusalWords } from '../../../ui/refusal-words.ts';
import { launchActs } from '../acts.ts';
import { launchDeskWords } from '../desk-messages.ts';
import { isOpen } from '../open.ts';
import { readLaunchReason } from '../reasons.ts';
import { unmarked } from '../rubric.ts';
import type { DeskLaunch } from '../shapes.ts';
import './launch.css';
import { Conflicts, Marks, Questions, Whitepaper } from './launch-parts.tsx';
import { launchKinds } from './words.ts';

const LaunchDialog = later(async () => (await import('./launch-dialogs.tsx')).LaunchDialog);
export type LaunchAct = 'ask' | 'declare' | 'mark' | 'decide';

export const meta = () => deskMeta('Launch');

const back = { to: '/admin/launches', name: 'Launches' };

const Told = ({ title, text }: { title: string; text: string }) => (
  <div className="panel alone">
    <div className="in">
      <h1 className="title">{title}</h1>
      <Notice kind="wait">{text}</Notice>
    </div>
  </div>
);

/** One coin launch: what was handed in, what was asked and marked, and the decision. */
export default function OneLaunchScreen() {
  const { submissionId = '' } = useParams();
  const { roles } = useDeskPerson();
  const reads = isFor(launchActs.look, roles);
  const query = useQuery(api.launchesDesk.show.queryOptions({ input: { submissionId }, enabled: reads }));
  if (!reads)
    return <Told title="Launches" text="Your role does not include this. Compliance, support or admin read it." />;
  if (query.error && refusalWords(query.error).code === 'approvals.own_matter')
    return <Told title="Your own" text="Somebody else reads and judges this project." />;
  return (
    <Alone query={query} back={back} keys={[[['Esc'], 'back to the list']]} failed="The launch could not be read.">
      {(launch) => <LaunchPanel key={launch.id} launch={launch} />}
    </Alone>
  );
}

/** Why somebody who judges cannot decide yet; null where they can, or where nothing is to be said. */
function whyNot({ status, may, marks }: DeskLaunch): string | null {
  if (may.declared === true) return 'You declared an interest in this project. Somebody else judges it.';
  if (may.decide) return null;
  if (may.declare && may.declared === null) return 'Say first whether you have an interest in this project.';
  if (may.mark && status === 'waiting_for_founder') return 'The founder was asked. It is decided once they answered.';
  return may.mark && unmarked(marks).length > 0 ? 'It is decided once all five parts are marked.' : null;
}

function Decision({ decision }: Pick<DeskLaunch, 'decision'>) {
  if (!decision) return null;
  const { outcome, reasonCode, note, by, at } = decision;
  const reason = readLaunchReason(outcome, reasonCode);
  return (
    <Part id="decision" title="Decision">
      <FactList
        facts={[
          ['Decided', `${launchDeskWords[outcome]}, by ${by}, ${momentText(at, { year: true })}`],
          ['Reason', reason?.staff ?? reasonCode],
          ['The founder reads', reason?.customer ?? ''],
        ]}
      />
      {note && <p className="as-written wrap-any">{note}</p>}
    </Part>
  );
}

function LaunchPanel({ launch }: { launch: DeskLaunch }) {
  const { id, coinName, status, founder, email, createdAt, waitsSince, idea, communityLinks, paper, may } = launch;
  const [asked, setAsked] = useState<LaunchAct | null>(null);
  const why = whyNot(launch);
  const on = (act: LaunchAct, allowed: boolean) => (allowed ? () => setAsked(act) : undefined);
  return (
    <>
      <div className="in desk-page launch-text">
        <header className="row between wraps">
          <h1 className="title wrap-any">{coinName}</h1>
          <Badge kind={launchKinds[status]}>{launchDeskWords[status]}</Badge>
        </header>
        <p className="ink-2">Nothing is listed for trade by what is decided here.</p>
        <FactList
          facts={[
            ['Founder', `${founder}, ${email}`],
            ['Handed in', momentText(createdAt, { year: true })],
            ['In this state since', momentText(waitsSince, { year: true })],
          ]}
        />
        <Decision decision={launch.decision} />
        <Part id="idea" title="Idea">
          <p className="as-written wrap-any">{idea}</p>
          {communityLinks.map((link) => (
            <p key={link} className="wrap-any code">
              {link}
            </p>
          ))}
        </Part>
        <Whitepaper paper={paper} />
        <Questions questions={launch.questions} />
        <Conflicts conflicts={launch.conflicts} />
        <Marks marks={launch.marks} />
      </div>
      {(isOpen(status) || why) && (
        <ActBar
          acts={[
            { name: 'Declare', key: 'i', on: on('declare', may.declare && may.declared === null), look: 'primary' },
            {
              name: 'Declare an interest',
              key: 'i',
              on: on('declare', may.declare && may.declared === false),
              look: 'bare',
            },
            { name: 'Mark', key: 'm', on: on('mark', may.mark), look: may.decide ? 'line' : 'primary' },
            { name: 'Ask the founder', key: 'a', on: on('ask', may.ask) },
            { name: 'Decide', key: 'd', on: on('decide', may.decide), look: 'primary' },
          ]}
        >
          {why && <p className="ink-2">{why}</p>}
        </ActBar>
      )}
      {asked && <LaunchDialog act={asked} submissionId={id} launch={launch} onClose={() => setAsked(null)} />}
    </>
  );
}
