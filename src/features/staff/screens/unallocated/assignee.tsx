import { useMutation } from '@tanstack/react-query';
import { useInvalidate } from '../../../../ui/admin/use-invalidate.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { api, call } from '../../../../ui/client.ts';
import { toastRefusal } from '../../../../ui/error-message.ts';
import { formatDateTime } from '../../../../ui/format.ts';
import { toastSuccess } from '../../../../ui/toast.ts';
import { moneyNotices } from '../../messages.ts';
import type { UnassignedLine } from '../data.ts';

/** The assigned person. Colleagues with the permission can take over. */
export function Assignee({ line, name }: { line: UnassignedLine; name: string }) {
  const { id: movementId, keeper, settleBy, mayLookAfter } = line;
  const { afterRefresh, refresh } = useInvalidate(api.unassigned.key());
  const take = useMutation({
    mutationFn: () => call.unassigned.assignToSelf({ movementId }),
    onSuccess: () => afterRefresh(() => toastSuccess(moneyNotices.lookAfter)),
    onError: (error) => {
      toastRefusal(error);
      void refresh();
    },
  });
  if (!settleBy) return null;
  const assignee = keeper ? (keeper.mine ? 'you' : keeper.name) : 'no one yet';
  return (
    <div className="row wraps">
      <span className="ink-2">
        Assigned to <b>{assignee}</b>. Due by {formatDateTime(settleBy.at)}.
      </span>
      {settleBy.late && <Badge kind="rejected">Late</Badge>}
      {mayLookAfter && (
        <Button
          size="small"
          variant="line"
          busy={take.isPending}
          label={`${keeper ? 'Take over' : 'Take'}: ${name}`}
          onClick={() => take.mutate()}
        >
          {keeper ? 'Take over' : 'Take'}
        </Button>
      )}
    </div>
  );
}
