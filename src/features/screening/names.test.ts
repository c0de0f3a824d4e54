import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Candidate, leastScore, matchParty } from './match-party.ts';
import { nameLikeness, wordLikeness } from './name-likeness.ts';
import { blocksOf, isComparable, nameTokens } from './names.ts';

const name = fc
  .array(fc.stringMatching(/^[a-z]{2,10}$/), { minLength: 1, maxLength: 4 })
  .map((words) => words.join(' '));

/** Few letters and short words, so that words often meet, alone and put together. */
const alikeName = fc
  .array(fc.stringMatching(/^[abk]{1,4}$/), { minLength: 1, maxLength: 4 })
  .map((words) => words.join(' '));

describe('names are compared however they are written', () => {
  test.each([
    ['José Núñez', 'NUNEZ, Jose'],
    ['Łukasz Åström', 'Astrom Lukasz'],
    ['Dr. Patrick O’Brien', "O'BRIEN Patrick"],
    ['Anne-Marie Grant', 'GRANT Anne Marie'],
  ])('%s is %s', (one, other) => expect(nameLikeness(one, other)).toBe(1));

  test.each([
    ['Osama Bin Ladin', 'LADEN Usama bin'],
    ['Usama bin Laden', 'BIN LADIN Usama bin Muhammad bin Awad'],
    ['Muammar Gaddafi', 'QADHAFI Muammar'],
    ['Vladmir Puttin', 'PUTIN Vladimir Vladimirovich'],
    ['Sergey Ivanov', 'IVANOV Sergei Borisovich'],
    ['John Smith', 'Smith John Michael'],
  ])('%s may be %s', (one, other) => {
    expect(nameLikeness(one, other)).toBeGreaterThan(0.85);
    expect(blocksOf(one).some((block) => blocksOf(other).includes(block))).toBe(true);
  });

  test.each([
    ['Carlos Brown', 'Carlos'],
    ['Tamara Grant', 'GRANT Thomas'],
    ['Li Wei', 'LI Jun'],
    ['Michael Brown', 'BROWN Leroy'],
    ['Abu Bin', 'Abu Bin Khalid Rashid'],
    ['', 'Somebody'],
  ])('%s is not %s', (one, other) => expect(nameLikeness(one, other)).toBeLessThan(0.85));

  test('the order of the sides and of the words does not matter, and a name is wholly like itself', () => {
    fc.assert(
      fc.property(fc.oneof(name, alikeName), fc.oneof(name, alikeName), (one, other) => {
        const likeness = nameLikeness(one, other);
        expect(likeness).toBeCloseTo(nameLikeness(other, one), 10);
        expect(likeness).toBeCloseTo(nameLikeness(one.split(' ').toReversed().join(' '), other), 10);
        expect(likeness).toBeGreaterThanOrEqual(0);
        expect(likeness).toBeLessThanOrEqual(1);
        expect(nameLikeness(one, one)).toBe(1);
      }),
    );
  });

  test('words are wholly alike only when they are equal', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        expect(wordLikeness(one, other) === 1).toBe(one === other);
        expect(wordLikeness(one, other)).toBe(wordLikeness(other, one));
      }),
    );
  });

  test('a title says nothing beside a name, and is the name where nothing else stands', () => {
    expect(nameTokens('Dr. Sir Patrick Grant')).toEqual(['grant', 'patrick']);
    expect(nameTokens('Rev. Sir')).toEqual(['rev', 'sir']);
    expect(blocksOf('Ms')).toEqual(['s:52', 'b:ms']);
    expect(nameLikeness('Sir', 'SIR')).toBe(1);
  });

  test('names that are alike to the letter always meet in a block, so none is missed', () => {
    fc.assert(
      fc.property(name, (one) => {
        const turned = one.toUpperCase().split(' ').toReversed().join(' ');
        expect(blocksOf(one).filter((block) => blocksOf(turned).includes(block))).toEqual(blocksOf(one));
        expect(blocksOf(one).length).toBeGreaterThan(0);
      }),
    );
  });
});

describe('what no machine compares whole', () => {
  test('a made-up name of many short words is compared by twelve of them and meets a bounded number of others', () => {
    const many = Array.from({ length: 100 }, (_, at) => String.fromCharCode(97 + (at % 26), 97 + (at % 7), 98)).join(
      ' ',
    );
    expect(nameTokens(many)).toHaveLength(12);
    expect(blocksOf(many).length).toBeLessThanOrEqual(2 * 12 + 6 * 5);
    expect(nameTokens(`${many} Quistmeyer`)).toContain('quistmeyer');
  });

  test.each([
    ['José Núñez-Ørsted', true],
    ['Золтран Квистмейер', false],
    ['Zoltr\u0430n Quistmeyer', false],
    ["''", false],
    ['a b c d e f g h i j k l m', false],
  ])('%s is for a machine to compare: %s', (given, may) => expect(isComparable(given)).toBe(may));
});

const party: Candidate = {
  name: 'QUISTMEYER Zoltran',
  aliases: [],
  births: ['1971-03-14'],
  countries: ['JM'],
  programmes: [],
  category: 'sanctioned',
  listedNames: [{ name: 'QUISTMEYER Zoltran', weak: false }],
};
const person = { names: ['Zoltran Quistmeyer'], births: ['1971-03-14'], countries: ['JM'] };

describe('what a customer types', () => {
  test('the very name is looked at whatever else was typed; a name that is only like it is outweighed', () => {
    const typed = { births: ['1994-03-14'], countries: ['CA'] };
    expect(matchParty({ ...person, ...typed }, party)?.score).toBe(leastScore);
    const alike = { ...person, names: ['Zoltan Peter Quistmeier'] };
    expect(matchParty(alike, party)?.score).toBeGreaterThanOrEqual(leastScore);
    expect(matchParty({ ...alike, ...typed }, party)).toBeNull();
  });

  test('of several dates of birth the one that agrees best counts', () => {
    const given = { ...person, names: ['Zoltan Quistmeier'], births: ['1994-03-14', '1971-03-14'] };
    expect(matchParty(given, party)?.birth).toBe('same');
  });
});

describe('date of birth and country speak for and against', () => {
  test('everything agrees: as sure as it gets', () => {
    expect(matchParty(person, party)).toMatchObject({ score: 100, birth: 'same', country: 'same', nameScore: 100 });
  });

  test('a year off is near, and a list that knows the year alone agrees with each day of it', () => {
    expect(matchParty({ ...person, births: ['1972-01-01'] }, party)?.birth).toBe('near');
    expect(matchParty(person, { ...party, births: ['1971'] })?.birth).toBe('same');
    expect(matchParty(person, { ...party, births: ['1969/1971'] })?.birth).toBe('near');
  });

  test.each([
    ['Abdulrahman Yasin', 'YASIN Abdul Rahman'],
    ['Abdurrahman Yasin', 'YASIN Abdul Rahman'],
    ['Kim Jongun', 'KIM Jong Un'],
    ['Xi Jin Ping', 'XI Jinping'],
    ['Maryann Campbell', 'CAMPBELL Mary Ann'],
    ['Mc Donald Peter', 'MCDONALD Peter'],
    ['Abu Bakr Shekau', 'SHEKAU Abubakar'],
    ['Ayman Elzawahiri', 'AL ZAWAHIRI Ayman'],
  ])('two words written as one are found: %s is %s', (one, other) => {
    const listed = { ...party, name: other, listedNames: [{ name: other, weak: false }] };
    expect(matchParty({ ...person, names: [one] }, listed)).not.toBeNull();
    expect(blocksOf(one).some((block) => blocksOf(other).includes(block))).toBe(true);
  });

  test('a list that knows neither birth nor country gives the name alone to a person', () => {
    expect(matchParty(person, { ...party, births: [], countries: [] })).toMatchObject({
      birth: 'unknown',
      country: 'unknown',
      score: 100,
    });
  });

  test('a nickname that the list itself calls weak counts for less', () => {
    const weak = { ...party, births: [], listedNames: [{ name: 'QUISTMEYER Zoltran', weak: true }] };
    expect(matchParty({ ...person, countries: ['other'] }, weak)?.score).toBe(92);
  });

  test('agreement never lowers a score, disagreement never raises it', () => {
    const births = fc.constantFrom<string[]>(['1971-03-14'], ['1972-06-01'], ['1990-01-01'], []);
    const countries = fc.constantFrom<string[]>(['JM'], ['CA'], ['other'], []);
    fc.assert(
      fc.property(births, countries, (given, where) => {
        const score = matchParty({ ...person, births: given, countries: where }, party)?.score ?? 0;
        expect(score).toBeLessThanOrEqual(matchParty(person, party)?.score ?? 0);
        expect(score).toBeGreaterThanOrEqual(
          matchParty({ ...person, births: ['1990-01-01'], countries: ['CA'] }, party)?.score ?? 0,
        );
      }),
    );
  });
});
