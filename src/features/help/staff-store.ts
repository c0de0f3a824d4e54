import { sql } from 'kysely';
import {
  allRows,
  currentUserAccounts,
  currentUserId,
  type Db,
  firstValue,
  requireRow,
} from '../../platform/database/database.ts';
import { customerLabel, toLikePattern } from '../../platform/database/rows.ts';
import type { Decision, HelpState, Outcome } from './conversation.ts';
import type { HelpView } from './schema.ts';
import { type Conversation, conversationColumns } from './store.ts';

type View = { readonly view: HelpView; readonly now: Date };
type Page = View & {
  readonly search: string;
  readonly after: { readonly at: Date; readonly id: string } | null;
  readonly limit: number;
};

/** SQL condition: not a conversation of the staff member. */
const isOfOther = sql`c.user_id <> all (${currentUserAccounts})`;

const viewCondition = ({ view, now }: View) =>
  ({
    waiting: sql`c.due_at is not null`,
    mine: sql`c.owner_id = ${currentUserId} and c.state <> 'closed'`,
    unowned: sql`c.owner_id is null and c.due_at is not null`,
    overdue: sql`c.due_at < ${now}`,
    complaints: sql`c.complained_at is not null and c.state <> 'closed'`,
    customer: sql`c.state = 'answered' and c.due_at is null`,
    closed: sql`c.state = 'closed'`,
  })[view];

/** Views of our deadlines start with the next one. The other views start with the newest change. */
const isByDeadline = (view: HelpView): boolean => view === 'waiting' || view === 'unowned' || view === 'overdue';

const ownerName = sql`(select w.display_name from profiles w where w.id = c.owner_id) "owner"`;

type Line = Conversation & { readonly customer: string; readonly owner: string | null; readonly at: Date };

export async function findConversations(tx: Db, page: Page) {
  const { view, search, after, limit } = page;
  const [beyond, order] = isByDeadline(view) ? [sql`>`, sql`asc`] : [sql`<`, sql`desc`];
  const age = sql`date_trunc('milliseconds', ${sql.ref(isByDeadline(view) ? 'c.due_at' : 'c.waits_since')})`;
  const pattern = toLikePattern(search);
  return allRows<Omit<Line, 'decisions' | 'decidedBy'>>(tx)`
    select ${conversationColumns}, ${age} "at", ${customerLabel('p')} customer, ${ownerName}
      from help_conversations c join profiles p on p.id = c.user_id
     where ${viewCondition(page)} and ${isOfOther}
       ${search === '' ? sql`` : sql`and (c.reference ilike ${pattern} or p.display_name ilike ${pattern} or p.email ilike ${pattern})`}
       ${after === null ? sql`` : sql`and (${age}, c.id) ${beyond} (${after.at}, ${after.id})`}
     order by ${age} ${order}, c.id ${order} limit ${limit}`;
}

export const countConversations = (tx: Db, now: Date) =>
  requireRow<Record<Exclude<HelpView, 'closed'>, number>>(tx)`
    select ${sql.join(
      (['waiting', 'mine', 'unowned', 'overdue', 'complaints', 'customer'] as const).map(
        (view) => sql`count(*) filter (where ${viewCondition({ view, now })})::int ${sql.ref(view)}`,
      ),
    )} from help_conversations c where c.state <> 'closed' and ${isOfOther}`;

export const findPeople = (tx: Db, { userId, ownerId }: Pick<Conversation, 'userId' | 'ownerId'>) =>
  requireRow<Readonly<Record<'customer' | 'addressee' | 'email', string>> & { readonly owner: string | null }>(tx)`
    select ${customerLabel('p')} customer, p.email, coalesce(nullif(p.display_name, ''), p.email) addressee,
        (select w.display_name from profiles w where w.id = ${ownerId}) "owner"
      from profiles p where p.id = ${userId}`;

export const findCustomerByEmail = (tx: Db, email: string) =>
  firstValue<string>(tx)`select id from profiles where email = lower(${email}) and closed_at is null`;

type NewDecision = Pick<Decision, 'stage' | 'outcome' | 'reasons'> & { readonly now: Date };

export const insertDecision = (
  tx: Db,
  { id, userId }: Pick<Conversation, 'id' | 'userId'>,
  { stage, outcome, reasons, now }: NewDecision,
) =>
  sql`insert into complaint_decisions (conversation_id, stage, user_id, decided_by, outcome, reasons, decided_at)
    values (${id}, ${stage}, ${userId}, ${currentUserId}, ${outcome}, ${reasons}, ${now})`.execute(tx);

export type RegisterLine = {
  readonly reference: string;
  readonly customer: string;
  readonly about: Conversation['about'];
  readonly category: Conversation['category'];
  readonly complainedAt: Date;
  readonly acknowledgeBy: Date;
  readonly acknowledgedAt: Date | null;
  readonly decideBy: Date;
  readonly decidedAt: Date | null;
  readonly outcome: Outcome | null;
  readonly reviewRequestedAt: Date | null;
  readonly reviewBy: Date | null;
  readonly reviewedAt: Date | null;
  readonly finalOutcome: Outcome | null;
  readonly state: HelpState;
};

/** Complaints received in a period, oldest first. */
export const findRegister = (tx: Db, { from, until }: { readonly from: Date; readonly until: Date }) =>
  allRows<RegisterLine>(tx)`
    select ${conversationColumns}, ${customerLabel('p')} customer, first.decided_at "decidedAt", first.outcome,
        review.decided_at "reviewedAt", review.outcome "finalOutcome"
      from help_conversations c join profiles p on p.id = c.user_id
        left join complaint_decisions first on first.conversation_id = c.id and first.stage = 'first'
        left join complaint_decisions review on review.conversation_id = c.id and review.stage = 'review'
     where c.complained_at >= ${from} and c.complained_at < ${until} order by c.complained_at, c.id`;

/** Text of the message that was the complaint: the customer's, or what staff recorded. */
export const findComplaintText = (tx: Db, { id, userId, complainedAt }: Conversation) =>
  firstValue<string>(tx)`
    select m.text from help_messages m where m.user_id = ${userId} and m.conversation_id = ${id}
       and m.written_at <= ${complainedAt} and not m.internal
     order by m.author_id = m.user_id desc, m.written_at desc, m.id desc limit 1`;
