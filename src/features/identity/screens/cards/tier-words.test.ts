import { describe, expect, it } from 'vitest';
import type { OwnTier } from '../../views.ts';
import { buttonOf, openItems, standing, unlocks } from './tier-words.ts';

const nothing: OwnTier = {
  tier: 2,
  status: 'not_submitted',
  submissionId: null,
  submittedAt: null,
  decidedAt: null,
  waitsFor: null,
  items: [],
  action: 'start',
  obstacle: null,
  loses: false,
  give: ['employment', 'address_proof', 'income_proof'],
  keep: [],
  prefill: {},
};
const submitted = { submissionId: 'a', submittedAt: new Date('2026-11-20T15:14:00Z'), action: 'resubmit' } as const;
const pending: OwnTier = { ...nothing, ...submitted, status: 'pending', waitsFor: 'staff' };
const rejected: OwnTier = {
  ...nothing,
  ...submitted,
  status: 'rejected',
  items: [
    { item: 'employment', state: 'accepted', reason: null },
    { item: 'address_proof', state: 'rejected', reason: { code: 'too_old', text: 'It is older than three months.' } },
  ],
};

describe('the button of a tier', () => {
  it('is Start where nothing was submitted, on both pages', () => {
    expect(buttonOf(nothing, 'dashboard')).toBe('Start');
    expect(buttonOf(nothing, 'profile')).toBe('Start');
  });

  it('is Resubmit on the dashboard only where something is to be given again', () => {
    expect(buttonOf(rejected, 'dashboard')).toBe('Resubmit');
    expect(buttonOf({ ...pending, waitsFor: 'customer' }, 'dashboard')).toBe('Resubmit');
    expect(buttonOf(pending, 'dashboard')).toBeNull();
    expect(buttonOf({ ...pending, status: 'approved', waitsFor: 'nobody' }, 'dashboard')).toBeNull();
  });

  it('is Resubmit on the profile wherever something was submitted', () => {
    expect(buttonOf(pending, 'profile')).toBe('Resubmit');
    expect(buttonOf({ ...pending, status: 'approved' }, 'profile')).toBe('Resubmit');
  });
});

describe('where a tier stands', () => {
  it('gives the time a review takes while it waits for us', () =>
    expect(standing(pending)).toBe('Submitted Fri 20 Nov, 10:14 am. The review takes typically 12-24 hours.'));

  it('says that it waits for the customer when more is asked for', () =>
    expect(standing({ ...pending, waitsFor: 'customer' })).toContain('something more from you'));

  it('names each failed item with its reason and none that was accepted', () =>
    expect(openItems(rejected)).toEqual([{ name: 'Address proof', text: 'It is older than three months.' }]));

  it('says nothing of old faults once a new submission waits', () =>
    expect(openItems({ ...rejected, status: 'pending', waitsFor: 'staff' })).toEqual([]));
});

describe('what a tier opens', () => {
  const caps = { tier1: 1500, tier2: null, gate: 1000 };
  it('names the caps that are in force', () => {
    expect(unlocks(1, caps)).toBe('Who you are. Up to US$1,500 a month.');
    expect(unlocks(2, caps)).toBe('Address and income. No monthly limit.');
    expect(unlocks(2, { ...caps, tier2: 9000 })).toBe('Address and income. Up to US$9,000 a month.');
    expect(unlocks(3, caps)).toBe('Needed for single orders of US$1,000 or more.');
  });
  it('invents no figure while the caps are not known', () => expect(unlocks(1, null)).not.toMatch(/\d/));
});
