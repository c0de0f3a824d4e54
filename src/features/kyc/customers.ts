import { paginate } from '../../kernel/pagination.ts';
import { audit, auditView, byStaff } from '../../platform/audit.ts';
import { type Db, isSamePerson, publishTopic, type SessionUser } from '../../platform/database/database.ts';
import { assertStepUp, staff } from '../../platform/http/procedure.ts';
import {
  assertNotStaff,
  decisionRefusalCodes,
  defineProposal,
  findOpenProposal,
  findOpenProposalsOn,
  mapStaffFreeze,
} from '../approvals/decide.ts';
import { decidePermissions } from '../approvals/permissions.ts';
import { freezeStatusOf, whatFreezes } from '../freezes/frozen.ts';
import { findCustomerOrders } from '../trading/order/customer-orders.ts';
import { findCustomers, findFiles, findNotes, findProfile, insertNote } from './customer-store.ts';
import { linkSubject } from './identity-hashes.ts';
import { findLinks, type LockedLink, lockLink, type Pair, setLink } from './link-store.ts';
import { refusalCodes, refuse } from './messages.ts';
import { identityPermissions } from './permissions.ts';
import { findSubmissions } from './review-store.ts';
import { AddCustomerNote, CustomerOrdersPage, CustomerRef, DecideLink, SearchCustomers } from './schema.ts';
import type { LinkView } from './views.ts';

const pageSize = 50;
const staffProcedure = () => staff(identityPermissions.look);
const customerProcedure = () =>
  staffProcedure().errors(refusalCodes('identity.customer_not_found', 'approvals.own_matter'));

/** Lists customers by name or email, newest first. Audits every page read. */
export const listCustomers = staffProcedure()
  .input(SearchCustomers)
  .handler(async function listCustomers({ context, input }) {
    const { services, tx } = context;
    const rows = await findCustomers(tx, { ...input, limit: pageSize + 1 });
    const { page: lines, next } = paginate(rows, pageSize, ({ id }) => id);
    // The search text may be personal data and audit entries are permanent, so the entry omits the text.
    const details = { customers: lines.length, searched: input.search !== '', behind: input.after };
    const what = { action: 'customer.listed', subjectType: 'customer', subjectId: 'list', after: details };
    await auditView(tx, services.clock(), { ...byStaff(context), ...what });
    return { lines, next };
  });

/** Returns a customer's profile, files, orders and notes. Audited. Staff cannot open their own account. */
export const showCustomer = customerProcedure()
  .input(CustomerRef)
  .handler(async function showCustomer({ context, input: { userId } }) {
    const { tx, person } = context;
    if (isSamePerson(person, userId)) return refuse('approvals.own_matter', {});
    const found = await findProfile(tx, userId);
    if (!found) return refuse('identity.customer_not_found', {});
    const { status, ...profile } = found;
    const what = { action: 'customer.read', subjectType: 'customer', subjectId: userId, aboutId: userId };
    await audit(tx, { ...byStaff(context), ...what });
    const [submissions, files, { orders, next: moreOrders }, notes] = await Promise.all([
      findSubmissions(tx, userId),
      findFiles(tx, userId),
      findCustomerOrders(tx, userId, null),
      findNotes(tx, userId),
    ]);
    return { profile, status, submissions, files, orders, moreOrders, notes };
  });

/** Returns the customer's next page of orders. Audited. */
export const showCustomerOrders = customerProcedure()
  .input(CustomerOrdersPage)
  .handler(async function showCustomerOrders({ context, input: { userId, before } }) {
    const { tx, person } = context;
    if (isSamePerson(person, userId)) return refuse('approvals.own_matter', {});
    if (!(await findProfile(tx, userId))) return refuse('identity.customer_not_found', {});
    const found = await findCustomerOrders(tx, userId, before);
    const details = { orders: found.orders.length, behind: before };
    const what = { action: 'customer.read', subjectType: 'customer', subjectId: userId, aboutId: userId };
    await audit(tx, { ...byStaff(context), ...what, after: details });
    return found;
  });

/** Adds a staff note that the customer never sees. */
export const addNote = customerProcedure()
  .input(AddCustomerNote)
  .handler(async function addNote({ context, input: { userId, note } }) {
    const { services, tx, person } = context;
    if (isSamePerson(person, userId)) return refuse('approvals.own_matter', {});
    if (!(await findProfile(tx, userId))) return refuse('identity.customer_not_found', {});
    const noteId = await insertNote(tx, { userId, by: person.id, note, at: services.clock() });
    const what = { action: 'customer.noted', subjectType: 'customer', subjectId: userId, aboutId: userId };
    await audit(tx, { ...byStaff(context), ...what });
    return { noteId };
  });

const complianceProcedure = () => staff(identityPermissions.link).errors(refusalCodes('approvals.own_matter'));

const subjectOf = ({ userId, otherId }: Pair): string => linkSubject(userId, otherId);

/** Lists accounts that share documents, wallets, bank accounts, a browser or an IP address. Audited. */
export const showLinks = complianceProcedure()
  .input(CustomerRef)
  .handler(async function showLinks({ context, input: { userId } }): Promise<LinkView[]> {
    const { tx, person } = context;
    if (isSamePerson(person, userId)) return refuse('approvals.own_matter', {});
    const what = { action: 'identity.links_read', subjectType: 'customer', subjectId: userId, aboutId: userId };
    await audit(tx, { ...byStaff(context), ...what });
    const links = await findLinks(tx, userId);
    const pairs = links.map(({ otherId }) => subjectOf({ userId, otherId }));
    const splits = await findOpenProposalsOn(tx, 'split', pairs);
    return links.map((link) => {
      const proposal = splits.find(({ subject }) => subject === subjectOf({ userId, otherId: link.otherId }));
      if (!proposal) return { ...link, waiting: null };
      const { id: proposalId, proposer: proposedBy, payload } = proposal;
      const isOwn = isSamePerson(person, proposal.proposedBy);
      return { ...link, waiting: { proposalId, proposedBy, isOwn, note: (payload as { note: string }).note } };
    });
  });

const stateAfter = { join: 'joined', apart: 'apart' } as const;

type StaffContext = { readonly tx: Db; readonly person: SessionUser };
type LinkDecisionInput = Pair & {
  decision: 'join' | 'apart';
  note: string;
  proposalId: string | null;
  link: LockedLink;
};

/** State of a link when the first reviewer proposed the decision. */
type LinkSnapshot = { readonly state: string; readonly kinds: readonly string[]; readonly freezes: readonly string[] };

async function loadSnapshot(
  tx: Db,
  { userId, otherId, link: { state, kinds } }: LinkDecisionInput,
): Promise<LinkSnapshot> {
  return { state, kinds, freezes: [...(await whatFreezes(tx, userId)), ...(await whatFreezes(tx, otherId))] };
}

/** False when the accounts share more data, or have more freezes, than at the first review. */
const isUnchanged = (read: LinkSnapshot, now: LinkSnapshot): boolean =>
  read.state === now.state &&
  now.kinds.every((kind) => read.kinds.includes(kind)) &&
  now.freezes.every((id) => read.freezes.includes(id));

type SplitPayload = LinkSnapshot & { readonly note: string };

const splitProposal = defineProposal<StaffContext & { readonly snapshot: LinkSnapshot }, SplitPayload>({
  kind: 'split',
  stillValid: ({ snapshot }, { payload }) => isUnchanged(payload, snapshot),
});

/** Requires two reviewers where a separation would end a freeze. Returns null when one reviewer suffices. */
async function decideWithSecondPerson(
  { tx, person }: StaffContext,
  input: LinkDecisionInput,
): Promise<'proposed' | 'declined' | null> {
  const { userId, decision, note, proposalId, link } = input;
  if (proposalId === null && !link.stops) return null;
  const subject = subjectOf(input);
  assertStepUp(person, decidePermissions.split.stepUp);
  const snapshot = await loadSnapshot(tx, input);
  if (proposalId !== null) {
    const isOwn = (await findOpenProposal(tx, 'split', subject))?.proposedBy === person.id;
    const verdict = decision === 'apart' ? 'approve' : isOwn ? 'withdraw' : 'reject';
    await splitProposal.decide({ tx, person, snapshot }, { proposalId, subject, decision: verdict, reason: note });
    return decision === 'apart' ? null : 'declined';
  }
  await splitProposal.propose({ tx, person }, { subject, payload: { note, ...snapshot }, customer: userId });
  return 'proposed';
}

/** Stores or changes the decision on a link (decision E3). Only compliance. */
export const decideLink = complianceProcedure()
  .errors(decisionRefusalCodes)
  .errors(
    refusalCodes(
      'identity.link_not_found',
      'identity.link_decided',
      'approvals.already_open',
      'approvals.works_at_desk',
    ),
  )
  .input(DecideLink)
  .handler(async function decideLink({ context, input }) {
    const { services, tx, person } = context;
    const { userId, otherId, decision, note } = input;
    if (isSamePerson(person, userId) || isSamePerson(person, otherId)) return refuse('approvals.own_matter', {});
    const link = await lockLink(tx, input);
    if (!link) return refuse('identity.link_not_found', {});
    const wanted = stateAfter[decision];
    const needsSecondPerson = input.proposalId !== null || (link.state !== 'apart' && wanted === 'apart');
    if (!needsSecondPerson && link.state === wanted) return refuse('identity.link_decided', {});
    const state = (needsSecondPerson && (await decideWithSecondPerson(context, { ...input, link }))) || wanted;
    if (state === link.state) refuse('identity.link_decided', {});
    if (state === 'joined') await assertNoStaffFrozen(tx, input);
    if (state === 'joined' || state === 'apart')
      await mapStaffFreeze(setLink(tx, input, { state, by: person.id, at: services.clock(), note }));
    await audit(tx, {
      ...byStaff(context),
      action: 'identity.link_decided',
      subjectType: 'customer',
      subjectId: userId,
      aboutId: userId,
      before: { state: link.state },
      after: { state, other: otherId, shared: link.kinds, ...(state === 'declined' && { reason: note }) },
    });
    // Customers get an update only when the joined accounts change: another update would reveal the review.
    if (state === 'joined' || (state === 'apart' && link.state === 'joined'))
      for (const id of [userId, otherId]) publishTopic(tx, 'trading', id);
    publishTopic(tx, 'identity-desk');
    return { state };
  });

/** Joining staff with a frozen customer would freeze the staff account on one person's decision. */
async function assertNoStaffFrozen(tx: Db, { userId, otherId }: Pair): Promise<void> {
  const stopped = [await freezeStatusOf(tx, userId), await freezeStatusOf(tx, otherId)].includes('stopped');
  if (stopped) for (const id of [userId, otherId]) await assertNotStaff(tx, id);
}
