import { type Action, findId, ignoreAnswer, officers, onOrder, pick, step } from './choice.ts';
import { screeners } from './external-services.ts';
import { runQueuedJobs, type Staff, type World } from './world.ts';

/** Compliance actions and automatic findings, which no customer may notice (decision A7). */
const officer = (actor: number): Staff => pick(officers, actor) ?? 'admin';

const players = ({ players: two }: World) => two.map(({ id }) => id);

export const freeze: Action = (world, { order, actor }) =>
  world.callAsStaff(officer(actor), 'compliance/freeze', {
    userId: world.players[order % 2 === 0 ? 0 : 1].id,
    reason: 'Asked for by an authority',
  });

export const proposeUnfreeze: Action = async (world, { actor }) => {
  const query = 'select id from account_freezes where user_id = any($1) and lifted_at is null order by id limit 1';
  const freezeId = await findId(world, query, [players(world)]);
  return freezeId
    ? world.callAsStaff(officer(actor), 'compliance/proposeUnfreeze', { freezeId, note: 'Looked at' })
    : null;
};

export const proposeFrozenReturn: Action = onOrder((world, { id }, { actor }) =>
  world.callAsStaff(officer(actor), 'compliance/proposeFrozenReturn', { orderId: id, note: 'Back to its sender' }),
);

const findProposal = (world: World, kinds: string[]) =>
  findId(world, `select id from proposals where kind = any($1) and state = 'open' and customer_id = any($2) limit 1`, [
    kinds,
    players(world),
  ]);

export const decideFrozen: Action = async (world, { actor }) => {
  const proposalId = await findProposal(world, ['thaw', 'frozen_return']);
  return proposalId
    ? world.callAsStaff(officer(actor), 'compliance/decideFrozen', { proposalId, decision: 'approve' })
    : null;
};

export const hold = step('desk/hold', officers, () => ({ reasonCode: 'unusual_pattern' }));
export const release = step('desk/release', officers);
export const screenAgain = onOrder((world, { id }, { actor }) =>
  world.callAsStaff(officer(actor), 'desk/screenAgain', { orderId: id }),
);

export const proposeRelease = onOrder(async (world, { id }, { actor }) => {
  const caseId = await findId(world, 'select case_id id from case_orders where order_id = $1 limit 1', [id]);
  return caseId
    ? world.callAsStaff(officer(actor), 'compliance/proposeRelease', { caseId, orderId: id, note: 'Looked at' })
    : null;
});

export const decideRelease: Action = async (world, { actor }) => {
  const proposalId = await findProposal(world, ['release']);
  const verdict = { proposalId, decision: 'approve', note: 'Agreed' };
  return proposalId ? world.callAsStaff(officer(actor), 'compliance/decideRelease', verdict) : null;
};

export const changeScreener: Action = (world, { size }) => {
  world.screener = size % 6 === 0 ? 'listed' : (screeners[size % 18] ?? 'clear');
  world.outside.screenAs(world.screener);
  return Promise.resolve(null);
};

export const runScreeningJobs: Action = async (world) => {
  await runQueuedJobs(world, 'trading.screen_new_sender');
  for (const job of ['trading.screen_waiting', 'trading.screen_senders', 'trading.screen_open']) await world.work(job);
  return null;
};

export const searchForLinks: Action = (world) => ignoreAnswer(world.work('identity.all_links'));

const freezeActions = { decideFrozen, proposeUnfreeze, proposeFrozenReturn };

export const clearOrder: Action = async (world, choice) => {
  const held = 'select id from transactions where held and user_id = any($1) order by id limit 1';
  const stuck = choice.variant % 3 > 0 ? await findId(world, held, [players(world)]) : undefined;
  const order = world.orders.find(({ id }) => id === stuck) ?? pick(world.orders, choice.order);
  if (!order) return null;

  const at = await findId(
    world,
    `select case
        when exists (select from proposals where subject = t.id::text and kind = 'release' and state = 'open')
          then 'decideRelease'
        when held and s.screening_result <> 'clear' then 'screenAgain'
        when hold_reason in ('wallet_blocked', 'wallet_flagged') then 'proposeRelease'
        when held then 'release'
        when exists (select from proposals where customer_id = any($2) and kind = 'thaw' and state = 'open')
          then 'decideFrozen'
        when exists (select from proposals where subject = t.id::text and kind = 'frozen_return' and state = 'open')
          then 'decideFrozen'
        when pay_in = 'received' and status in ('cancelled', 'failed') and $3
          and exists (select from account_freezes where user_id = t.user_id and lifted_at is null)
          then 'proposeFrozenReturn'
        when exists (select from account_freezes where user_id = any($2) and lifted_at is null) then 'proposeUnfreeze'
        else 'runScreeningJobs' end id
       from transactions t left join blockchain_screening s on s.id = t.blockchain_screening_id where t.id = $1`,
    [order.id, players(world), choice.variant % 2 === 0],
  );
  world.currentAction = at ?? '';
  const reviewActions = { screenAgain, runScreeningJobs };
  const clears: Record<string, Action> = { ...reviewActions, proposeRelease, decideRelease, release, ...freezeActions };
  return (clears[world.currentAction] ?? runScreeningJobs)({ ...world, orders: [order] }, choice);
};

/** Decides a link between two accounts, which may change the limits of both customers. */
export const decideLink: Action = async (world, { actor, variant }) => {
  const [userId, otherId] = players(world);
  const decision = variant % 4 === 0 ? 'apart' : 'join';
  await world.work('identity.all_links');
  const answer = await world.callAsStaff(officer(actor), 'identity/decideLink', {
    userId,
    otherId,
    decision,
    note: 'Seen both faces',
  });
  const joined = decision === 'join';
  // A proposal changes nothing before the second approval.
  if (answer.status !== 200 || answer.body['state'] === 'proposed' || joined === world.joined) return answer;
  world.joined = joined;
  for (const id of players(world)) world.concerned.add(id);
  return answer;
};
