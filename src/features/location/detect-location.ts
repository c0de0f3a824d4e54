import { authedSerial } from '../../platform/http/procedure.ts';
import { isWithinLimit } from '../../platform/limits/rate-limit.ts';
import { locate } from './locate.ts';
import { refusalCodes, refuse } from './messages.ts';
import { loadStoredLocation } from './store.ts';
import { storeLocation } from './store-location.ts';

const detectLimit = { tries: 10, seconds: 600 };

/** Requires consent [000 §4 Location consent, §6, decision A11]. Serialized: two tabs raise one alert. */
export const detectLocation = authedSerial
  .errors(
    refusalCodes('location.consent_needed', 'location.too_often', 'location.unavailable', 'location.not_detected'),
  )
  .handler(async function detectLocation({ context: { services, request, tx, userPromise: arriving } }) {
    const [person, before] = await Promise.all([arriving, loadStoredLocation(tx)]);
    if (!before?.consent) return refuse('location.consent_needed', {});
    const now = services.clock();
    // Counted in this transaction, so that a refused call does not count.
    if (!(await isWithinLimit(tx, `location:${person.id}`, { ...detectLimit, now })))
      return refuse('location.too_often', {});
    const result = await locate(services, request.ip);
    if ('failure' in result) return refuse(result.failure, {});
    await storeLocation(tx, { person, before }, { place: result.place, request, services, now });
    return { detected: true };
  });
