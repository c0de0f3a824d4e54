import { audit, byStaff } from '../../platform/audit.ts';
import { announce, type Db, isOwn, type Person } from '../../platform/database.ts';
import { refuseUnlessConfirmed, staffOnly } from '../../platform/procedure.ts';
import { deciding } from '../approvals/acts.ts';
import {
  decideProposal,
  decisionMayRefuse,
  openProposal,
  openProposalsOn,
  propose,
  refuseAtDesk,
  unlessAtDesk,
} from '../approvals/decide.ts';
import type { Proposal } from '../approvals/proposal.ts';
import { standstillOf, whatFreezes } from '../freezes/frozen.ts';
import { identityActs } from './acts.ts';
import { type Locked, linksOf, lockLink, type Pair, setLink } from './link-store.ts';
import { mayRefuse, refuse } from './messages.ts';
import { pairOf } from './person-marks.ts';
import { DecideLink, OneCustomer } from './schema.ts';
import type { LinkView } from './views.ts';

const decides = () => staffOnly(identityActs.link).errors(mayRefuse('approvals.own_matter'));

/** What a proposal about two accounts is about. */
const subjectOf = ({ userId, otherId }: Pair): string => pairOf(userId, otherId);

/** The accounts that share papers, money, a browser or an address with a customer. The look is written down. */
export const showLinks = decides()
  .input(OneCustomer)
  .handler(async ({ context, input: { userId } }): Promise<LinkView[]> => {
    const { tx, person } = context;
    if (isOwn(person, userId)) return refuse('approvals.own_matter', {});
    const what = { action: 'identity.links_read', subjectType: 'customer', subjectId: userId, aboutId: userId };
    await audit(tx, { ...byStaff(context), ...what });
    const links = await linksOf(tx, userId);
    const pairs = links.map(({ otherId }) => subjectOf({ userId, otherId }));
    const splits = await openProposalsOn(tx, 'split', pairs);
    return links.map((link) => {
      const asked = splits.find(({ subject }) => subject === subjectOf({ userId, otherId: link.otherId }));
      if (!asked) return { ...link, waiting: null };
      const { id: proposalId, proposer: proposedBy, payload } = asked;
      const mine = isOwn(person, asked.proposedBy);
      return { ...link, waiting: { proposalId, proposedBy, mine, note: (payload as { note: string }).note } };
    });
  });

const stateAfter = { join: 'joined', apart: 'apart' } as const;

type Desk = { readonly tx: Db; readonly person: Person };
type Wish = Pair & { decision: 'join' | 'apart'; note: string; proposalId: string | null; link: Locked };

/** What two accounts share, how they stand, and what keeps either frozen, as whoever says that they are two read it. */
type Stood = { readonly state: string; readonly kinds: readonly string[]; readonly freezes: readonly string[] };

async function standsNow(tx: Db, { userId, otherId, link: { state, kinds } }: Wish): Promise<Stood> {
  return { state, kinds, freezes: [...(await whatFreezes(tx, userId)), ...(await whatFreezes(tx, otherId))] };
}

/** Whatever they share since, or is frozen for since, is something that the first of the two did not know of. */
const nothingNew = (read: Stood, now: Stood): boolean =>
  read.state === now.state &&
  now.kinds.every((kind) => read.kinds.includes(kind)) &&
  now.freezes.every((id) => read.freezes.includes(id));

/**
 * Where one of two accounts is stopped and the other with it, to say that they are two people's lets the other go: one
 * person asks for it and another, who read it, decides. Answers what became of the link; null where it is to be decided
 * as any other.
 */
async function byTwo({ tx, person }: Desk, wish: Wish): Promise<'proposed' | 'declined' | null> {
  const { userId, decision, note, proposalId, link } = wish;
  if (proposalId === null && !link.stops) return null;
  const subject = subjectOf(wish);
  refuseUnlessConfirmed(person, deciding.split.stepUp);
  const stood = await standsNow(tx, wish);
  if (proposalId !== null) {
    const own = (await openProposal(tx, 'split', subject))?.proposedBy === person.id;
    const verdict = decision === 'apart' ? 'approve' : own ? 'withdraw' : 'reject';
    const unchanged = ({ payload }: Proposal) => nothingNew(payload as Stood, stood);
    const which = { id: proposalId, kind: 'split', subject } as const;
    await decideProposal(tx, which, { by: person.id, decision: verdict, reason: note, unchanged });
    return decision === 'apart' ? null : 'declined';
  }
  await propose(tx, { kind: 'split', subject, payload: { note, ...stood }, by: person.id, customer: userId });
  return 'proposed';
}

/**
 * A person's decision on two accounts that share something: one person, whose caps count together from now on, or two
 * (decision E3). It may be decided anew. Refused to either of the two. While one of them is stopped, two people say
 * that they are two, and nobody at the desk is joined with what stops them.
 */
export const decideLink = decides()
  .errors(decisionMayRefuse)
  .errors(
    mayRefuse('identity.link_not_found', 'identity.link_decided', 'approvals.already_open', 'approvals.works_at_desk'),
  )
  .input(DecideLink)
  .handler(async ({ context, input }) => {
    const { services, tx, person } = context;
    const { userId, otherId, decision, note } = input;
    if (isOwn(person, userId) || isOwn(person, otherId)) return refuse('approvals.own_matter', {});
    const link = await lockLink(tx, input);
    if (!link) return refuse('identity.link_not_found', {});
    const wanted = stateAfter[decision];
    const asked = input.proposalId !== null || (link.state !== 'apart' && wanted === 'apart');
    if (!asked && link.state === wanted) return refuse('identity.link_decided', {});
    const state = (asked && (await byTwo(context, { ...input, link }))) || wanted;
    if (state === link.state) refuse('identity.link_decided', {});
    if (state === 'joined') await refuseToStopStaff(tx, input);
    if (state === 'joined' || state === 'apart')
      await unlessAtDesk(setLink(tx, input, { state, by: person.id, at: services.clock(), note }));
    await audit(tx, {
      ...byStaff(context),
      action: 'identity.link_decided',
      subjectType: 'customer',
      subjectId: userId,
      aboutId: userId,
      before: { state: link.state },
      after: { state, other: otherId, shared: link.kinds, ...(state === 'declined' && { reason: note }) },
    });
    // Where nothing changes for them, they hear of nothing: that somebody looked would be news too.
    if (state === 'joined' || (state === 'apart' && link.state === 'joined'))
      for (const id of [userId, otherId]) announce(tx, 'trading', id);
    announce(tx, 'identity-desk');
    return { state };
  });

/** To join somebody at the desk with whom a freeze stops would be to stop them by one person. */
async function refuseToStopStaff(tx: Db, { userId, otherId }: Pair): Promise<void> {
  const stopped = [await standstillOf(tx, userId), await standstillOf(tx, otherId)].includes('stopped');
  if (stopped) for (const id of [userId, otherId]) await refuseAtDesk(tx, id);
}
