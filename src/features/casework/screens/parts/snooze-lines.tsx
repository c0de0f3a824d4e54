import { Button } from '../../../../ui/button.tsx';
import { call } from '../../../../ui/client.ts';
import { dayText } from '../../../../ui/format.ts';
import { useAct } from '../../../compliance/screens/parts/use-act.ts';
import type { SnoozeLine } from '../../../compliance/views.ts';
import { ruleWord } from './words.ts';

function Line({ snooze }: { snooze: SnoozeLine }) {
  const { id, rule, until, reason, madeBy, suppressed, customer } = snooze;
  const end = useAct({
    send: () => call.compliance.endSnooze({ snoozeId: id }),
    says: 'snoozeEnded',
    params: { name: customer.name },
  });
  return (
    <li>
      <span>
        <b>{ruleWord(rule)}</b> is quiet until {dayText(until, { year: true })}
        <span className="why ink-2">
          {madeBy}: “{reason}” {suppressed > 0 && `${suppressed} kept quiet so far.`}
        </span>
      </span>
      <Button
        look="line"
        size="small"
        label={`Let it speak: ${ruleWord(rule)}`}
        busy={end.isPending}
        onClick={() => end.mutate(undefined)}
      >
        Let it speak
      </Button>
    </li>
  );
}

/** The rules that are quiet for this customer now, and how to let them speak again. */
export function SnoozeLines({ snoozes }: { snoozes: readonly SnoozeLine[] }) {
  const quiet = snoozes.filter(({ endedAt }) => endedAt === null);
  if (quiet.length === 0) return null;
  return (
    <section>
      <h3>Quiet rules</h3>
      <ul className="lines num">
        {quiet.map((snooze) => (
          <Line key={snooze.id} snooze={snooze} />
        ))}
      </ul>
    </section>
  );
}
