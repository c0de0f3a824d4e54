import fc from 'fast-check';
import { expect, test } from 'vitest';
import { docMimeType, docxMimeType } from '../../kernel/mime-types.ts';
import { getAllowedCommands } from './api.ts';
import { isOpen, outcomes } from './launch.ts';
import { findLinkError, isHttpsLink, LaunchFormSchema, maxLinks, parseLinks, SubmitLaunch } from './schema.ts';
import { getFounderReason, getLaunchReason, launchReasons } from './staff-messages.ts';

const paper = { id: crypto.randomUUID(), name: 'paper.docx', bytes: 10, mime: docxMimeType };
const form = { coinName: 'Irie Coin', idea: 'Farmers are paid on the day.', communityLinks: '', whitepaper: paper };
const errorsOf = (values: object) =>
  LaunchFormSchema.safeParse({ ...form, ...values }).error?.issues.map(({ message }) => message);

test.each([
  [{ coinName: ' X ' }, 'Coin name is required'],
  [{ idea: '  too short ' }, 'Please describe your idea'],
  [{ whitepaper: null }, 'Whitepaper is required'],
  [{ whitepaper: { ...paper, mime: 'application/pdf' } }, 'Accepted: Word documents (.doc or .docx). Max 10MB.'],
  [{ whitepaper: { ...paper, bytes: 10 * 1024 * 1024 + 1 } }, 'Accepted: Word documents (.doc or .docx). Max 10MB.'],
  [
    { communityLinks: 'https://a.example\nhttp://b.example' },
    'Link 2 must be a full address that starts with https://',
  ],
])('%o is refused: %s', (values, message) => expect(errorsOf(values)).toEqual([message]));

test('the smallest form with a whitepaper of ten megabytes is accepted', () => {
  const smallest = {
    coinName: ' XY ',
    idea: 'Ten signs.',
    whitepaper: { ...paper, mime: docMimeType, bytes: 10 * 1024 * 1024 },
  };
  expect(errorsOf(smallest)).toBeUndefined();
  expect(LaunchFormSchema.parse({ ...form, ...smallest })).toMatchObject({ coinName: 'XY' });
  const key = crypto.randomUUID();
  expect(SubmitLaunch.safeParse({ ...form, key, whitepaper: paper.id, status: 'accepted' }).success).toBe(false);
});

const whitespace = fc.constantFrom('', ' ', '\t', '   ');
const httpsUrl = fc.webUrl({ validSchemes: ['https'], withQueryParameters: true }).filter(isHttpsLink);

test('links are split by line, trimmed, in order, without empty lines', () => {
  const typed = fc.array(fc.tuple(whitespace, httpsUrl, whitespace, fc.constantFrom('\n', '\r\n', '\n\n \n')), {
    maxLength: maxLinks,
  });
  fc.assert(
    fc.property(typed, (lines) => {
      const text = lines.map(([before, link, behind, end]) => before + link + behind + end).join('');
      expect(parseLinks(text)).toEqual(lines.map(([, link]) => link));
      expect(findLinkError(text)).toBeNull();
    }),
  );
});

test('every accepted link is https to a host name, without credentials', () => {
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
  expect(findLinkError('https://a.example\n'.repeat(maxLinks + 1))).toBe('Use at most 10 links');
});

test('each reason belongs to one outcome, has two texts, and names no suspicion', () => {
  const codes = outcomes.flatMap((outcome) => launchReasons[outcome].map(({ code }) => code));
  expect(new Set(codes).size).toBe(codes.length);
  for (const outcome of outcomes)
    for (const { code, customer, staff } of launchReasons[outcome]) {
      expect(getLaunchReason(outcome, code)).toMatchObject({ customer, staff });
      expect(getFounderReason(code)).toBe(customer);
      expect(customer).not.toMatch(/suspic|fraud|scam|launder|sanction|alert|report/i);
    }
  expect(getLaunchReason('accepted', 'no_use')).toBeNull();
  expect([getFounderReason(null), getFounderReason('none')]).toEqual([null, null]);
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
});

test('staff cannot work on their own launch, decide without the role, or act before the answer', () => {
  fc.assert(
    fc.property(person, facts, (actor, launch) => {
      const may = getAllowedCommands(actor, launch as Parameters<typeof getAllowedCommands>[1]);
      const accounts = [actor.id, ...actor.otherAccounts];
      if (may.ask || may.decide) {
        expect([accounts.includes(launch.founderId), isOpen(launch.status as 'submitted')]).toEqual([false, true]);
        expect(launch.questions.every(({ answeredAt }) => answeredAt !== null)).toBe(true);
      }
      if (may.decide) expect(actor.roles.some((role) => role === 'admin' || role === 'compliance')).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});
