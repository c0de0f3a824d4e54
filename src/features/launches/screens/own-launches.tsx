import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { jamaicaDay } from '../../../kernel/calendar.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { api } from '../../../ui/client.ts';
import { useCommand } from '../../../ui/command.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { TextField } from '../../../ui/field.tsx';
import { useCommandForm } from '../../../ui/form.tsx';
import { dateText } from '../../../ui/format.ts';
import { later } from '../../../ui/later.tsx';
import { NotYet } from '../../../ui/not-yet.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { isOpen } from '../open.ts';
import { launchNotices, launchStanding } from '../own-messages.ts';
import { Answer } from '../schema.ts';
import type { OwnLaunch, Question } from '../shapes.ts';
import { launchKinds } from './words.ts';

const WithdrawDialog = later(async () => (await import('./withdraw-dialog.tsx')).WithdrawDialog);

const dayOf = (moment: Date): string => dateText(jamaicaDay(moment));

function AnswerForm({ questionId }: { questionId: string }) {
  const queries = useQueryClient();
  const { field, submit, busy } = useCommandForm(Answer, api.launches.answer, {
    start: { questionId, answer: '' },
    ids: questionId,
    done: () => {
      toastSuccess(launchNotices.answered);
      void queries.invalidateQueries({ queryKey: api.launches.key() });
    },
  });
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <TextField label="Your answer" rows={4} maxLength={5_000} {...field('answer')} />
      <div className="row">
        <Button type="submit" busy={busy}>
          Send answer
        </Button>
      </div>
    </form>
  );
}

/** What staff asked, and what its founder answered; the open one is answered here. */
const Asked = ({ questions, open }: { questions: readonly Question[]; open: boolean }) => (
  <ol className="launch-asked">
    {questions.map(({ id, question, askedAt, answer, answeredAt }) => (
      <li key={id}>
        <p className="t-xs ink-2">We asked on {dayOf(askedAt)}</p>
        <p className="as-written wrap-any">{question}</p>
        {answeredAt && <p className="t-xs ink-2">You answered on {dayOf(answeredAt)}</p>}
        {answer && <p className="as-written wrap-any">{answer}</p>}
        {open && answer === null && <AnswerForm questionId={id} />}
      </li>
    ))}
  </ol>
);

function Withdraw({ launch: { id, coinName } }: { launch: OwnLaunch }) {
  const [asking, setAsking] = useState(false);
  const queries = useQueryClient();
  const withdraw = useCommand(api.launches.withdraw, {
    done: () => {
      toastSuccess(launchNotices.withdrawn);
      void queries.invalidateQueries({ queryKey: api.launches.key() });
    },
  });
  return (
    <div className="flush">
      <Button look="bare" onClick={() => setAsking(true)}>
        Withdraw {coinName}
      </Button>
      {asking && (
        <WithdrawDialog
          coinName={coinName}
          busy={withdraw.isPending}
          onWithdraw={() => withdraw.mutate({ submissionId: id })}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}

function One({ launch }: { launch: OwnLaunch }) {
  const { id, coinName, status, createdAt, decidedAt, idea, communityLinks, paperName, reason, questions } = launch;
  const words = launchStanding[status];
  return (
    <li>
      <section className="stack" aria-labelledby={`launch-${id}`}>
        <div className="row between wraps">
          <h3 id={`launch-${id}`} className="wrap-any">
            {coinName}
          </h3>
          <Badge kind={launchKinds[status]}>{words.title}</Badge>
        </div>
        <p className="t-xs ink-2">
          Handed in on {dayOf(createdAt)}
          {decidedAt && `, decided on ${dayOf(decidedAt)}`}
        </p>
        {reason && <p>{reason}</p>}
        <p className="ink-2">{words.text}</p>
        {questions.length > 0 && <Asked questions={questions} open={isOpen(status)} />}
        <details>
          <summary>What you handed in</summary>
          <div className="stack">
            <p className="as-written wrap-any">{idea}</p>
            {communityLinks.map((link) => (
              <p key={link} className="wrap-any">
                {link}
              </p>
            ))}
            {paperName && <p className="wrap-any">Whitepaper: {paperName}</p>}
          </div>
        </details>
        {isOpen(status) && <Withdraw launch={launch} />}
      </section>
    </li>
  );
}

/** What a letter leads to comes into view once it is there. */
function useShown(isThere: boolean) {
  const { hash } = useLocation();
  useEffect(() => {
    if (isThere && hash === '#submissions') document.getElementById('submissions')?.scrollIntoView();
  }, [isThere, hash]);
}

/** Under the form: what somebody handed in, what was asked, and what was decided [001 §2 Launch page]. */
export function OwnLaunches() {
  const asked = useQuery(api.launches.own.queryOptions());
  useShown(asked.data !== undefined);
  return (
    <section id="submissions" className="launch-own" aria-labelledby="own-launches">
      <h2 id="own-launches" className="ruled t-lg">
        My Submissions
      </h2>
      {!asked.data && <NotYet asked={asked} text="Your submissions could not be loaded." lines={[60, 100, 80]} />}
      {asked.data?.length === 0 && (
        <EmptyState title="Nothing handed in yet" text="What you hand in shows up here, with how it stands." />
      )}
      {asked.data && asked.data.length > 0 && (
        <ul>
          {asked.data.map((launch) => (
            <One key={launch.id} launch={launch} />
          ))}
        </ul>
      )}
    </section>
  );
}
