import { sql } from 'kysely';
import { type Category, getComplaintDates, noComplaint } from '../../src/features/help/conversation.ts';
import { holidaysAround } from '../../src/features/trading/lifecycle/holidays.ts';
import { after, days } from '../../src/kernel/clock.ts';
import { type Db, newId } from '../../src/platform/database/database.ts';

type DemoConversation = {
  readonly by: string;
  readonly daysAgo: number;
  readonly category: Category;
  readonly isComplaint: boolean;
  readonly question: string;
  /** Answer of the day after, which confirms a complaint. */
  readonly answer: string;
};

const conversations: readonly DemoConversation[] = [
  {
    by: 'tier2',
    daysAgo: 3,
    category: 'account',
    isComplaint: false,
    question: 'I have a new phone. How do I sign in without my old one?',
    answer: 'Sign in with a recovery code, then add the new phone under Security on your profile.',
  },
  {
    by: 'tier1',
    daysAgo: 4,
    category: 'wrong_amount',
    isComplaint: true,
    question: 'I received less bitcoin than the first page showed.',
    answer: "We have your complaint. I'm handling it and will compare the price on your receipt with your quote.",
  },
];

const userId = (email: string) => sql`(select id from profiles where email = ${`${email}@demo.test`})`;

async function insertConversation(tx: Db, conversation: DemoConversation, now: Date): Promise<void> {
  const { by, daysAgo, category, isComplaint, question, answer } = conversation;
  const openedAt = after(now, -days(daysAgo));
  const answeredAt = after(openedAt, days(1));
  const dates = isComplaint ? getComplaintDates(openedAt, holidaysAround(openedAt)) : noComplaint;
  const id = await newId(tx)`
    insert into help_conversations (user_id, category, state, opened_at, waits_since, due_at, owner_id, complained_at,
        acknowledge_by, acknowledged_at, decide_by)
      values (${userId(by)}, ${category}, 'answered', ${openedAt}, ${answeredAt}, ${dates.decideBy}, ${userId('support')},
        ${dates.complainedAt}, ${dates.acknowledgeBy}, ${isComplaint ? answeredAt : null}, ${dates.decideBy})
      returning id`;
  const messages = [
    { author: by, text: question, at: openedAt },
    { author: 'support', text: answer, at: answeredAt },
  ];
  for (const { author, text, at } of messages)
    await sql`insert into help_messages (conversation_id, user_id, author_id, text, written_at, idempotency_key,
        request_hash)
      values (${id}, ${userId(by)}, ${userId(author)}, ${text}, ${at}, gen_random_uuid(), 'demo')`.execute(tx);
}

/** Inserts an answered question and a confirmed complaint that waits for its decision. */
export async function insertHelpConversations(tx: Db, now: Date): Promise<void> {
  for (const conversation of conversations) await insertConversation(tx, conversation, now);
}
