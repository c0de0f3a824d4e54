import { Button } from './button.tsx';

type PagerProps = {
  /** How many rows stand there, and how many there are where that is known. */
  shown: number;
  total?: number;
  more: boolean;
  busy: boolean;
  onMore: () => void;
};

/** Below a list: how much of it is shown, and a button for more. What was added is announced; of nothing, nothing. */
export const Pager = ({ shown, total, more, busy, onMore }: PagerProps) =>
  (shown > 0 || more) && (
    <div className="row between pager">
      <span className="t-xs ink-3 num" role="status">
        {total === undefined ? `${shown} shown` : `${shown} of ${total} shown`}
      </span>
      {more && (
        <Button look="line" size="small" busy={busy} onClick={onMore}>
          Show more
        </Button>
      )}
    </div>
  );
