import { getViolatedConstraint } from '../../platform/database/database-faults.ts';
import { refuse } from './messages.ts';

const refusalByConstraint = {
  registration_once: 'workshops.twice',
  no_seat_sold_twice: 'workshops.full',
  first_come_first_served: 'workshops.full',
  workshop_takes_registrations: 'workshops.not_open',
  nothing_moves_while_frozen: 'payments.not_possible',
} as const;

/** Maps the constraint of a lost race for a seat to its error. */
export const mapSeatConflict = <T>(write: Promise<T>): Promise<T> =>
  write.catch((error: unknown) => {
    const constraint = getViolatedConstraint(error) ?? '';
    if (Object.hasOwn(refusalByConstraint, constraint))
      refuse(refusalByConstraint[constraint as keyof typeof refusalByConstraint], {});
    throw error;
  });
