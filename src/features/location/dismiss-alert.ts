import { audit } from '../../platform/audit.ts';
import { publishTopic } from '../../platform/database/database.ts';
import { authed } from '../../platform/http/procedure.ts';
import { refusalCodes, refuse } from './messages.ts';
import { OneAlert } from './schema.ts';
import { closeOpenAlert } from './store.ts';

/** Dismisses an alert [000 §4 Geolocation alert]. Idempotent. */
export const dismissAlert = authed
  .errors(refusalCodes('location.alert_not_found'))
  .input(OneAlert)
  .handler(async function dismissAlert({ context: { services, tx, person, request }, input: { id } }) {
    const wasOpen = (await closeOpenAlert(tx, id, services.clock())) ?? refuse('location.alert_not_found', {});
    if (!wasOpen) return { dismissed: true };
    const entry = { action: 'location.alert_dismissed', subjectType: 'location_alert', subjectId: id };
    await audit(tx, { actorId: person.id, actorRole: 'customer', ...entry, requestId: request.id });
    publishTopic(tx, 'location', person.id);
    return { dismissed: true };
  });
