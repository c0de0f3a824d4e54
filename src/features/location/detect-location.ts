import { signedInAlone } from '../../platform/procedure.ts';
import { withinLimit } from '../../platform/rate-limit.ts';
import { keepLocation } from './keep-location.ts';
import { locate } from './locate.ts';
import { mayRefuse, refuse } from './messages.ts';
import { ownStored } from './store.ts';

/** Refreshes of one person: far more than moving about takes. */
const allowed = { tries: 10, seconds: 600 };

/**
 * Detection: finds where the person is now, who is signed in, and stores it, with their consent alone [000 §4 Location
 * consent, §6, decision A11]. One after the other for one person, so that two tabs raise one alert. Refuses with the
 * `location.*` codes below; nothing is stored then.
 */
export const detectLocation = signedInAlone
  .errors(mayRefuse('location.consent_needed', 'location.too_often', 'location.unavailable', 'location.not_detected'))
  .handler(async ({ context: { services, request, tx, arriving } }) => {
    const [person, before] = await Promise.all([arriving, ownStored(tx)]);
    if (!before?.consent) return refuse('location.consent_needed', {});
    const now = services.clock();
    // Counted in this transaction: what was refused changed nothing and needs no counting.
    if (!(await withinLimit(tx, `location:${person.id}`, { ...allowed, now }))) return refuse('location.too_often', {});
    const found = await locate(services, request.ip);
    if ('failure' in found) return refuse(found.failure, {});
    await keepLocation(tx, { person, before }, { place: found.place, request, services, now });
    return { detected: true };
  });
