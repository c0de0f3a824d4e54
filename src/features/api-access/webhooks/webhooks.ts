import { after, hours } from '../../../kernel/clock.ts';
import { paginate } from '../../../kernel/pagination.ts';
import { getEncryptionKeys } from '../../../platform/database/column-encryption.ts';
import { isPublicHttpsUrl } from '../../../platform/http/outbound-http.ts';
import { authed, stepUpAuthed } from '../../../platform/http/procedure.ts';
import { changeQuota, consumeQuota } from '../../../platform/limits/quotas.ts';
import { accountPermissions } from '../../accounts/permissions.ts';
import { assertSessionActive } from '../../accounts/sessions.ts';
import { assertSecondFactor } from '../keys/keys.ts';
import { refusalCodes, refuse } from '../messages.ts';
import { recordChange } from '../record-change.ts';
import { AddWebhook, ById, Deliveries, Rotate } from '../schema.ts';
import { createWebhookSecret, deliverJob, encryptSecret } from './deliver.ts';
import {
  addEndpoint,
  findOwnDeliveries,
  findOwnEndpoints,
  lockOwnEndpoint,
  maxEndpoints,
  type QueuedDelivery,
  removeEndpoint,
  resumeEndpoint,
  retryDelivery,
  rotateEndpoint,
} from './webhook-store.ts';

export const listWebhooks = authed.handler(async function listWebhooks({ context: { services, tx } }) {
  return {
    endpoints: await findOwnEndpoints(tx, services.clock()),
    most: maxEndpoints,
  };
});

/** Returns the signing secret of the new URL, which is never shown again. */
export const addWebhook = stepUpAuthed(accountPermissions.own)
  .errors(
    refusalCodes(
      'programs.factor_needed',
      'programs.webhook_unfit',
      'programs.webhook_known',
      'programs.too_many_webhooks',
    ),
  )
  .input(AddWebhook)
  .handler(async function addWebhook({ context, input }) {
    const { services, tx, person } = context;
    assertSecondFactor(person);
    if (!isPublicHttpsUrl(input.url)) refuse('programs.webhook_unfit', {});
    const { href: url } = new URL(input.url);
    const now = services.clock();
    await consumeQuota(tx, changeQuota, { id: person.id, now });
    await assertSessionActive(tx, person);
    const secret = createWebhookSecret();
    const sealed = encryptSecret(getEncryptionKeys(services.config), secret, { userId: person.id, url });
    const id = await addEndpoint(tx, { url, sealed, now });
    if (id === 'known') return refuse('programs.webhook_known', {});
    if (id === 'too_many') return refuse('programs.too_many_webhooks', { most: String(maxEndpoints) });
    await recordChange(tx, context, { about: 'program_address_added', after: { endpointId: id } });
    return { id, secret };
  });

/** Returns a new signing secret, which is never shown again. The old secret also signs during the overlap. */
export const rotateWebhook = stepUpAuthed(accountPermissions.own)
  .errors(refusalCodes('programs.factor_needed', 'programs.not_there'))
  .input(Rotate)
  .handler(async function rotateWebhook({ context, input: { id, overlapHours } }) {
    const { services, tx, person } = context;
    assertSecondFactor(person);
    const now = services.clock();
    await consumeQuota(tx, changeQuota, { id: person.id, now });
    await assertSessionActive(tx, person);
    const known = (await lockOwnEndpoint(tx, id)) ?? refuse('programs.not_there', {});
    const secret = createWebhookSecret();
    const sealed = encryptSecret(getEncryptionKeys(services.config), secret, { userId: person.id, url: known.url });
    await rotateEndpoint(tx, { id, sealed, until: overlapHours > 0 ? after(now, hours(overlapHours)) : null });
    await recordChange(tx, context, { about: 'program_address_rotated', after: { endpointId: id, overlapHours } });
    return { id, secret };
  });

export const resumeWebhook = stepUpAuthed(accountPermissions.own)
  .errors(refusalCodes('programs.not_there'))
  .input(ById)
  .handler(async function resumeWebhook({ context, input: { id } }) {
    const { tx, person, services } = context;
    await consumeQuota(tx, changeQuota, { id: person.id, now: services.clock() });
    await assertSessionActive(tx, person);
    const known = (await lockOwnEndpoint(tx, id)) ?? refuse('programs.not_there', {});
    if (!known.paused) return { id };
    await resumeEndpoint(tx, id);
    await recordChange(tx, context, { about: 'program_address_on', after: { endpointId: id } });
    return { id };
  });

export const removeWebhook = stepUpAuthed(accountPermissions.own)
  .errors(refusalCodes('programs.not_there'))
  .input(ById)
  .handler(async function removeWebhook({ context, input: { id } }) {
    const { tx } = context;
    if (!(await lockOwnEndpoint(tx, id))) refuse('programs.not_there', {});
    await removeEndpoint(tx, id);
    await recordChange(tx, context, { about: 'program_address_removed', after: { endpointId: id } });
    return { ended: true };
  });

const pageSize = 20;

export const listDeliveries = authed.input(Deliveries).handler(async function listDeliveries({
  context: { tx },
  input,
}) {
  const found = await findOwnDeliveries(tx, { ...input, limit: pageSize + 1 });
  const { page, next } = paginate(found, pageSize, ({ id }) => id);
  return { deliveries: page, next };
});

/** Sends a delivery again with the same `webhook-id`. */
export const replayDelivery = authed
  .errors(refusalCodes('programs.not_there', 'programs.webhook_paused'))
  .input(ById)
  .handler(async function replayDelivery({ context: { services, tx, person }, input: { id } }) {
    const now = services.clock();
    await consumeQuota(tx, changeQuota, { id: person.id, now });
    const endpointId = (await retryDelivery(tx, id, now)) ?? refuse('programs.not_there', {});
    const known = (await lockOwnEndpoint(tx, endpointId)) ?? refuse('programs.not_there', {});
    if (known.paused) refuse('programs.webhook_paused', {});
    await services.jobs.enqueue(tx, deliverJob, { id, lane: endpointId, owner: person.id } satisfies QueuedDelivery);
    return { id };
  });
