import { expect, test } from 'vitest';
import { type IdentityEmail, renderIdentityEmail } from './emails.ts';

const to = { to: { email: 'ina@demo.test', name: 'Ina Brown' }, origin: 'https://example.test' };
const about: IdentityEmail = { userId: 'x', tier: 1, event: 'approved', items: [] };
const faults: IdentityEmail['items'] = [
  { item: 'selfie', state: 'rejected', reasonCode: 'face_covered' },
  { item: 'address_proof', state: 'wanted', reasonCode: 'all_pages' },
];

test('an approval e-mail names the page that shows the limit', () => {
  const { subject, text } = renderIdentityEmail(about, to);
  expect(subject).toBe('KYC Tier 1 approved');
  expect(text).toContain('your KYC Tier 1 is approved. You can see your limit on the Buy & sell page.');
});

test('a receipt e-mail says what happens next and by when', () => {
  const { subject, text } = renderIdentityEmail({ ...about, event: 'submitted' }, to);
  expect(subject).toBe("KYC Tier 1: we've received your documents");
  expect(text).toMatch(/We're reviewing your KYC Tier 1 now\. We'll email you the result/);
  expect(text).toContain('Review time: typically 12-24 hours.');
});

test.each(['rejected', 'more_wanted'] as const)('a %s e-mail names each item and what to do', (event) => {
  const { text, links } = renderIdentityEmail({ ...about, tier: 3, event, items: faults }, to);
  expect(text).toContain('Live selfie with ID: Please retake the selfie without a hat, mask or dark glasses.');
  expect(text).toContain('Address proof: Please send all pages in one PDF.');
  expect(text).toContain("You don't need to send anything else again.");
  expect(links).toEqual(['https://example.test/profile']);
});

test('the item list follows its introduction, and no limit is promised', () => {
  for (const event of ['rejected', 'more_wanted'] as const) {
    const { text, html } = renderIdentityEmail({ ...about, event, items: faults }, to);
    expect(text).toMatch(
      /(again|items):\n\nLive selfie[^\n]*\nAddress proof[^\n]*\n\nYou don't need to send anything else again\./,
    );
    expect(html.indexOf('Address proof')).toBeLessThan(html.indexOf('need to send anything else again.'));
  }
  for (const tier of [1, 2, 3] as const)
    expect(renderIdentityEmail({ ...about, tier }, to).text).not.toContain('new limit');
});

test('the last e-mail of a day says so below the item list', () => {
  const { text } = renderIdentityEmail({ ...about, event: 'rejected', items: faults, last: true }, to);
  expect(text).toMatch(
    /You don't need to send anything else again\.[^\n]*\n\nThis is today's last email about your identity check\./,
  );
  expect(renderIdentityEmail(about, to).text).not.toContain('last email');
});

test('no e-mail contains staff texts', () => {
  for (const event of ['approved', 'rejected', 'more_wanted'] as const) {
    const { subject, text, html } = renderIdentityEmail({ ...about, event, items: faults }, to);
    expect([subject, text, html].join()).not.toMatch(/Face is covered|Pages are missing|risk|suspicio|compliance/i);
  }
});
