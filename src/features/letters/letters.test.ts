import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { sessionFor } from '../../../test/security/actors.ts';
import { wallsOf } from '../../../test/security/walls.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { allLetters } from '../../letters.ts';
import { asJob } from '../../platform/jobs.ts';
import type { Mail } from '../../platform/mail.ts';
import { resetLetter } from '../accounts/letters.ts';
import { earnedLetter } from '../certificates/earned-letter.ts';
import { placesInLetters } from '../notices/letter-places.ts';
import { faultOf, placesOf } from '../notices/own-words.ts';
import { openPost } from '../notices/post.ts';

/** What a letter says is worded by two people, and said by the next letter of its kind. */
const server = await serverWithoutFaults();
const { call, owner, services } = server;
const [admin, finance] = [await sessionFor(server, 'admin'), await sessionFor(server, 'finance')];

beforeEach(() => owner.query(`delete from letter_versions; delete from proposals where kind = 'letter'`));

type Said = { code?: string; message?: string; proposalId: string };
type Shown = {
  own: { subject: string; paragraphs: string[] } | null;
  waiting: { id: string; why: string } | null;
  versions: { subject: string | null; why: string; proposedBy: string; approvedBy: string }[];
  rejected: { reason: string; why: string }[];
};
const letter = 'certificate.earned';
const words = { subject: 'Well done: {course}', text: 'You have it.\n\nYours is {course}, for good.' };
const propose = (change: object = {}, by = admin) =>
  call<Said>('letters/propose', { letter, words, why: 'Warmer', ...change }, by);
const decide = (proposalId: string, decision = 'approve', by = finance) =>
  call<Said>('letters/decide', { proposalId, decision, reason: 'Too short' }, by);
const show = async () => (await call<Shown>('letters/show', { letter }, finance)).body;
async function change(wanted: object = {}) {
  const { body } = await propose(wanted);
  expect((await decide(body.proposalId)).status).toBe(200);
}

/** What leaves when the house writes of a certificate. */
async function written(): Promise<Mail | undefined> {
  const { email } = await newCustomer(server);
  const left: Mail[] = [];
  const post = openPost(services, async (mail) => void left.push(mail));
  const about = { name: 'Ina', email, courseTitle: 'Wallets <safe>', code: 'C1' };
  await asJob(randomUUID(), () => post.mail(earnedLetter(about, services.config.origin)));
  await owner.query(`update mails set next_at = now() - interval '1 day'`);
  await post.sendDue();
  await post.stop();
  return left.find(({ to }) => to === email);
}

test('every letter of the house fits its own rules, and each of its places is known', () => {
  for (const { house, when, frame } of Object.values(allLetters)) {
    expect([when, faultOf(house, house)]).toEqual([when, null]);
    expect(placesOf(house).filter((place) => !(place in placesInLetters))).toEqual([]);
    expect(frame.button).not.toBe('');
  }
});

test('one words a letter, another agrees, and the next letter of its kind says it so', async () => {
  const { body } = await propose();
  expect((await written())?.subject).toBe('Your certificate: Wallets <safe>');
  expect((await decide(body.proposalId)).status).toBe(200);
  const mail = await written();
  expect(mail?.subject).toBe('Well done: Wallets <safe>');
  expect(mail?.text).toContain('You have it.\n\nYours is Wallets <safe>, for good.');
  expect(mail?.html).toContain('Yours is Wallets &lt;safe&gt;, for good.');
  expect(await show()).toMatchObject({
    own: { subject: words.subject },
    waiting: null,
    versions: [{ why: 'Warmer', proposedBy: 'Adrian Whyte', approvedBy: 'Fiona Reid' }],
  });
  const { rows } = await owner.query(
    `select action, after ->> 'why' why from audit_log where subject_type = 'letter' order by id desc limit 2`,
  );
  expect(rows).toEqual([
    { action: 'letters.approve', why: 'Warmer' },
    { action: 'letters.proposed', why: 'Warmer' },
  ]);
});

test('back to the house’s words is a change like any other', async () => {
  await change();
  await change({ words: null, why: 'As before' });
  expect((await written())?.subject).toBe('Your certificate: Wallets <safe>');
  expect((await show()).versions.map(({ subject }) => subject)).toEqual([null, words.subject]);
  expect((await propose({ words: null })).body.code).toBe('letters.unchanged');
});

test('a letter with a link that opens something is worded as well, and keeps its link', async () => {
  const told = {
    letter: 'account.reset',
    words: { subject: 'A new password', text: 'Press the button, within an hour.' },
  };
  await change(told);
  const left: Mail[] = [];
  const post = openPost(services, async (mail) => void left.push(mail));
  await post.mail(resetLetter('https://ours.test', 'ina@demo.test', 'secret'));
  expect(left[0]).toMatchObject({
    subject: 'A new password',
    links: ['https://ours.test/auth?from=recovery#access_token=secret&type=recovery'],
  });
});

test('whoever asked does not agree, and what is rejected says why and changes nothing', async () => {
  const { body } = await propose();
  expect((await decide(body.proposalId, 'approve', admin)).body.code).toBe('approvals.second_person_needed');
  expect((await propose({}, finance)).body.code).toBe('approvals.already_open');
  expect((await decide(body.proposalId, 'reject')).status).toBe(200);
  expect(await show()).toMatchObject({ own: null, versions: [], rejected: [{ reason: 'Too short', why: 'Warmer' }] });
  expect((await written())?.subject).toBe('Your certificate: Wallets <safe>');
});

test('of two changes of one letter the second does not fall on what the first one changed', async () => {
  const { body } = await propose();
  await owner.query(
    `insert into letter_versions (letter, subject, paragraphs, why, proposal_id, proposed_by, approved_by)
     select $1, 'Other: {course}', '{Text}', 'Meanwhile', $2, p.id, q.id from profiles p, profiles q
      where p.email = 'admin@demo.test' and q.email = 'finance@demo.test'`,
    [letter, body.proposalId],
  );
  expect((await decide(body.proposalId)).body.code).toBe('approvals.changed_since');
});

test.each([
  ['letters.text_unfit', { words: { subject: 'Well done', text: 'You have it.' } }],
  ['letters.text_unfit', { words: { ...words, text: '{course} {amount}' } }],
  ['letters.text_unfit', { words: { ...words, text: '{course} at https://else.test' } }],
  ['letters.subject_unfit', { words: { ...words, subject: 'One\r\nBcc: all@else.test' } }],
  [
    'letters.unchanged',
    { words: { subject: 'Your certificate: {course}', text: allLetters[letter]?.house.paragraphs[0] } },
  ],
  ['letters.unknown', { letter: 'constructor' }],
])('is refused as %s: %j', async (code, wish) => expect((await propose(wish)).body.code).toBe(code));

test.each(['support', 'compliance', 'tier1'])('%s neither reads nor words letters', async (who) => {
  const cookie = await sessionFor(server, who);
  expect((await call('letters/list', undefined, cookie)).status).toBe(403);
  expect((await call('letters/show', { letter }, cookie)).status).toBe(403);
  expect((await propose({}, cookie)).status).toBe(403);
  const { body } = await propose();
  expect((await decide(body.proposalId, 'approve', cookie)).status).toBe(403);
});

test('the database takes words from nobody but two people, whatever our code says', async () => {
  await change();
  const { outcome, rowsFor } = wallsOf(server);
  const { rows } = await owner.query<{ id: string; proposal: string }>(
    `select p.id, v.proposal_id proposal from profiles p, letter_versions v where p.email = 'admin@demo.test'`,
  );
  const as = { user: rows[0]?.id ?? '', all: true, roles: 'admin' };
  expect(await outcome(as, `insert into letter_versions select * from letter_versions`)).toBe('refused');
  expect(await outcome(as, `update letter_versions set subject = 'Mine'`)).toBe('refused');
  expect(await outcome(as, `delete from letter_versions`)).toBe('refused');
  expect(await outcome(as, `select app.put_letter($1)`, [rows[0]?.proposal])).toBe('failed P0001');
  expect(await rowsFor(as, 'letter_versions')).toHaveLength(1);
  expect(await rowsFor({ ...as, roles: 'support' }, 'letter_versions')).toHaveLength(0);
  expect(await rowsFor({ user: as.user }, 'letter_versions')).toHaveLength(0);
});
