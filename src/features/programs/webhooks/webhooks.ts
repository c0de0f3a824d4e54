import { after, hours } from '../../../kernel/clock.ts';
import { pageOf } from '../../../kernel/page.ts';
import { changes, spend } from '../../../platform/budgets.ts';
import { isOutsideLink } from '../../../platform/outside.ts';
import { freshly, signedIn } from '../../../platform/procedure.ts';
import { sealingKeysFrom } from '../../../platform/sealed.ts';
import { accountActs } from '../../accounts/acts.ts';
import { refuseIfOut } from '../../accounts/way-in.ts';
import { refuseWithoutFactor } from '../keys/keys.ts';
import { mayRefuse, refuse } from '../messages.ts';
import { recorded } from '../recorded.ts';
import { AddWebhook, ById, Deliveries, Rotate } from '../schema.ts';
import { deliverJob } from './deliver.ts';
import { ownDeliveries, tellAgain } from './delivery-store.ts';
import { sealSecret } from './secrets.ts';
import { newWebhookSecret } from './signing.ts';
import {
  addEndpoint,
  mostEndpoints,
  ownEndpoint,
  ownEndpoints,
  type Queued,
  removeEndpoint,
  resumeEndpoint,
  rotateEndpoint,
} from './webhook-store.ts';

/** One's own addresses that are told, without their secrets. */
export const listWebhooks = signedIn.handler(async ({ context: { services, tx } }) => ({
  endpoints: await ownEndpoints(tx, services.clock()),
  most: mostEndpoints,
}));

/** Names an address that is told from now on, and answers what signs, this once. */
export const addWebhook = freshly(accountActs.own)
  .errors(
    mayRefuse(
      'programs.factor_needed',
      'programs.webhook_unfit',
      'programs.webhook_known',
      'programs.too_many_webhooks',
    ),
  )
  .input(AddWebhook)
  .handler(async ({ context, input }) => {
    const { services, tx, person } = context;
    refuseWithoutFactor(person);
    if (!isOutsideLink(input.url)) refuse('programs.webhook_unfit', {});
    const { href: url } = new URL(input.url);
    const now = services.clock();
    await spend(tx, changes, { id: person.id, now });
    await refuseIfOut(tx, person);
    const secret = newWebhookSecret();
    const sealed = sealSecret(sealingKeysFrom(services.config), secret, { userId: person.id, url });
    const id = await addEndpoint(tx, { url, sealed, now });
    if (id === 'known') return refuse('programs.webhook_known', {});
    if (id === 'too_many') return refuse('programs.too_many_webhooks', { most: String(mostEndpoints) });
    await recorded(tx, context, { about: 'program_address_added', after: { endpointId: id } });
    return { id, secret };
  });

/** Signs with another secret, which is answered this once; with the one before too for the hours that were chosen. */
export const rotateWebhook = freshly(accountActs.own)
  .errors(mayRefuse('programs.factor_needed', 'programs.not_there'))
  .input(Rotate)
  .handler(async ({ context, input: { id, overlapHours } }) => {
    const { services, tx, person } = context;
    refuseWithoutFactor(person);
    const now = services.clock();
    await spend(tx, changes, { id: person.id, now });
    await refuseIfOut(tx, person);
    const known = (await ownEndpoint(tx, id)) ?? refuse('programs.not_there', {});
    const secret = newWebhookSecret();
    const sealed = sealSecret(sealingKeysFrom(services.config), secret, { userId: person.id, url: known.url });
    await rotateEndpoint(tx, { id, sealed, until: overlapHours > 0 ? after(now, hours(overlapHours)) : null });
    await recorded(tx, context, { about: 'program_address_rotated', after: { endpointId: id, overlapHours } });
    return { id, secret };
  });

/** Turns an address on again that was paused. */
export const resumeWebhook = freshly(accountActs.own)
  .errors(mayRefuse('programs.not_there'))
  .input(ById)
  .handler(async ({ context, input: { id } }) => {
    const { tx, person, services } = context;
    await spend(tx, changes, { id: person.id, now: services.clock() });
    await refuseIfOut(tx, person);
    const known = (await ownEndpoint(tx, id)) ?? refuse('programs.not_there', {});
    if (!known.paused) return { id };
    await resumeEndpoint(tx, id);
    await recorded(tx, context, { about: 'program_address_on', after: { endpointId: id } });
    return { id };
  });

/** Takes an address away, with all that it was told. */
export const removeWebhook = freshly(accountActs.own)
  .errors(mayRefuse('programs.not_there'))
  .input(ById)
  .handler(async ({ context, input: { id } }) => {
    const { tx } = context;
    if (!(await ownEndpoint(tx, id))) refuse('programs.not_there', {});
    await removeEndpoint(tx, id);
    await recorded(tx, context, { about: 'program_address_removed', after: { endpointId: id } });
    return { ended: true };
  });

const pageSize = 20;

/** What an address of one's own was told in the last thirty days. */
export const listDeliveries = signedIn.input(Deliveries).handler(async ({ context: { tx }, input }) => {
  const found = await ownDeliveries(tx, { ...input, limit: pageSize + 1 });
  const { page, next } = pageOf(found, pageSize, ({ id }) => id);
  return { deliveries: page, next };
});

/** Tells an address once more what it was told, under the same id. */
export const replayDelivery = signedIn
  .errors(mayRefuse('programs.not_there', 'programs.webhook_paused'))
  .input(ById)
  .handler(async ({ context: { services, tx, person }, input: { id } }) => {
    const now = services.clock();
    await spend(tx, changes, { id: person.id, now });
    const endpointId = (await tellAgain(tx, id, now)) ?? refuse('programs.not_there', {});
    const known = (await ownEndpoint(tx, endpointId)) ?? refuse('programs.not_there', {});
    if (known.paused) refuse('programs.webhook_paused', {});
    await services.jobs.enqueue(tx, deliverJob, { id, lane: endpointId, owner: person.id } satisfies Queued);
    return { id };
  });
