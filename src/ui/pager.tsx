import { useEffect, useRef } from 'react';
import { Button } from './button.tsx';

type PagerProps = {
  /** How many rows stand there, and how many there are where that is known. */
  shown: number;
  total?: number | undefined;
  more: boolean;
  busy: boolean;
  onMore: () => void;
};

/** Below a list: how much of it is shown, and a button for more. What was added is announced; of nothing, nothing. */
export function Pager({ shown, total, more, busy, onMore }: PagerProps) {
  const status = useRef<HTMLSpanElement>(null);
  const pressed = useRef(false);
  useEffect(() => {
    if (busy || !pressed.current) return;
    pressed.current = false;
    // The button goes with the last page: whoever pressed it by a key goes on from here, not from the top of the page.
    if (!more && document.activeElement === document.body) status.current?.focus({ preventScroll: true });
  }, [busy, more]);
  if (shown === 0 && !more) return null;
  return (
    <div className="row between pager">
      <span ref={status} tabIndex={-1} className="t-xs ink-3 num" role="status">
        {total === undefined ? `${shown} shown` : `${shown} of ${total} shown`}
      </span>
      {more && (
        <Button
          look="line"
          size="small"
          busy={busy}
          onClick={() => {
            pressed.current = true;
            onMore();
          }}
        >
          Show more
        </Button>
      )}
    </div>
  );
}

/** What is known of a list that is asked for page by page. */
export type Paged = {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => unknown;
};

/** The same below such a list: more of it is its next page. */
export const NextPage = ({ asked, ...rest }: Pick<PagerProps, 'shown' | 'total'> & { asked: Paged }) => (
  <Pager {...rest} more={asked.hasNextPage} busy={asked.isFetchingNextPage} onMore={() => void asked.fetchNextPage()} />
);
