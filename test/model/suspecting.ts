import { type Act, found, nothing, officers, onOrder, pick, step } from './draw.ts';
import { screeners } from './outside.ts';
import { type Staff, type World, workOff } from './world.ts';

/** What compliance does, and what the product finds by itself: no customer may notice any of it (decision A7). */
const officer = (who: number): Staff => pick(officers, who) ?? 'admin';

const players = ({ players: two }: World) => two.map(({ id }) => id);

export const freeze: Act = (world, { order, who }) =>
  world.atDesk(officer(who), 'compliance/freeze', {
    userId: world.players[order % 2 === 0 ? 0 : 1].id,
    reason: 'Asked for by an authority',
  });

export const proposeThaw: Act = async (world, { who }) => {
  const stands = 'select id from account_freezes where user_id = any($1) and lifted_at is null order by id limit 1';
  const freezeId = await found(world, stands, [players(world)]);
  return freezeId ? world.atDesk(officer(who), 'compliance/proposeThaw', { freezeId, note: 'Looked at' }) : null;
};

export const proposeFrozenReturn: Act = onOrder((world, { id }, { who }) =>
  world.atDesk(officer(who), 'compliance/proposeFrozenReturn', { orderId: id, note: 'Back to where it came from' }),
);

const waiting = (world: World, kinds: string[]) =>
  found(world, `select id from proposals where kind = any($1) and state = 'open' and customer_id = any($2) limit 1`, [
    kinds,
    players(world),
  ]);

export const decideFrozen: Act = async (world, { who }) => {
  const proposalId = await waiting(world, ['thaw', 'frozen_return']);
  return proposalId ? world.atDesk(officer(who), 'compliance/decideFrozen', { proposalId, decision: 'approve' }) : null;
};

export const hold = step('desk/hold', officers, () => ({ reasonCode: 'unusual_pattern' }));
export const release = step('desk/release', officers);
export const screenAgain = onOrder((world, { id }, { who }) =>
  world.atDesk(officer(who), 'desk/screenAgain', { orderId: id }),
);

export const proposeRelease = onOrder(async (world, { id }, { who }) => {
  const caseId = await found(world, 'select case_id id from case_orders where order_id = $1 limit 1', [id]);
  return caseId
    ? world.atDesk(officer(who), 'compliance/proposeRelease', { caseId, orderId: id, note: 'Looked at' })
    : null;
});

export const decideRelease: Act = async (world, { who }) => {
  const proposalId = await waiting(world, ['release']);
  const verdict = { proposalId, decision: 'approve', note: 'Agreed' };
  return proposalId ? world.atDesk(officer(who), 'compliance/decideRelease', verdict) : null;
};

/** The company that screens wallets begins to behave otherwise; mostly it works. */
export const screenerTurns: Act = (world, { size }) => {
  world.screener = size % 6 === 0 ? 'listed' : (screeners[size % 18] ?? 'clear');
  world.outside.screenAs(world.screener);
  return Promise.resolve(null);
};

/** What the product screens by itself each minute. */
export const screensLate: Act = async (world) => {
  await workOff(world, 'trading.screen_sender');
  for (const job of ['trading.screen_waiting', 'trading.screen_senders', 'trading.screen_open']) await world.work(job);
  return null;
};

/** The product looks for accounts that share something. */
export const looksForLinks: Act = (world) => nothing(world.work('identity.all_links'));

const ofFreezes = { decideFrozen, proposeThaw, proposeFrozenReturn };

/** What stands in the way of an order, and what would clear it away: this is what compliance does most of the day. */
export const unstick: Act = async (world, draw) => {
  const held = 'select id from transactions where held and user_id = any($1) order by id limit 1';
  const stuck = draw.twist % 3 > 0 ? await found(world, held, [players(world)]) : undefined;
  const order = world.orders.find(({ id }) => id === stuck) ?? pick(world.orders, draw.order);
  if (!order) return null;

  const at = await found(
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
        when exists (select from account_freezes where user_id = any($2) and lifted_at is null) then 'proposeThaw'
        else 'screensLate' end id
       from transactions t left join blockchain_screening s on s.id = t.blockchain_screening_id where t.id = $1`,
    [order.id, players(world), draw.twist % 2 === 0],
  );
  world.doing = at ?? '';
  const looks = { screenAgain, screensLate };
  const clears: Record<string, Act> = { ...looks, proposeRelease, decideRelease, release, ...ofFreezes };
  return (clears[world.doing] ?? screensLate)({ ...world, orders: [order] }, draw);
};

/** Compliance decides whether two accounts are one person's. Where that changes, both may see what is left for them. */
export const decideLink: Act = async (world, { who, twist }) => {
  const [userId, otherId] = players(world);
  const decision = twist % 4 === 0 ? 'apart' : 'join';
  await world.work('identity.all_links');
  const answer = await world.atDesk(officer(who), 'identity/decideLink', {
    userId,
    otherId,
    decision,
    note: 'Seen both faces',
  });
  const joined = decision === 'join';
  // What waits for a second person has changed nothing yet.
  if (answer.status !== 200 || answer.body['state'] === 'proposed' || joined === world.joined) return answer;
  world.joined = joined;
  for (const id of players(world)) world.concerned.add(id);
  return answer;
};
