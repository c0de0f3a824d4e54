import { Button } from '../../../ui/button.tsx';
import { type DraftText, parseStoredFile, useServerDraft } from '../../../ui/drafts.ts';
import { Field, TextField } from '../../../ui/field.tsx';
import { RestoredNotice } from '../../../ui/restored-notice.tsx';
import { ScreenHead } from '../../../ui/screen-head.tsx';
import { SignInRequired } from '../../../ui/sign-in-required.tsx';
import { Upload } from '../../../ui/upload.tsx';
import { useViewer } from '../../../ui/viewer.ts';
import './launch.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { jamaicaDay } from '../../../kernel/calendar.ts';
import { Badge } from '../../../ui/badge.tsx';
import { api, call } from '../../../ui/client.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { useCommandForm } from '../../../ui/form.tsx';
import { formatDate } from '../../../ui/format.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import type { StoredFile } from '../../../ui/send-file.ts';
import { QueryPlaceholder } from '../../../ui/states.tsx';
import { toastError, toastSuccess } from '../../../ui/toast.ts';
import { useCommand } from '../../../ui/use-command.ts';
import { launchNotices, launchStanding } from '../customer-messages.ts';
import { isOpen, launchBadgeKinds } from '../launch.ts';
import { Answer, LaunchFormSchema } from '../schema.ts';

type LaunchFields = { coinName: string; idea: string; communityLinks: string; whitepaper: StoredFile | null };

const emptyLaunch: LaunchFields = { coinName: '', idea: '', communityLinks: '', whitepaper: null };

const formatDraft = ({ whitepaper, ...texts }: LaunchFields) => ({
  ...texts,
  whitepaper: whitepaper ? JSON.stringify(whitepaper) : '',
});

const parseDraft = ({ coinName = '', idea = '', communityLinks = '', whitepaper }: DraftText): LaunchFields => ({
  coinName,
  idea,
  communityLinks,
  whitepaper: parseStoredFile(whitepaper),
});

type Body = Parameters<typeof call.launches.submit>[0];

/** State of the launch form. Stores a draft while typing, and clears it after the submission. */
function useLaunchForm() {
  const queries = useQueryClient();
  const command = useCommandForm(LaunchFormSchema, api.launches.submit, {
    start: emptyLaunch,
    body: ({ whitepaper, ...texts }, key): Body => ({ ...texts, key, whitepaper: whitepaper?.id ?? '' }),
    beforeSubmit: (): Promise<void> => draft.flush(),
    done: () => {
      draft.clear();
      toastSuccess(launchNotices.sent);
      void queries.invalidateQueries({ queryKey: api.launches.key() });
    },
    refused: ({ field, text }) => {
      if (field !== undefined) return false;
      toastError({ ...launchNotices.failed, text });
      return true;
    },
  });
  const draft = useServerDraft(command.form, {
    empty: emptyLaunch,
    write: formatDraft,
    read: parseDraft,
    query: api.launches.draft.queryOptions(),
    save: call.launches.saveDraft,
    onRestored: () => undefined,
  });
  return {
    ...command,
    restoredAt: draft.restoredAt,
    startOver: () => {
      draft.clear();
      call.launches.saveDraft({ data: formatDraft(emptyLaunch) }).catch(() => {});
    },
  };
}

const ConfirmDialog = lazyPart(async () => (await import('../../../ui/confirm-dialog.tsx')).ConfirmDialog);

type Launch = Awaited<ReturnType<typeof call.launches.own>>[number];

const formatDay = (moment: Date): string => formatDate(jamaicaDay(moment));

function AnswerForm({ questionId }: { questionId: string }) {
  const queries = useQueryClient();
  const { field, submit, busy } = useCommandForm(Answer, api.launches.answer, {
    start: { questionId, answer: '' },
    idPrefix: questionId,
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

const QuestionList = ({ questions, open }: { questions: Launch['questions']; open: boolean }) => (
  <ol className="launch-asked">
    {questions.map(({ id, question, askedAt, answer, answeredAt }) => (
      <li key={id}>
        <p className="t-xs ink-2">We asked on {formatDay(askedAt)}</p>
        <p className="as-written wrap-any">{question}</p>
        {answeredAt && <p className="t-xs ink-2">You answered on {formatDay(answeredAt)}</p>}
        {answer && <p className="as-written wrap-any">{answer}</p>}
        {open && answer === null && <AnswerForm questionId={id} />}
      </li>
    ))}
  </ol>
);

function Withdraw({ launch: { id, coinName } }: { launch: Launch }) {
  const [isOpenDialog, setIsOpenDialog] = useState(false);
  const queries = useQueryClient();
  const withdraw = useCommand(api.launches.withdraw, {
    done: () => {
      toastSuccess(launchNotices.withdrawn);
      void queries.invalidateQueries({ queryKey: api.launches.key() });
    },
  });
  return (
    <div className="flush">
      <Button variant="bare" onClick={() => setIsOpenDialog(true)}>
        Withdraw {coinName}
      </Button>
      {isOpenDialog && (
        <ConfirmDialog
          open
          onClose={() => setIsOpenDialog(false)}
          title={`Withdraw ${coinName}?`}
          cancelLabel="Keep it"
          confirmLabel="Withdraw"
          grave
          busy={withdraw.isPending}
          onConfirm={() => withdraw.mutate({ submissionId: id })}
        >
          <p>We'll stop the review. Your submission stays in your list, and you can submit it again.</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

function LaunchItem({ launch }: { launch: Launch }) {
  const { id, coinName, status, createdAt, decidedAt, idea, communityLinks, paperName, reason, questions } = launch;
  const labels = launchStanding[status];
  return (
    <li>
      <section className="stack" aria-labelledby={`launch-${id}`}>
        <div className="row between wraps">
          <h3 id={`launch-${id}`} className="wrap-any">
            {coinName}
          </h3>
          <Badge kind={launchBadgeKinds[status]}>{labels.title}</Badge>
        </div>
        <p className="t-xs ink-2">
          Submitted on {formatDay(createdAt)}
          {decidedAt && `, decided on ${formatDay(decidedAt)}`}
        </p>
        {reason && <p>{reason}</p>}
        <p className="ink-2">{labels.text}</p>
        {questions.length > 0 && <QuestionList questions={questions} open={isOpen(status)} />}
        <details>
          <summary>Your submission</summary>
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

/** Scrolls to the list when the URL hash names it, as in links of emails. */
function useScrollToHash(isReady: boolean) {
  const { hash } = useLocation();
  useEffect(() => {
    if (isReady && hash === '#submissions') document.getElementById('submissions')?.scrollIntoView();
  }, [isReady, hash]);
}

function OwnLaunches() {
  const query = useQuery(api.launches.own.queryOptions());
  useScrollToHash(query.data !== undefined);
  return (
    <section id="submissions" className="launch-own" aria-labelledby="own-launches">
      <h2 id="own-launches" className="ruled t-lg">
        My Submissions
      </h2>
      {!query.data && (
        <QueryPlaceholder query={query} text="We couldn't load your submissions." lines={[60, 100, 80]} />
      )}
      {query.data?.length === 0 && (
        <EmptyState title="No submissions yet" text="Your projects and their status will appear here." />
      )}
      {query.data && query.data.length > 0 && (
        <ul>
          {query.data.map((launch) => (
            <LaunchItem key={launch.id} launch={launch} />
          ))}
        </ul>
      )}
    </section>
  );
}

export const meta = () => [{ title: 'Launch a coin - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

function LaunchForm() {
  const { field, file, submit, busy, restoredAt, startOver } = useLaunchForm();
  return (
    <form className="sheet neat stack" noValidate aria-label="Your project" onSubmit={submit}>
      <RestoredNotice restoredAt={restoredAt} onDiscard={startOver} />
      <Field label="Coin name" autoComplete="off" maxLength={80} {...field('coinName')} />
      <TextField
        label="Idea"
        hint="What is it for, who needs it, and how will the money be used?"
        rows={6}
        maxLength={5_000}
        {...field('idea')}
      />
      <TextField
        label="Community links"
        labelNote="Optional"
        hint="One per line, starting with https://"
        rows={3}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        {...field('communityLinks')}
      />
      <Upload
        label="Whitepaper"
        purpose="launch-whitepaper"
        accept="word"
        hint="No macros, embedded files or password. Add charts as pictures."
        {...file('whitepaper')}
      />
      <p className="t-xs ink-2">We'll email you our decision. It doesn't list your coin for trading.</p>
      <div className="row">
        <Button type="submit" busy={busy}>
          Submit for review
        </Button>
      </div>
    </form>
  );
}

/** Launch page with the customer's submissions [001 §2 Launch page]. */
export default function LaunchScreen() {
  const { session } = useViewer();
  if (session !== 'in') return <SignInRequired />;
  return (
    <div className="wrap launch">
      <ScreenHead
        title="Launch a coin"
        text="Tell us what you want to launch. We'll review your project and explain our decision."
      />
      <LaunchForm />
      <OwnLaunches />
    </div>
  );
}
