import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getFullName, holderMatches, isNameOf } from './names.ts';

const marlon = { firstName: 'Marlon André', lastName: "O'Grant-Smith", displayName: 'DJ Marlon' };
const unnamed = { firstName: null, lastName: ' ', displayName: '' };

describe('the holder of the bank account', () => {
  it.each([
    "Marlon André O'Grant-Smith",
    "  marlon ANDRÉ o'grant-smith  ",
    "O'Grant-Smith Marlon André",
    'OGRANT SMITH, MARLON ANDRE',
    'Marlon Andre\u0301  O’Grant Smith',
    'O GRANT-SMITH MARLON ANDRE MR',
    'O´GRANT SMITH, MARLON ANDRE',
    'Kerry-Ann Brown & Marlon André O’Grant-Smith',
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
  ])('%j is another person', (holder) => expect(holderMatches(holder, marlon)).toBe(false));

  it('is compared with the display name only if the profile has no other', () => {
    const withDisplayName = { firstName: '', lastName: null, displayName: ' Tanya Lewis ' };
    expect(getFullName(withDisplayName)).toBe('Tanya Lewis');
    expect(holderMatches('lewis tanya', withDisplayName)).toBe(true);
    expect(getFullName({ ...withDisplayName, lastName: 'Lewis' })).toBe('Lewis');
  });

  it('matches any holder if the profile has no name', () => {
    expect(getFullName(unnamed)).toBe('');
    expect(holderMatches('Any Name', unnamed)).toBe(true);
  });

  it('does not match every holder if a name has no letters', () => {
    expect(holderMatches('Any Name', { ...unnamed, displayName: '---' })).toBe(false);
    expect(holderMatches('---', { ...unnamed, displayName: '---' })).toBe(true);
    expect(holderMatches('李小龙', { ...unnamed, displayName: '李小龙' })).toBe(true);
  });

  it('matches in any order and case, and never with an additional word', () => {
    const word = fc.constantFrom('Ann', 'Brown', 'Chloé', 'Dwayne', 'Écija', 'Ñame');
    fc.assert(
      fc.property(fc.array(word, { minLength: 2, maxLength: 4 }), fc.nat({ max: 3 }), (words, rotation) => {
        const profile = { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1) ?? '', displayName: null };
        const rotated = [...words.slice(rotation), ...words.slice(0, rotation)].join('  ').toUpperCase();
        expect(holderMatches(rotated, profile)).toBe(true);
        expect(holderMatches(`${rotated} Ann`, profile)).toBe(false);
      }),
    );
  });
});

describe('a name in another spelling', () => {
  it.each([
    ['MC DONALD IAN', 'Ian', 'McDonald'],
    ['Ian MacDonald', 'Ian', 'Mac Donald'],
    ['LUKASZ OSTERGARD', 'Łukasz', 'Østergård'],
    ['Anders Groessner', 'Anders', 'Grœßner'],
    ['AERO STRASSER', 'Ærø', 'Straßer'],
    ['SIR JOHN BROWN', 'John', 'Brown'],
    ['JOHN AND MARY BROWN', 'John', 'Brown'],
    ["MARY O'BRIEN-GREEN / JOHN BROWN", 'John', 'Brown'],
    ['Brown, John + Dr. Mary Green', 'John', 'Brown'],
    ['MARY CHURCH & JOHN BROWN', 'John', 'Brown'],
    ['JOHN AND/OR MARY BROWN', 'John', 'Brown'],
    ['BROWN JOHN AND/OR BROWN MARY', 'Mary', 'Brown'],
    ['Or Cohen', 'Or', 'Cohen'],
    ['MILLER MAC', 'Mac', 'Miller'],
  ])('%s is %s %s', (holder, firstName, lastName) =>
    expect(holderMatches(holder, { firstName, lastName, displayName: null })).toBe(true),
  );

  it.each([
    'JOHN BROWN & SONS LTD',
    'John Brown and Co.',
    'John Brown & Associates',
    'Western Union / John Brown',
    'Estate of Carl Reid and John Brown',
    'PAYPAL + JOHN BROWN',
    'WESTERN EXCHANGE / JOHN BROWN',
    'REMITLY/JOHN BROWN/UK',
    'WISE / JOHN BROWN',
    'QUICK CASH + JOHN BROWN',
    'JOHN BROWN / LOTTERY 7',
    'JOHN BROWN / FIRST GLOBAL BANK',
    'JOHN BROWN & SUPREME VENTURES',
    'MONEYGRAM AND JOHN BROWN',
  ])('%s is not John Brown', (holder) =>
    expect(holderMatches(holder, { firstName: 'John', lastName: 'Brown', displayName: null })).toBe(false),
  );

  it('of a joint account is not the customer alone', () => {
    const mary = { firstName: 'Mary', lastName: 'Brown', displayName: null };
    expect(isNameOf('JOHN AND MARY BROWN', mary)).toBe(false);
    expect(holderMatches('JOHN AND MARIA BROWN', mary)).toBe(false);
    expect(holderMatches('JOHN BROWN SR', { ...mary, firstName: 'John' })).toBe(false);
  });
});
