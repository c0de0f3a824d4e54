import { audit } from '../../platform/audit.ts';
import { announce } from '../../platform/database.ts';
import { signedIn } from '../../platform/procedure.ts';
import { mayRefuse, refuse } from './messages.ts';
import { OneAlert } from './schema.ts';
import { closeAlert } from './store.ts';

/**
 * Closes one of a person's own alerts, open becomes dismissed [000 §4 Geolocation alert]; doing it again is a success
 * too, and leaves no line: nothing changed.
 */
export const dismissAlert = signedIn
  .errors(mayRefuse('location.alert_not_found'))
  .input(OneAlert)
  .handler(async ({ context: { services, tx, person, request }, input: { id } }) => {
    const closed = (await closeAlert(tx, id, services.clock())) ?? refuse('location.alert_not_found', {});
    if (!closed) return { dismissed: true };
    const what = { action: 'location.alert_dismissed', subjectType: 'location_alert', subjectId: id };
    await audit(tx, { actorId: person.id, actorRole: 'customer', ...what, requestId: request.id });
    announce(tx, 'location', person.id);
    return { dismissed: true };
  });
