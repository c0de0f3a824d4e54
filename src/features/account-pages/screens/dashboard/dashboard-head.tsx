import { jamaicaHour } from '../../../../kernel/calendar.ts';
import { ButtonLink } from '../../../../ui/button.tsx';
import { Relief } from '../../../../ui/relief.tsx';
import { serverNow } from '../../../../ui/server-clock.ts';
import { greetingAt } from '../../greeting.ts';
import { waitingLine } from '../../waiting.ts';

/**
 * The greeting, what waits in a line, and where to go: 'Start Trading', 'Settings' [000 §2 Dashboard]. With nothing
 * waiting, trading is the move to make.
 */
export function DashboardHead({ name, waiting }: { name: string; waiting: number | null }) {
  const greeting = greetingAt(jamaicaHour(serverNow()));
  return (
    <div className="head acts row between">
      <Relief />
      <div>
        <h1>{name ? `${greeting}, ${name}` : greeting}</h1>
        <p role="status">{waiting === null ? 'Your account at a glance.' : waitingLine(waiting)}</p>
      </div>
      <div className="row">
        <ButtonLink to="/trading" look={waiting === 0 ? 'primary' : 'line'}>
          Start Trading
        </ButtonLink>
        <ButtonLink to="/profile" look="bare">
          Settings
        </ButtonLink>
      </div>
    </div>
  );
}
