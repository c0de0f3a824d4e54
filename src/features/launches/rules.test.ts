import fc from 'fast-check';
import { expect, test } from 'vitest';
import { docKind, docxKind } from '../../kernel/word-kinds.ts';
import { isHttpsLink, linksFault, linksIn, mostLinks } from './links.ts';
import { isOpen } from './open.ts';
import { outcomes } from './outcomes.ts';
import { founderReason, launchReasons, readLaunchReason } from './reasons.ts';
import { parts, unmarked } from './rubric.ts';
import { HandIn, LaunchForm } from './schema.ts';
import { declaredBy, mayWith } from './standing.ts';

const paper = { id: crypto.randomUUID(), name: 'paper.docx', bytes: 10, mime: docxKind };
const form = { coinName: 'Irie Coin', idea: 'Farmers are paid on the day.', communityLinks: '', whitepaper: paper };
const said = (values: object) =>
  LaunchForm.safeParse({ ...form, ...values }).error?.issues.map(({ message }) => message);

test.each([
  [{ coinName: ' X ' }, 'Coin name is required'],
  [{ idea: '  too short ' }, 'Please describe your idea'],
  [{ whitepaper: null }, 'Whitepaper is required'],
  [{ whitepaper: { ...paper, mime: 'application/pdf' } }, 'Accepted: Word documents (.doc or .docx). Max 10MB.'],
  [{ whitepaper: { ...paper, bytes: 10 * 1024 * 1024 + 1 } }, 'Accepted: Word documents (.doc or .docx). Max 10MB.'],
  [
    { communityLinks: 'https://a.example\nhttp://b.example' },
    'Link 2 must be a whole address that begins with https://',
  ],
])('%o is refused: %s', (values, message) => expect(said(values)).toEqual([message]));

test('the smallest that is taken, with a paper of ten megabytes', () => {
  const smallest = {
    coinName: ' XY ',
    idea: 'Ten signs.',
    whitepaper: { ...paper, mime: docKind, bytes: 10 * 1024 * 1024 },
  };
  expect(said(smallest)).toBeUndefined();
  expect(LaunchForm.parse({ ...form, ...smallest })).toMatchObject({ coinName: 'XY' });
  const key = crypto.randomUUID();
  expect(HandIn.safeParse({ ...form, key, whitepaper: paper.id, status: 'accepted' }).success).toBe(false);
});

const blank = fc.constantFrom('', ' ', '\t', '   ');
const line = fc.webUrl({ validSchemes: ['https'], withQueryParameters: true }).filter(isHttpsLink);

test('links are read by the line: trimmed, without the empty ones, in their order', () => {
  const typed = fc.array(fc.tuple(blank, line, blank, fc.constantFrom('\n', '\r\n', '\n\n \n')), {
    maxLength: mostLinks,
  });
  fc.assert(
    fc.property(typed, (lines) => {
      const text = lines.map(([before, link, behind, end]) => before + link + behind + end).join('');
      expect(linksIn(text)).toEqual(lines.map(([, link]) => link));
      expect(linksFault(text)).toBeNull();
    }),
  );
});

test('whatever is taken as a link leads over https to a name, and carries no password', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.webUrl(),
        fc.string().map((text) => `https://${text}`),
      ),
      (text) => {
        if (!isHttpsLink(text)) return;
        const { protocol, hostname, username, password } = new URL(text);
        expect([protocol, username, password]).toEqual(['https:', '', '']);
        expect(hostname).toMatch(/\.[a-z]/);
      },
    ),
    { numRuns: 500 },
  );
  for (const wrong of [
    ...[
      'http://a.example',
      'ftp://a.example',
      'javascript:alert(1)',
      'https:a.example',
      'a.example',
      'https://localhost',
    ],
    ...[
      'https://user:pass@a.example',
      'https://127.0.0.1/x',
      'https://[::1]/',
      'https://a.example/<script>',
      'https://',
    ],
    ...[`https://a.example/${'x'.repeat(300)}`, 'https://a.example/\u202Egpj', 'https://a. example'],
  ])
    expect([wrong, isHttpsLink(wrong)]).toEqual([wrong, false]);
  expect(linksFault('https://a.example\n'.repeat(mostLinks + 1))).toBe('Give at most 10 links');
});

test('each reason belongs to one outcome, has two texts, and neither names a suspicion', () => {
  const codes = outcomes.flatMap((outcome) => launchReasons[outcome].map(({ code }) => code));
  expect(new Set(codes).size).toBe(codes.length);
  for (const outcome of outcomes)
    for (const { code, customer, staff } of launchReasons[outcome]) {
      expect(readLaunchReason(outcome, code)).toMatchObject({ customer, staff });
      expect(founderReason(code)).toBe(customer);
      expect(customer).not.toMatch(/suspic|fraud|scam|launder|sanction|alert|report/i);
    }
  expect(readLaunchReason('accepted', 'no_use')).toBeNull();
  expect([founderReason(null), founderReason('none')]).toEqual([null, null]);
});

const person = fc.record({
  id: fc.constantFrom('a', 'b', 'c'),
  roles: fc.subarray(['admin', 'compliance', 'support', 'finance', 'instructor']),
  otherAccounts: fc.subarray(['d', 'e']),
});
const facts = fc.record({
  founderId: fc.constantFrom('a', 'd', 'x'),
  status: fc.constantFrom(
    'submitted',
    'waiting_for_founder',
    'accepted',
    'declined',
    'not_enough',
    'withdrawn' as const,
  ),
  questions: fc.array(fc.record({ answeredAt: fc.constantFrom(null, new Date()) }), { maxLength: 3 }),
  marks: fc.subarray([...parts]).map((marked) => marked.map((part) => ({ part }))),
  conflicts: fc.array(fc.record({ reviewer: fc.constantFrom('a', 'b', 'd', 'e'), conflict: fc.boolean() }), {
    maxLength: 4,
  }),
});

test('nobody judges their own, nor with an interest, nor before saying so, nor with a part unmarked', () => {
  fc.assert(
    fc.property(person, facts, (actor, launch) => {
      const may = mayWith(actor, launch as Parameters<typeof mayWith>[1]);
      const mine = [actor.id, ...actor.otherAccounts];
      const interested = launch.conflicts.some(({ reviewer, conflict }) => conflict && mine.includes(reviewer));
      const acts = may.ask || may.declare || may.mark || may.decide;
      if (acts) expect([mine.includes(launch.founderId), isOpen(launch.status as 'submitted')]).toEqual([false, true]);
      if (may.mark || may.decide) {
        expect(interested).toBe(false);
        expect(launch.conflicts.some(({ reviewer }) => reviewer === actor.id)).toBe(true);
        expect(actor.roles.some((role) => role === 'admin' || role === 'compliance')).toBe(true);
      }
      if (may.decide) {
        expect(unmarked(launch.marks)).toEqual([]);
        expect(launch.questions.every(({ answeredAt }) => answeredAt !== null)).toBe(true);
      }
      expect(declaredBy(actor, launch) === true).toBe(interested);
    }),
    { numRuns: 2_000 },
  );
});

test('the parts that are left stand in the order of the rubric', () =>
  expect(unmarked([{ part: 'law' }, { part: 'team' }])).toEqual(['token', 'money', 'technology']));
