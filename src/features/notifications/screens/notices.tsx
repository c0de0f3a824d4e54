import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { jamaicaDay } from '../../../kernel/calendar.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { api, type call } from '../../../ui/client.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { toastRefusal } from '../../../ui/error-message.ts';
import { formatDate, formatTime } from '../../../ui/format.ts';
import { Link } from '../../../ui/link.tsx';
import { NextPage } from '../../../ui/pager.tsx';
import { ScreenHead } from '../../../ui/screen-head.tsx';
import { SignInRequired } from '../../../ui/sign-in-required.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { FailedState } from '../../../ui/states.tsx';
import { useViewer } from '../../../ui/viewer.ts';
import { noticeToasts } from '../customer-messages.ts';
import './notices.css';

export const meta = () => [{ title: 'Notices - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

type Notice = Awaited<ReturnType<typeof call.notices.list>>['notices'][number];

function NoticeItem({ notice: { id, title, path, at, readAt } }: { notice: Notice }) {
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
        {formatTime(at)}
        {!readAt && <span className="new"> New</span>}
      </span>
    </li>
  );
}

function groupByDay(notices: readonly Notice[]): [day: string, group: Notice[]][] {
  const days = new Map<string, Notice[]>();
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
    <Button variant="line" busy={readAll.isPending} onClick={() => readAll.mutate()}>
      Mark all as read
    </Button>
  );
}

function NoticeList() {
  const query = useInfiniteQuery(
    api.notices.list.infiniteOptions({
      input: (before: { at: Date; id: string } | null) => ({ before }),
      initialPageParam: null,
      getNextPageParam: ({ next }) => next,
    }),
  );
  if (query.isPending) return <Skeleton label="Loading your notices" lines={[62, 100, 88, 96]} />;
  if (query.isError && !query.data)
    return <FailedState text={noticeToasts.failed.text} error={query.error} onRetry={() => query.refetch()} />;
  const notices = query.data.pages.flatMap((page) => page.notices);
  if (notices.length === 0)
    return (
      <EmptyState
        title="No notices yet."
        text="Updates about your orders, identity checks and courses will appear here."
        action={
          <ButtonLink variant="line" to="/dashboard">
            Open your dashboard
          </ButtonLink>
        }
      />
    );
  return (
    <>
      {notices.some(({ readAt }) => readAt === null) && <ReadAll />}
      {groupByDay(notices).map(([day, group]) => (
        <section key={day} aria-labelledby={`day-${day}`}>
          <h2 id={`day-${day}`} className="ruled">
            {formatDate(day)}
          </h2>
          <ul className="notice-list">
            {group.map((notice) => (
              <NoticeItem key={notice.id} notice={notice} />
            ))}
          </ul>
        </section>
      ))}
      <NextPage query={query} shownCount={notices.length} />
    </>
  );
}

/** /notices (ADR 23). */
export default function NoticesScreen() {
  if (useViewer().session !== 'in') return <SignInRequired />;
  return (
    <div className="wrap notices">
      <ScreenHead title="Notices" text="Updates about your orders, identity checks and courses." />
      <div className="stack">
        <div>
          <Link className="link" to="/notices/settings">
            Notice settings
          </Link>
        </div>
        <NoticeList />
      </div>
    </div>
  );
}
