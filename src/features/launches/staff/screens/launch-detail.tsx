import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { roleAllows } from '../../../../kernel/permissions.ts';
import { ActionBar } from '../../../../ui/admin/action-bar.tsx';
import { DetailPage } from '../../../../ui/admin/detail-page.tsx';
import { Badge } from '../../../../ui/badge.tsx';
import { api, type call } from '../../../../ui/client.ts';
import '../../../../ui/admin/admin-page.css';
import { DetailsList } from '../../../../ui/admin/details.tsx';
import { adminMeta, useStaffUser } from '../../../../ui/admin/frame.tsx';
import { PageSection } from '../../../../ui/admin/section.tsx';
import { errorMessage } from '../../../../ui/error-message.ts';
import { formatBytes, formatDateTime } from '../../../../ui/format.ts';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { isOpen, launchBadgeKinds } from '../../launch.ts';
import { launchPermissions } from '../../permissions.ts';
import { getLaunchReason, launchDeskWords } from '../../staff-messages.ts';
import '../../screens/launch.css';
import { useFileLink } from '../../../documents/staff/screens/file-link.ts';

type StaffLaunch = Awaited<ReturnType<typeof call.launchesDesk.show>>;

/** Link to download the whitepaper, without a preview. Audited. */
function Whitepaper({ paper: { id, name, bytes, state } }: Pick<StaffLaunch, 'paper'>) {
  const { url, failed } = useFileLink(state === 'clean' ? id : undefined);
  return (
    <PageSection id="paper" title="Whitepaper">
      {state === 'refused' && <Notice kind="bad">The virus scan blocked this file. It can't be opened.</Notice>}
      {state === 'being_checked' && (
        <Notice kind="wait">We're scanning this file. You can open it in a few minutes.</Notice>
      )}
      {failed && <Notice kind="bad">This file can't be opened right now. Please try again.</Notice>}
      {state === 'clean' && (
        <p className="wrap-any">
          <a className="link" href={url} download>
            Download {name}
          </a>{' '}
          <span className="ink-3 num">{formatBytes(bytes)}</span>
        </p>
      )}
      <p className="t-2xs ink-3">Open it in protected view and don't follow its links. Each download is logged.</p>
    </PageSection>
  );
}

const Questions = ({ questions }: Pick<StaffLaunch, 'questions'>) => (
  <PageSection id="questions" title="Questions">
    {questions.length === 0 && <p className="ink-2">No questions yet.</p>}
    <ol className="launch-parts">
      {questions.map(({ id, question, by, askedAt, answer, answeredAt }) => (
        <li key={id}>
          <p className="ink-3 num">
            {by}, {formatDateTime(askedAt, { year: true })}
          </p>
          <p className="as-written wrap-any">{question}</p>
          {answer === null ? (
            <p className="ink-2">Not answered yet.</p>
          ) : (
            <>
              <p className="ink-3 num">Answered {answeredAt && formatDateTime(answeredAt, { year: true })}</p>
              <p className="as-written wrap-any">{answer}</p>
            </>
          )}
        </li>
      ))}
    </ol>
  </PageSection>
);

const AskDialog = lazyPart(async () => (await import('./launch-dialogs.tsx')).AskDialog);
const DecideDialog = lazyPart(async () => (await import('./launch-dialogs.tsx')).DecideDialog);

export const meta = () => adminMeta('Launch');

const back = { to: '/admin/launches', name: 'Launches' };

const MessagePanel = ({ title, text }: { title: string; text: string }) => (
  <div className="panel alone">
    <div className="in">
      <h1 className="title">{title}</h1>
      <Notice kind="wait">{text}</Notice>
    </div>
  </div>
);

export default function OneLaunchScreen() {
  const { submissionId = '' } = useParams();
  const { roles } = useStaffUser();
  const mayRead = roleAllows(launchPermissions.look, roles);
  const query = useQuery(api.launchesDesk.show.queryOptions({ input: { submissionId }, enabled: mayRead }));
  if (!mayRead) return <MessagePanel title="Launches" text="Only compliance, support and admins can see launches." />;
  if (query.error && errorMessage(query.error).code === 'approvals.own_matter')
    return <MessagePanel title="Your own launch" text="A colleague has to review this project." />;
  return (
    <DetailPage query={query} back={back} keys={[[['Esc'], 'back to the list']]} failed="We couldn't load the launch.">
      {(launch) => <LaunchPanel key={launch.id} launch={launch} />}
    </DetailPage>
  );
}

function Decision({ decision }: Pick<StaffLaunch, 'decision'>) {
  if (!decision) return null;
  const { outcome, reasonCode, note, by, at } = decision;
  const reason = getLaunchReason(outcome, reasonCode);
  return (
    <PageSection id="decision" title="Decision">
      <DetailsList
        details={[
          ['Decided', `${launchDeskWords[outcome]}, by ${by}, ${formatDateTime(at, { year: true })}`],
          ['Reason', reason?.staff ?? reasonCode],
          ['Text for the founder', reason?.customer ?? ''],
        ]}
      />
      {note && <p className="as-written wrap-any">{note}</p>}
    </PageSection>
  );
}

function LaunchPanel({ launch }: { launch: StaffLaunch }) {
  const { id, coinName, status, founder, email, createdAt, waitsSince, idea, communityLinks, paper, may } = launch;
  const [openDialog, setOpenDialog] = useState<'ask' | 'decide' | null>(null);
  const isWaiting = status === 'waiting_for_founder';
  const dialogProps = { submissionId: id, onClose: () => setOpenDialog(null) };
  const getHandler = (command: 'ask' | 'decide') => (may[command] ? () => setOpenDialog(command) : undefined);
  return (
    <>
      <div className="in desk-page launch-text">
        <header className="row between wraps">
          <h1 className="title wrap-any">{coinName}</h1>
          <Badge kind={launchBadgeKinds[status]}>{launchDeskWords[status]}</Badge>
        </header>
        <p className="ink-2">A decision doesn't list the coin for trading.</p>
        <DetailsList
          details={[
            ['Founder', `${founder}, ${email}`],
            ['Submitted', formatDateTime(createdAt, { year: true })],
            ['Status since', formatDateTime(waitsSince, { year: true })],
          ]}
        />
        <Decision decision={launch.decision} />
        <PageSection id="idea" title="Idea">
          <p className="as-written wrap-any">{idea}</p>
          {communityLinks.map((link) => (
            <p key={link} className="wrap-any code">
              {link}
            </p>
          ))}
        </PageSection>
        <Whitepaper paper={paper} />
        <Questions questions={launch.questions} />
      </div>
      {isOpen(status) && (
        <ActionBar
          actions={[
            { name: 'Ask the founder', key: 'a', onPress: getHandler('ask') },
            { name: 'Decide', key: 'd', onPress: getHandler('decide'), look: 'primary' },
          ]}
        >
          {isWaiting && <p className="ink-2">You can decide once the founder answers.</p>}
        </ActionBar>
      )}
      {openDialog === 'ask' && <AskDialog {...dialogProps} />}
      {openDialog === 'decide' && <DecideDialog {...dialogProps} />}
    </>
  );
}
