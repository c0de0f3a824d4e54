import { Button } from '../../../../ui/button.tsx';
import { call } from '../../../../ui/client.ts';
import { formatDay } from '../../../../ui/format.ts';
import { useAction } from '../../../compliance/screens/parts/use-action.ts';
import type { SnoozeLine } from '../../../compliance/views.ts';
import { formatCode } from './labels.ts';

function Line({ snooze }: { snooze: SnoozeLine }) {
  const { id, rule, until, reason, madeBy, suppressed, customer } = snooze;
  const end = useAction({
    send: () => call.compliance.endSnooze({ snoozeId: id }),
    says: 'snoozeEnded',
    params: { name: customer.name },
  });
  return (
    <li>
      <span>
        <b>{formatCode(rule)}</b> is snoozed until {formatDay(until, { year: true })}
        <span className="why ink-2">
          {madeBy}: “{reason}” {suppressed > 0 && `${suppressed} suppressed so far.`}
        </span>
      </span>
      <Button
        variant="line"
        size="small"
        label={`End snooze: ${formatCode(rule)}`}
        busy={end.isPending}
        onClick={() => end.mutate(undefined)}
      >
        End snooze
      </Button>
    </li>
  );
}

export function SnoozeLines({ snoozes }: { snoozes: readonly SnoozeLine[] }) {
  const quiet = snoozes.filter(({ endedAt }) => endedAt === null);
  if (quiet.length === 0) return null;
  return (
    <section>
      <h3>Snoozed rules</h3>
      <ul className="lines num">
        {quiet.map((snooze) => (
          <Line key={snooze.id} snooze={snooze} />
        ))}
      </ul>
    </section>
  );
}
