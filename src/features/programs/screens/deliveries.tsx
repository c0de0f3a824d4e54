import { useMutation, useQuery } from '@tanstack/react-query';
import { Button } from '../../../ui/button.tsx';
import { api } from '../../../ui/client.ts';
import { momentText, statusWord } from '../../../ui/format.ts';
import { NotYet } from '../../../ui/not-yet.tsx';
import { toastRefusal } from '../../../ui/refusal-words.ts';
import { toastSuccess } from '../../../ui/toast.ts';
import { programsNotices } from '../own-messages.ts';
import { webhookWords } from '../webhooks/events.ts';
import { useProgramsAgain } from './data.ts';

type Told = { deliveredAt: Date | null; givenUpAt: Date | null; answered: number | null; tries: number };

function standing({ deliveredAt, givenUpAt, answered, tries }: Told): string {
  const said = answered === null ? 'nobody answered' : `answered ${answered}`;
  if (deliveredAt) return `Taken ${momentText(deliveredAt)}`;
  if (givenUpAt) return tries > 0 ? `Given up after ${tries} tries: ${said}` : 'Not told: the address was paused';
  return tries > 0 ? `Tried ${tries} times: ${said}` : 'On its way';
}

/** What an address was told lately, the newest first, each to be told again. */
export default function Deliveries({ endpointId, paused }: { endpointId: string; paused: boolean }) {
  const again = useProgramsAgain();
  const asked = useQuery(api.programs.deliveries.queryOptions({ input: { endpointId, before: null } }));
  const replay = useMutation({
    ...api.programs.replayDelivery.mutationOptions(),
    onSuccess: () => toastSuccess(programsNotices.toldAgain),
    onError: toastRefusal,
    onSettled: again,
  });
  if (!asked.data) return <NotYet asked={asked} text={programsNotices.failed.text} lines={[100, 100]} />;
  const { deliveries, next } = asked.data;
  if (deliveries.length === 0) return <p className="t-xs ink-2">Nothing was told in the last thirty days.</p>;
  return (
    <ul className="keyring">
      {deliveries.map((line) => (
        <li key={line.id}>
          <div>
            <span className="t-sm">
              {webhookWords[line.type].title}: {statusWord(line.status)}
            </span>
            <p className="t-xs ink-2">
              {momentText(line.at)}. {standing(line)}.
            </p>
          </div>
          {!paused && (line.deliveredAt || line.givenUpAt) && (
            <Button
              look="line"
              size="small"
              label={`Tell again what happened ${momentText(line.at)}`}
              busy={replay.isPending && replay.variables.id === line.id}
              onClick={() => replay.mutate({ id: line.id })}
            >
              Tell again
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
