import { describe, expect, test } from 'vitest';
import { demoList } from '../../../fakes/screening/demo-list.ts';
import { type InventedParty, inventedOfac, inventedUn } from '../../../fakes/screening/official-lists.ts';
import { csvLines } from '../../kernel/csv.ts';
import { countryCode } from './country-codes.ts';
import { type Found, UnreadableList } from './found.ts';
import { spanText } from './part-dates.ts';
import { readLocal } from './read-local.ts';
import { readOfac } from './read-ofac.ts';
import { readUn } from './read-un.ts';

/** A text in pieces of a few bytes, so that every word and letter is cut somewhere. */
async function* inPieces(text: string, size = 7): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function all(found: AsyncIterable<Found>): Promise<Found[]> {
  const list: Found[] = [];
  for await (const one of found) list.push(one);
  return list;
}

const someone: InventedParty = {
  ref: '77',
  first: 'Zoë & Zara',
  last: 'Tęstowska',
  born: [1968, 2, 9],
  addresses: [
    ['XBT', '1InventedAddressThatNobodyHolds1'],
    ['USDT', '0xAbCdEf0123456789aBcDeF0123456789abcdef01'],
  ],
};
const xml = (parties: readonly InventedParty[]) =>
  inventedOfac(
    '2026-11-01',
    parties.map((party) => ({ ...party, first: party.first.replace('&', '&amp;') })),
  );

describe('the list of OFAC', () => {
  test('is read into names, births, countries, programmes and addresses, wherever it is cut', async () => {
    for (const size of [1, 7, 64_000])
      expect(await all(readOfac(inPieces(xml([someone]), size)))).toEqual([
        { publishedOn: '2026-11-01' },
        {
          party: {
            ref: '77',
            kind: 'person',
            category: 'sanctioned',
            names: [
              { name: 'TĘSTOWSKA Zoë & Zara', weak: false },
              { name: 'The Tęstowska', weak: true },
            ],
            births: ['1968-02-09'],
            countries: ['JM'],
            programmes: [],
            addresses: [
              { tag: 'XBT', address: '1InventedAddressThatNobodyHolds1' },
              { tag: 'USDT', address: '0xAbCdEf0123456789aBcDeF0123456789abcdef01' },
            ],
          },
        },
        { of: '77', programmes: ['DEMO'] },
      ]);
  });

  test('is refused when it was cut off, at any place', async () => {
    const whole = xml([someone]);
    for (const part of [0.1, 0.5, 0.9, 0.999]) {
      const cut = whole.slice(0, Math.floor(whole.length * part));
      await expect(all(readOfac(inPieces(cut, 512)))).rejects.toThrow(UnreadableList);
    }
  });

  test.each([
    ['a page of the publisher in place of the list', '<html><body>Sorry</body></html>'],
    ['another list', inventedUn('2026-11-01')],
    ['a text', 'We are closed.'],
    ['a document type with entities', `<!DOCTYPE x [<!ENTITY a "aaaa">]><Sanctions>&a;</Sanctions>`],
    ['an entity that nobody declared', '<Sanctions>&a;</Sanctions>'],
    ['a text without end', `<Sanctions><Comment>${'x'.repeat(300_000)}</Comment></Sanctions>`],
  ])('is refused: %s', async (_, text) => {
    await expect(all(readOfac(inPieces(text, 4096)))).rejects.toThrow(UnreadableList);
  });

  test('is refused when it is not UTF-8', async () => {
    const broken = async function* () {
      yield new TextEncoder().encode('<Sanctions><Comment>');
      yield Uint8Array.from([0xff, 0xfe, 0x80]);
    };
    await expect(all(readOfac(broken()))).rejects.toThrow('not UTF-8');
  });
});

test('the list of the UN is read with its aliases, births and countries, and no other values', async () => {
  expect(await all(readUn(inPieces(inventedUn('2026-11-02'))))).toEqual([
    { publishedOn: '2026-11-02' },
    {
      party: {
        ref: '6900001',
        kind: 'person',
        category: 'sanctioned',
        names: [
          { name: 'VARGOL TESHUNDRI', weak: false },
          { name: 'Wargol Teshundry', weak: false },
          { name: 'The Clerk', weak: true },
        ],
        births: ['1970/1973', '1971-02-03'],
        countries: ['IR', 'SY'],
        programmes: ['Demo'],
        addresses: [],
      },
    },
    {
      party: {
        ref: '6900002',
        kind: 'organisation',
        category: 'sanctioned',
        names: [
          { name: 'DEMO TRADING HOUSE', weak: false },
          { name: 'DTH', weak: false },
        ],
        births: [],
        countries: [],
        programmes: ['Demo'],
        addresses: [],
      },
    },
  ]);
});

describe('a list of our own', () => {
  test('takes one party a line, with several values parted by semicolons', () => {
    const csv =
      'ref,name,countries,addresses,births\r\nA1,"Doe, John",Jamaica;ir,XBT:1InventedAddressThatNobodyHolds1,1970';
    expect(readLocal(csv)).toEqual([
      {
        ref: 'A1',
        kind: 'person',
        category: 'sanctioned',
        names: [{ name: 'Doe, John', weak: false }],
        births: ['1970'],
        countries: ['JM', 'IR'],
        programmes: [],
        addresses: [{ tag: 'XBT', address: '1InventedAddressThatNobodyHolds1' }],
      },
    ]);
  });

  test.each([
    ['a column that nobody knows', 'ref,name,colour\n1,Ann Other,red', 'Line 1: the column "colour" is not known.'],
    ['no ref', 'name\nAnn Other', 'Line 1: the column "ref" is missing.'],
    ['the same ref twice', 'ref,name\n1,Ann Other\n1,Ben Other', 'Line 3: the ref "1" stands twice.'],
    ['more fields than columns', 'ref,name\n1,Ann,Other', 'Line 2: more fields than columns.'],
    ['a birth in words', 'ref,name,births\n1,Ann Other,May', 'Line 2, births: a date such as'],
    ['a country that is none', 'ref,name,countries\n1,Ann Other,Atlantis', 'Line 2, countries: a country by'],
    ['a category of its own', 'ref,name,category\n1,Ann Other,nasty', 'Line 2, category:'],
    ['a quote without end', 'ref,name\n1,"Ann', 'Line 2, name'],
  ])('is refused with the line that does not fit: %s', (_, csv, words) => {
    expect(() => readLocal(csv)).toThrow(words);
  });

  test('has the demo list as an example', () => {
    const parties = readLocal(demoList);
    expect(parties.map(({ category }) => category)).toEqual(['sanctioned', 'high_risk', 'watch', 'sanctioned']);
    expect(parties.flatMap(({ addresses }) => addresses)).toHaveLength(16);
  });
});

test('CSV may hold commas, quotes and line breaks inside quotes, and empty fields anywhere', () => {
  expect(csvLines('a,b,"c, d ""x""\nz"\r\n1,,3\n\n,"4",\n')).toEqual([
    ['a', 'b', 'c, d "x"\nz'],
    ['1', '', '3'],
    ['', '4', ''],
  ]);
});

test.each([
  [{ year: '1970', month: '1', day: '1' }, { year: '1970', month: '12', day: '31' }, '1970'],
  [{ year: '1970', month: '2', day: '1' }, { year: '1970', month: '2', day: '28' }, '1970-02'],
  [{ year: '1970', month: '2', day: '3' }, { year: '1970', month: '2', day: '3' }, '1970-02-03'],
  [{ year: '1970', month: '1', day: '1' }, { year: '1974', month: '12', day: '31' }, '1970/1974'],
  [{ year: '1970' }, {}, '1970'],
  [{}, {}, null],
])('a period of birth is told in its shortest true words (%j to %j: %s)', (from, until, text) => {
  expect(spanText(from, until)).toBe(text);
});

test('countries are known by code and by the names that lists use', () => {
  const names = [
    'JM',
    'Jamaica',
    'Iran (Islamic Republic of)',
    "Democratic People's Republic of Korea",
    'Russian Federation',
  ];
  expect(names.map(countryCode)).toEqual(['JM', 'JM', 'IR', 'KP', 'RU']);
  expect(countryCode('Atlantis')).toBeNull();
});
