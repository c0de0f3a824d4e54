import { useEffect, useRef } from 'react';
import { Button } from './button.tsx';

type PagerProps = {
  shownCount: number;
  total?: number | undefined;
  hasMore: boolean;
  busy: boolean;
  onMore: () => void;
};

export function Pager({ shownCount, total, hasMore, busy, onMore }: PagerProps) {
  const status = useRef<HTMLSpanElement>(null);
  const wasPressed = useRef(false);
  useEffect(() => {
    if (busy || !wasPressed.current) return;
    wasPressed.current = false;
    // The button disappears with the last page, so the focus moves to the status.
    if (!hasMore && document.activeElement === document.body) status.current?.focus({ preventScroll: true });
  }, [busy, hasMore]);
  if (shownCount === 0 && !hasMore) return null;
  return (
    <div className="row between pager">
      <span ref={status} tabIndex={-1} className="t-xs ink-3 num" role="status">
        {total === undefined ? `${shownCount} shown` : `${shownCount} of ${total} shown`}
      </span>
      {hasMore && (
        <Button
          variant="line"
          size="small"
          busy={busy}
          onClick={() => {
            wasPressed.current = true;
            onMore();
          }}
        >
          Show more
        </Button>
      )}
    </div>
  );
}

export type PagedQuery = {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => unknown;
};

export const NextPage = ({ query, ...rest }: Pick<PagerProps, 'shownCount' | 'total'> & { query: PagedQuery }) => (
  <Pager
    {...rest}
    hasMore={query.hasNextPage}
    busy={query.isFetchingNextPage}
    onMore={() => void query.fetchNextPage()}
  />
);
