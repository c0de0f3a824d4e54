import { useMutation, useQuery } from '@tanstack/react-query';
import { Button } from '../../../ui/button.tsx';
import { api } from '../../../ui/client.ts';
import { toastRefusal } from '../../../ui/error-message.ts';
import { formatDateTime, formatStatus } from '../../../ui/format.ts';
import { formatPlural } from '../../../ui/number-format.ts';
import { QueryPlaceholder } from '../../../ui/states.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { programsToasts } from '../toasts.ts';
import { webhookTexts } from '../webhooks/events.ts';
import { useInvalidatePrograms } from './data.ts';

type DeliveryState = { deliveredAt: Date | null; givenUpAt: Date | null; answered: number | null; tries: number };

function formatState({ deliveredAt, givenUpAt, answered, tries }: DeliveryState): string {
  const answer = answered === null ? 'no response' : `status ${answered}`;
  if (deliveredAt) return `Delivered ${formatDateTime(deliveredAt)}`;
  if (givenUpAt)
    return tries > 0
      ? `Failed after ${formatPlural(tries, 'try', 'tries')}: ${answer}`
      : 'Not sent: the URL was paused';
  return tries > 0 ? `Tried ${formatPlural(tries, 'time', 'times')}: ${answer}` : 'Sending';
}

export function Deliveries({ endpointId, paused }: { endpointId: string; paused: boolean }) {
  const invalidate = useInvalidatePrograms();
  const deliveriesQuery = useQuery(api.programs.deliveries.queryOptions({ input: { endpointId, before: null } }));
  const replay = useMutation({
    ...api.programs.replayDelivery.mutationOptions(),
    onSuccess: () => toastSuccess(programsToasts.deliveryRepeated),
    onError: toastRefusal,
    onSettled: invalidate,
  });
  if (!deliveriesQuery.data)
    return <QueryPlaceholder query={deliveriesQuery} text={programsToasts.failed.text} lines={[100, 100]} />;
  const { deliveries, next } = deliveriesQuery.data;
  if (deliveries.length === 0) return <p className="t-xs ink-2">No events in the last thirty days.</p>;
  return (
    <ul className="keyring">
      {deliveries.map((line) => (
        <li key={line.id}>
          <div>
            <span className="t-sm">
              {webhookTexts[line.type].title}: {formatStatus(line.status)}
            </span>
            <p className="t-xs ink-2">
              {formatDateTime(line.at)}. {formatState(line)}.
            </p>
          </div>
          {!paused && (line.deliveredAt || line.givenUpAt) && (
            <Button
              variant="line"
              size="small"
              label={`Send again: event of ${formatDateTime(line.at)}`}
              busy={replay.isPending && replay.variables.id === line.id}
              onClick={() => replay.mutate({ id: line.id })}
            >
              Send again
            </Button>
          )}
        </li>
      ))}
      {next && (
        <li>
          <p className="t-xs ink-2">These are the newest {deliveries.length}.</p>
        </li>
      )}
    </ul>
  );
}
