import { Button } from './button.tsx';
import { formatDateTime } from './format.ts';
import { Notice } from './notice.tsx';

type RestoredNoticeProps = { restoredAt: Date | null; onDiscard: () => void };

export const RestoredNotice = ({ restoredAt, onDiscard }: RestoredNoticeProps) =>
  restoredAt && (
    <Notice>
      We saved your draft on {formatDateTime(restoredAt)}.{' '}
      <Button variant="bare" size="small" onClick={onDiscard}>
        Start over
      </Button>
    </Notice>
  );
