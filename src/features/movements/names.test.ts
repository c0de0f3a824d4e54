import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fullName, holderMatches } from './names.ts';

const marlon = { firstName: 'Marlon André', lastName: "O'Grant-Smith", displayName: 'DJ Marlon' };
const unnamed = { firstName: null, lastName: ' ', displayName: '' };

describe('the holder of the bank account', () => {
  it.each([
    "Marlon André O'Grant-Smith",
    "  marlon ANDRÉ o'grant-smith  ",
    "O'Grant-Smith Marlon André",
    'OGRANT SMITH, MARLON ANDRE',
    'Marlon Andre\u0301  O’Grant Smith',
  ])('%s is the customer', (holder) => expect(holderMatches(holder, marlon)).toBe(true));

  it.each([
    'Marlon Grant',
    'Marlon André',
    "Marlon A. O'Grant-Smith",
    "Marlon André O'Grant-Smith Jr",
    'DJ Marlon',
    'Kerry-Ann Brown',
    "MarlonAndré O'Grant-Smith",
    '',
    '---',
  ])('%j is somebody else', (holder) => expect(holderMatches(holder, marlon)).toBe(false));

  it('is compared with the display name only where the profile has no other', () => {
    const shown = { firstName: '', lastName: null, displayName: ' Tanya Lewis ' };
    expect(fullName(shown)).toBe('Tanya Lewis');
    expect(holderMatches('lewis tanya', shown)).toBe(true);
    expect(fullName({ ...shown, lastName: 'Lewis' })).toBe('Lewis');
  });

  it('passes when the profile has no name', () => {
    expect(fullName(unnamed)).toBe('');
    expect(holderMatches('Anybody', unnamed)).toBe(true);
  });

  it('cannot be anybody because a name has no letters', () => {
    expect(holderMatches('Anybody', { ...unnamed, displayName: '---' })).toBe(false);
    expect(holderMatches('---', { ...unnamed, displayName: '---' })).toBe(true);
    expect(holderMatches('李小龙', { ...unnamed, displayName: '李小龙' })).toBe(true);
  });

  it('matches in any order and case, and never with one word more', () => {
    const word = fc.constantFrom('Ann', 'Brown', 'Chloé', 'Dwayne', 'Écija', 'Ñame');
    fc.assert(
      fc.property(fc.array(word, { minLength: 2, maxLength: 4 }), fc.nat({ max: 3 }), (words, turn) => {
        const profile = { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1) ?? '', displayName: null };
        const turned = [...words.slice(turn), ...words.slice(0, turn)].join('  ').toUpperCase();
        expect(holderMatches(turned, profile)).toBe(true);
        expect(holderMatches(`${turned} Ann`, profile)).toBe(false);
      }),
    );
  });
});
