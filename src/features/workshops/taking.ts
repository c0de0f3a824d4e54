import { brokenConstraint } from '../../platform/database-faults.ts';
import { refuse } from './messages.ts';

const broken = {
  registration_once: 'workshops.twice',
  no_seat_sold_twice: 'workshops.full',
  first_come_first_served: 'workshops.full',
  workshop_takes_registrations: 'workshops.not_open',
  nothing_moves_while_frozen: 'payments.not_possible',
} as const;

/** Of many who ask for the last place at once the database lets one have it; the others are refused. */
export const taking = <T>(write: Promise<T>): Promise<T> =>
  write.catch((error: unknown) => {
    const constraint = brokenConstraint(error) ?? '';
    if (Object.hasOwn(broken, constraint)) refuse(broken[constraint as keyof typeof broken], {});
    throw error;
  });
