import { useMutation } from '@tanstack/react-query';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { api, call } from '../../../../ui/client.ts';
import { useReread } from '../../../../ui/desk/use-reread.ts';
import { momentText } from '../../../../ui/format.ts';
import { toastRefusal } from '../../../../ui/refusal-words.ts';
import { toastSuccess } from '../../../../ui/toast.ts';
import { moneyNotices } from '../../messages.ts';
import type { UnassignedLine } from './data.ts';

/** By whom it is looked after; whoever works with money may take it over. */
export function Keeper({ line, name }: { line: UnassignedLine; name: string }) {
  const { id: movementId, keeper, settleBy, mayLookAfter } = line;
  const { tell, reread } = useReread(api.unassigned.key());
  const take = useMutation({
    mutationFn: () => call.unassigned.lookAfter({ movementId }),
    onSuccess: () => tell(() => toastSuccess(moneyNotices.lookAfter)),
    onError: (error) => {
      toastRefusal(error);
      void reread();
    },
  });
  if (!settleBy) return null;
  const who = keeper ? (keeper.mine ? 'you' : keeper.name) : 'nobody yet';
  return (
    <div className="row wraps">
      <span className="ink-2">
        Looked after by <b>{who}</b>. To be settled by {momentText(settleBy.at)}.
      </span>
      {settleBy.late && <Badge kind="rejected">Late</Badge>}
      {mayLookAfter && (
        <Button
          size="small"
          look="line"
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
