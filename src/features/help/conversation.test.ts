import { describe, expect, it } from 'vitest';
import { jamaicanHolidays } from '../trading/lifecycle/holidays.ts';
import {
  getAllowedCommands,
  getComplaintDates,
  getComplaintStep,
  getNextDeadline,
  type HelpFacts,
} from './conversation.ts';
import { answerTemplates } from './staff-messages.ts';

const holidays = jamaicanHolidays(2026, 2027);
const friday = new Date('2026-12-18T15:00:00Z');
const at5pm = (day: string) => new Date(`${day}T22:00:00Z`);

const question: HelpFacts = {
  state: 'open',
  waitsSince: friday,
  complainedAt: null,
  acknowledgeBy: null,
  acknowledgedAt: null,
  decideBy: null,
  reviewRequestedAt: null,
  reviewBy: null,
  decisions: [],
};
const complaint: HelpFacts = { ...question, ...getComplaintDates(friday, holidays) };
const acknowledged: HelpFacts = { ...complaint, state: 'answered', acknowledgedAt: friday };
const decided: HelpFacts = { ...acknowledged, decisions: [{ stage: 'first' }] };
const inReview: HelpFacts = { ...decided, reviewRequestedAt: friday, reviewBy: at5pm('2027-01-12') };
const final: HelpFacts = { ...inReview, state: 'closed', decisions: [{ stage: 'first' }, { stage: 'review' }] };

describe('deadlines of complaints', () => {
  it('are two and fifteen business days at 5 pm, without weekends and Jamaican holidays', () => {
    expect(getComplaintDates(friday, holidays)).toEqual({
      complainedAt: friday,
      acknowledgeBy: at5pm('2026-12-22'),
      // Christmas Day and New Year's Day are Fridays. Boxing Day is a Saturday.
      decideBy: at5pm('2027-01-12'),
    });
  });

  it.each([
    ['a question that waits for us', question, at5pm('2026-12-22'), 'none'],
    ['an answered question', { ...question, state: 'answered' }, null, 'none'],
    ['a new complaint', complaint, at5pm('2026-12-22'), 'acknowledge'],
    ['a confirmed complaint', acknowledged, at5pm('2027-01-12'), 'decide'],
    [
      'a confirmed complaint with a new message',
      { ...acknowledged, state: 'open', waitsSince: new Date('2026-12-28T15:00:00Z') },
      at5pm('2026-12-30'),
      'decide',
    ],
    ['a decided complaint', decided, null, 'decided'],
    ['a complaint in review', inReview, at5pm('2027-01-12'), 'review'],
    ['a reviewed complaint', final, null, 'final'],
  ] as const)('of %s are %s', (_name, facts, due, step) => {
    expect([getNextDeadline(facts as HelpFacts, holidays), getComplaintStep(facts as HelpFacts)]).toEqual([due, step]);
  });
});

describe('allowed commands', () => {
  const officer = { id: 'a', roles: ['compliance'], otherAccounts: ['b'] };
  const allowed = (facts: HelpFacts, actor = officer, more = {}) =>
    Object.entries(getAllowedCommands(actor, { ...facts, userId: 'x', decidedBy: null, ...more }))
      .filter(([, may]) => may)
      .map(([name]) => name);

  it('follow the step of the complaint', () => {
    expect(allowed(question)).toEqual(['answer', 'close', 'markComplaint']);
    expect(allowed(complaint)).toEqual(['answer', 'decide']);
    expect(allowed(decided)).toEqual(['answer', 'close']);
    expect(allowed(inReview, officer, { decidedBy: 'c' })).toEqual(['answer', 'review']);
    expect(allowed(final)).toEqual(['answer']);
  });

  it('leave a review to a person other than the decider, from any account', () => {
    for (const decidedBy of ['a', 'b'])
      expect(allowed(inReview, officer, { decidedBy })).toEqual(['answer', 'isSecondMissing']);
  });

  it('leave decisions to compliance, and one’s own matter to colleagues', () => {
    expect(allowed(complaint, { ...officer, roles: ['support'] })).toEqual(['answer']);
    for (const userId of ['a', 'b']) expect(allowed(complaint, officer, { userId })).toEqual([]);
  });
});

it('answer templates name no suspicion', () => {
  for (const { text } of answerTemplates) expect(text).not.toMatch(/suspic|fraud|launder|sanction|alert|freeze/i);
});
