import { describe, expect, it } from 'vitest';
import type { OwnTier } from '../views.ts';
import { describeBenefits, getButton, getOpenItems, getStatusLine } from './tier-labels.ts';

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
  it('is Start before the first submission, on both pages', () => {
    expect(getButton(nothing, 'dashboard')).toBe('Start');
    expect(getButton(nothing, 'profile')).toBe('Start');
  });

  it('is Resubmit on the dashboard only for items to send again', () => {
    expect(getButton(rejected, 'dashboard')).toBe('Resubmit');
    expect(getButton({ ...pending, waitsFor: 'customer' }, 'dashboard')).toBe('Resubmit');
    expect(getButton(pending, 'dashboard')).toBeNull();
    expect(getButton({ ...pending, status: 'approved', waitsFor: 'none' }, 'dashboard')).toBeNull();
  });

  it('is Resubmit on the profile after any submission', () => {
    expect(getButton(pending, 'profile')).toBe('Resubmit');
    expect(getButton({ ...pending, status: 'approved' }, 'profile')).toBe('Resubmit');
  });
});

describe('the status line of a tier', () => {
  it('gives the review time while pending', () =>
    expect(getStatusLine(pending)).toBe('Submitted Fri 20 Nov, 10:14 am. Review time: typically 12-24 hours.'));

  it('asks for more while waiting for the customer', () =>
    expect(getStatusLine({ ...pending, waitsFor: 'customer' })).toContain('We need the items below.'));

  it('names each failed item with its reason and none that was accepted', () =>
    expect(getOpenItems(rejected)).toEqual([{ name: 'Address proof', text: 'It is older than three months.' }]));

  it('omits old faults once a new submission is pending', () =>
    expect(getOpenItems({ ...rejected, status: 'pending', waitsFor: 'staff' })).toEqual([]));
});

describe('the benefits of a tier', () => {
  const caps = { tier1: 1500, tier2: null, gate: 1000 };
  it('names the current limits', () => {
    expect(describeBenefits(1, caps)).toBe('Your identity. Up to US$1,500 a month.');
    expect(describeBenefits(2, caps)).toBe('Your address and income. No monthly limit.');
    expect(describeBenefits(2, { ...caps, tier2: 9000 })).toBe('Your address and income. Up to US$9,000 a month.');
    expect(describeBenefits(3, caps)).toBe('Your source of funds. You can place single orders of US$1,000 or more.');
  });
  it('shows no figure while limits are unknown', () => expect(describeBenefits(1, null)).not.toMatch(/\d/));
});
