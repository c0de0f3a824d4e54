import { jamaicaHour } from '../../../../kernel/calendar.ts';
import { ButtonLink } from '../../../../ui/button.tsx';
import { Landscape } from '../../../../ui/landscape.tsx';
import { serverNow } from '../../../../ui/server-clock.ts';
import { getGreeting } from '../../greeting.ts';
import { formatStepCount } from '../../next-steps.ts';

/** Greeting, 'Start Trading' and 'Settings' [000 §2 Dashboard]. */
export function DashboardHead({ name, stepCount }: { name: string; stepCount: number | null }) {
  const greeting = getGreeting(jamaicaHour(serverNow()));
  return (
    <div className="head acts row between">
      <Landscape />
      <div>
        <h1>{name ? `${greeting}, ${name}` : greeting}</h1>
        <p role="status">{stepCount === null ? 'Your account at a glance.' : formatStepCount(stepCount)}</p>
      </div>
      <div className="row">
        <ButtonLink to="/trading" variant={stepCount === 0 ? 'primary' : 'line'}>
          Start Trading
        </ButtonLink>
        <ButtonLink to="/profile" variant="bare">
          Settings
        </ButtonLink>
      </div>
    </div>
  );
}
