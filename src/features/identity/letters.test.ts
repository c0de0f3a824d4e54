import { expect, test } from 'vitest';
import { identityLetter, type LetterAbout } from './letters.ts';

const to = { to: { email: 'ina@demo.test', name: 'Ina Brown' }, origin: 'https://example.test' };
const about: LetterAbout = { userId: 'x', tier: 1, event: 'approved', items: [] };
const faults: LetterAbout['items'] = [
  { item: 'selfie', state: 'rejected', reasonCode: 'face_covered' },
  { item: 'address_proof', state: 'wanted', reasonCode: 'all_pages' },
];

test('an approval says so, and where the new limit shows', () => {
  const { subject, text } = identityLetter(about, to);
  expect(subject).toBe('KYC Tier 1 approved');
  expect(text).toContain('Your KYC Tier 1 is approved.');
});

test.each(['rejected', 'more_wanted'] as const)('a letter that is %s names each item and what to do', (event) => {
  const { text, links } = identityLetter({ ...about, tier: 3, event, items: faults }, to);
  expect(text).toContain('Live selfie with ID: Please take it without a hat, mask or dark glasses.');
  expect(text).toContain('Address proof: Please send all pages in one PDF.');
  expect(text).toContain('Everything else is kept');
  expect(links).toEqual(['https://example.test/profile']);
});

test('the list stands right below the sentence that announces it, and nothing is promised of limits', () => {
  for (const event of ['rejected', 'more_wanted'] as const) {
    const { text, html } = identityLetter({ ...about, event, items: faults }, to);
    expect(text).toMatch(/(again|go on):\n\nLive selfie[^\n]*\nAddress proof[^\n]*\n\nEverything else is kept/);
    expect(html.indexOf('Address proof')).toBeLessThan(html.indexOf('Everything else is kept'));
  }
  for (const tier of [1, 2, 3] as const) expect(identityLetter({ ...about, tier }, to).text).not.toContain('new limit');
});

test('the last of a day says that it is, below what to send again', () => {
  const { text } = identityLetter({ ...about, event: 'rejected', items: faults, last: true }, to);
  expect(text).toMatch(/Everything else is kept[^\n]*\n\nThis is the last letter about your identity check today\./);
  expect(identityLetter(about, to).text).not.toContain('last letter');
});

test('no letter gives staff texts away', () => {
  for (const event of ['approved', 'rejected', 'more_wanted'] as const) {
    const { subject, text, html } = identityLetter({ ...about, event, items: faults }, to);
    expect([subject, text, html].join()).not.toMatch(/Face is covered|Pages are missing|risk|suspicio|compliance/i);
  }
});
