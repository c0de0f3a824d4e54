import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { jamaicaDay } from '../../../kernel/calendar.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { api, type call } from '../../../ui/client.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FailedState } from '../../../ui/failed-state.tsx';
import { dateText, timeText } from '../../../ui/format.ts';
import { Link } from '../../../ui/link.tsx';
import { NextPage } from '../../../ui/pager.tsx';
import { toastRefusal } from '../../../ui/refusal-words.ts';
import { ScreenHead } from '../../../ui/screen-head.tsx';
import { SignInNeeded } from '../../../ui/sign-in-needed.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useViewer } from '../../../ui/viewer.ts';
import { noticesNotices } from '../own-messages.ts';
import './notices.css';

export const meta = () => [{ title: 'Notices - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

type Told = Awaited<ReturnType<typeof call.notices.list>>['notices'][number];

function One({ notice: { id, title, path, at, readAt } }: { notice: Told }) {
  const queries = useQueryClient();
  const read = useMutation({
    ...api.notices.read.mutationOptions(),
    onSettled: () => queries.invalidateQueries({ queryKey: api.notices.key() }),
  });
  return (
    <li className={readAt ? undefined : 'unread'}>
      <Link className="link wrap-any" to={path} onClick={() => !readAt && read.mutate({ noticeId: id })}>
        {title}
      </Link>
      <span className="sub num">
        {timeText(at)}
        {!readAt && <span className="new"> New</span>}
      </span>
    </li>
  );
}

/** The notices of each day, the newest day first. */
function byDay(notices: readonly Told[]): [day: string, those: Told[]][] {
  const days = new Map<string, Told[]>();
  for (const notice of notices) {
    const day = jamaicaDay(notice.at);
    days.set(day, [...(days.get(day) ?? []), notice]);
  }
  return [...days];
}

function ReadAll() {
  const queries = useQueryClient();
  const readAll = useMutation({
    ...api.notices.readAll.mutationOptions(),
    onSettled: () => queries.invalidateQueries({ queryKey: api.notices.key() }),
    onError: toastRefusal,
  });
  return (
    <Button look="line" busy={readAll.isPending} onClick={() => readAll.mutate()}>
      Mark all as read
    </Button>
  );
}

function List() {
  const asked = useInfiniteQuery(
    api.notices.list.infiniteOptions({
      input: (before: { at: Date; id: string } | null) => ({ before }),
      initialPageParam: null,
      getNextPageParam: ({ next }) => next,
    }),
  );
  if (asked.isPending) return <Skeleton label="Loading your notices" lines={[62, 100, 88, 96]} />;
  if (asked.isError && !asked.data)
    return <FailedState text={noticesNotices.failed.text} error={asked.error} onRetry={() => asked.refetch()} />;
  const notices = asked.data.pages.flatMap((page) => page.notices);
  if (notices.length === 0)
    return (
      <EmptyState
        title="Nothing to tell yet."
        text="What happens to your orders, checks and courses stands here."
        act={
          <ButtonLink look="line" to="/dashboard">
            Open your dashboard
          </ButtonLink>
        }
      />
    );
  return (
    <>
      {notices.some(({ readAt }) => readAt === null) && <ReadAll />}
      {byDay(notices).map(([day, those]) => (
        <section key={day} aria-labelledby={`day-${day}`}>
          <h2 id={`day-${day}`} className="ruled">
            {dateText(day)}
          </h2>
          <ul className="told">
            {those.map((notice) => (
              <One key={notice.id} notice={notice} />
            ))}
          </ul>
        </section>
      ))}
      <NextPage asked={asked} shown={notices.length} />
    </>
  );
}

/** /notices: what the product told whoever looks, by day, the newest first (decision 050). */
export default function NoticesScreen() {
  if (useViewer().session !== 'in') return <SignInNeeded />;
  return (
    <div className="wrap notices">
      <ScreenHead title="Notices" text="What we told you, and where it leads." />
      <div className="stack">
        <div>
          <Link className="link" to="/notices/settings">
            What we tell you, and how
          </Link>
        </div>
        <List />
      </div>
    </div>
  );
}
