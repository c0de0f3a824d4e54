import { mayRefuse, refuse } from '../../messages.ts';
import { audit } from '../../platform/audit.ts';
import { announce } from '../../platform/database.ts';
import { staffOnly } from '../../platform/procedure.ts';
import { linksOf, lockLink, setLink } from './link-store.ts';
import { DecideLink, OneCustomer } from './schema.ts';
import type { LinkView } from './views.ts';

const decides = () => staffOnly('compliance', 'admin').errors(mayRefuse('approvals.own_matter'));

/** The accounts that share papers, money, a browser or an address with a customer. The look is written down. */
export const showLinks = decides()
  .input(OneCustomer)
  .handler(async ({ context: { tx, person, request }, input: { userId } }): Promise<LinkView[]> => {
    if (userId === person.id) return refuse('approvals.own_matter', {});
    const who = { actorId: person.id, actorRole: person.roles.join(','), requestId: request.id };
    await audit(tx, {
      ...who,
      action: 'identity.links_read',
      subjectType: 'customer',
      subjectId: userId,
      aboutId: userId,
    });
    return linksOf(tx, userId);
  });

const stateAfter = { join: 'joined', apart: 'apart' } as const;

/**
 * A person's decision on two accounts that share something: one person, whose caps count together from now on, or two.
 * It may be decided anew. Refused to either of the two.
 */
export const decideLink = decides()
  .errors(mayRefuse('identity.link_not_found', 'identity.link_decided'))
  .input(DecideLink)
  .handler(async ({ context: { services, tx, person, request }, input }) => {
    const { userId, otherId, decision, note } = input;
    if (userId === person.id || otherId === person.id) return refuse('approvals.own_matter', {});
    const link = await lockLink(tx, input);
    if (!link) return refuse('identity.link_not_found', {});
    const state = stateAfter[decision];
    if (link.state === state) return refuse('identity.link_decided', {});
    await setLink(tx, input, { state, by: person.id, at: services.clock(), note });
    await audit(tx, {
      actorId: person.id,
      actorRole: person.roles.join(','),
      action: 'identity.link_decided',
      subjectType: 'customer',
      subjectId: userId,
      aboutId: userId,
      before: { state: link.state },
      after: { state, other: otherId, shared: link.kinds },
      requestId: request.id,
    });
    // Where nothing changes for them, they hear of nothing: that somebody looked would be news too.
    if (state === 'joined' || link.state === 'joined') for (const id of [userId, otherId]) announce(tx, 'trading', id);
    announce(tx, 'identity-desk');
    return { state };
  });
