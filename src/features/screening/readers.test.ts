import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { demoList } from '../../../fakes/screening/demo-list.ts';
import { type InventedParty, inventedOfac, inventedUn } from '../../../fakes/screening/official-lists.ts';
import { parseCsv } from '../../kernel/csv.ts';
import { getCountryCode } from './country-codes.ts';
import { download } from './list-file.ts';
import { type ListRecord, UnreadableListError } from './party.ts';
import { readLocal } from './read-local.ts';
import { readOfac } from './read-ofac.ts';
import { readUn } from './read-un.ts';
import { formatPeriod } from './xml-stream.ts';

async function* splitBytes(text: string, size = 7): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  for (let offset = 0; offset < bytes.length; offset += size) yield bytes.subarray(offset, offset + size);
}

async function collect(found: AsyncIterable<ListRecord>): Promise<ListRecord[]> {
  const list: ListRecord[] = [];
  for await (const record of found) list.push(record);
  return list;
}

const invented: InventedParty = {
  reference: '77',
  firstName: 'Zoë & Zara',
  lastName: 'Tęstowska',
  birthDate: [1968, 2, 9],
  addresses: [
    ['XBT', '1InventedAddressThatHasNoHolder1'],
    ['USDT', '0xAbCdEf0123456789aBcDeF0123456789abcdef01'],
  ],
};
const xml = (parties: readonly InventedParty[]) =>
  inventedOfac(
    '2026-11-01',
    parties.map((party) => ({ ...party, firstName: party.firstName.replace('&', '&amp;') })),
  );

describe('the list of OFAC', () => {
  test('is parsed completely for any chunk size', async () => {
    for (const size of [1, 7, 64_000])
      expect(await collect(readOfac(splitBytes(xml([invented]), size)))).toEqual([
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
              { tag: 'XBT', address: '1InventedAddressThatHasNoHolder1' },
              { tag: 'USDT', address: '0xAbCdEf0123456789aBcDeF0123456789abcdef01' },
            ],
          },
        },
        { of: '77', programmes: ['DEMO'] },
      ]);
  });

  test('is refused when cut off anywhere', async () => {
    const fullXml = xml([invented]);
    for (const share of [0.1, 0.5, 0.9, 0.999]) {
      const cut = fullXml.slice(0, Math.floor(fullXml.length * share));
      await expect(collect(readOfac(splitBytes(cut, 512)))).rejects.toThrow(UnreadableListError);
    }
  });

  test.each([
    ['a web page', '<html><body>Sorry</body></html>'],
    ['another list', inventedUn('2026-11-01')],
    ['plain text', 'We are closed.'],
    ['a document type with entities', `<!DOCTYPE x [<!ENTITY a "aaaa">]><Sanctions>&a;</Sanctions>`],
    ['an undeclared entity', '<Sanctions>&a;</Sanctions>'],
    ['an endless text', `<Sanctions><Comment>${'x'.repeat(300_000)}</Comment></Sanctions>`],
  ])('is refused: %s', async (_, text) => {
    await expect(collect(readOfac(splitBytes(text, 4096)))).rejects.toThrow(UnreadableListError);
  });

  test('is refused when it is not UTF-8', async () => {
    const broken = async function* () {
      yield new TextEncoder().encode('<Sanctions><Comment>');
      yield Uint8Array.from([0xff, 0xfe, 0x80]);
    };
    await expect(collect(readOfac(broken()))).rejects.toThrow("isn't UTF-8");
  });
});

test('the UN list is parsed with aliases, births and countries only', async () => {
  expect(await collect(readUn(splitBytes(inventedUn('2026-11-02'))))).toEqual([
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
          { name: 'DEMO TRADING GROUP', weak: false },
          { name: 'DTG', weak: false },
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
  test('has one party per line, with values separated by semicolons', () => {
    const csv =
      'ref,name,countries,addresses,births\r\nA1,"Doe, John",Jamaica;ir,XBT:1InventedAddressThatHasNoHolder1,1970';
    expect(readLocal(csv)).toEqual([
      {
        ref: 'A1',
        kind: 'person',
        category: 'sanctioned',
        names: [{ name: 'Doe, John', weak: false }],
        births: ['1970'],
        countries: ['JM', 'IR'],
        programmes: [],
        addresses: [{ tag: 'XBT', address: '1InventedAddressThatHasNoHolder1' }],
      },
    ]);
  });

  test.each([
    ['an unknown column', 'ref,name,colour\n1,Ann Other,red', 'Line 1: there is no column "colour".'],
    ['a column twice', 'ref,name,name\n1,Ann,Ben', 'Line 1: the column "name" appears twice.'],
    ['no ref', 'name\nAnn Other', 'Line 1: the column "ref" is missing.'],
    ['the same ref twice', 'ref,name\n1,Ann Other\n1,Ben Other', 'Line 3: the ref "1" appears twice.'],
    ['more fields than columns', 'ref,name\n1,Ann,Other', 'Line 2: more fields than columns.'],
    ['a birth in words', 'ref,name,births\n1,Ann Other,May', 'Line 2, births: enter a date such as'],
    ['an unknown country', 'ref,name,countries\n1,Ann Other,Atlantis', 'Line 2, countries: enter a country code'],
    ['an unknown category', 'ref,name,category\n1,Ann Other,nasty', 'Line 2, category:'],
    ['a quote without end', 'ref,name\n1,"Ann', 'Line 2: a quotation mark is not closed'],
    ['an error below an empty line', 'ref,name\n\n1,Ann,Other', 'Line 3: more fields than columns.'],
  ])('is refused with the invalid line: %s', (_, csv, message) => {
    expect(() => readLocal(csv)).toThrow(message);
  });

  test('accepts the demo list', () => {
    const parties = readLocal(demoList);
    expect(parties.map(({ category }) => category)).toEqual(['sanctioned', 'high_risk', 'watch', 'sanctioned']);
    expect(parties.flatMap(({ addresses }) => addresses)).toHaveLength(16);
  });
});

test('CSV accepts commas, quotes and line breaks inside quotes, and empty fields', () => {
  const records = [...parseCsv('a,b,"c, d ""x""\nz"\r\n1,,3\n\n,"4",\n')];
  expect(records.map(({ row, cells }) => [row, ...cells])).toEqual([
    [1, 'a', 'b', 'c, d "x"\nz'],
    [3, '1', '', '3'],
    [5, '', '4', ''],
  ]);
});

test('an approximate birth date becomes the years around it', async () => {
  const getBirths = (found: readonly ListRecord[]) =>
    found.flatMap((record) => ('party' in record ? record.party.births : []));
  const un = inventedUn('2026-11-02').replace('>BETWEEN<', '>APPROXIMATELY<').replace('>EXACT<', '>APPROXIMATELY<');
  expect(getBirths(await collect(readUn(splitBytes(un))))).toEqual(['1968/1975', '1969/1973']);
  const ofac = xml([invented]).replaceAll('<Start>', '<Start Approximate="true">');
  expect(getBirths(await collect(readOfac(splitBytes(ofac))))).toEqual(['1966/1970']);
  const exact = xml([invented]).replaceAll('<Start>', '<Start Approximate="false">');
  expect(getBirths(await collect(readOfac(splitBytes(exact))))).toEqual(['1968-02-09']);
});

test.each([
  [{ year: '1970', month: '1', day: '1' }, { year: '1970', month: '12', day: '31' }, '1970'],
  [{ year: '1970', month: '2', day: '1' }, { year: '1970', month: '2', day: '28' }, '1970-02'],
  [{ year: '1970', month: '2', day: '3' }, { year: '1970', month: '2', day: '3' }, '1970-02-03'],
  [{ year: '1970', month: '1', day: '1' }, { year: '1974', month: '12', day: '31' }, '1970/1974'],
  [{ year: '1970' }, {}, '1970'],
  [{}, {}, null],
])('a period has its shortest exact form (%j to %j: %s)', (from, until, text) => {
  expect(formatPeriod(from, until)).toBe(text);
});

test('countries are found by code and by list name', () => {
  const names = [
    'JM',
    'Jamaica',
    'Iran (Islamic Republic of)',
    "Democratic People's Republic of Korea",
    'Russian Federation',
  ];
  expect(names.map(getCountryCode)).toEqual(['JM', 'JM', 'IR', 'KP', 'RU']);
  expect(getCountryCode('Atlantis')).toBeNull();
});

describe('the file of a list', () => {
  const redirects: Readonly<Record<string, string>> = {
    '/moved': '/list',
    '/away': 'https://lists.test/list',
    '/open': 'http://lists.test/list',
    '/round': '/round',
  };
  const publisher = createServer((request, response) => {
    const target = redirects[request.url ?? ''];
    if (target === undefined) return response.end('<list/>');
    return response.writeHead(302, { location: target }).end();
  }).listen(0);

  afterAll(() => publisher.close());

  const origin = `http://127.0.0.1:${(publisher.address() as AddressInfo).port}`;
  const fetchOverTls: typeof fetch = (url, init) => fetch(String(url).replace('https://lists.test', origin), init);

  test.each([`${origin}/list`, `${origin}/moved`, 'https://lists.test/moved', 'https://lists.test/away'])(
    'downloading %s follows redirects',
    async (url) => {
      const { path, remove } = await download(url, { fetch: fetchOverTls });
      expect(readFileSync(path, 'utf8')).toBe('<list/>');
      await remove();
    },
  );

  test('redirects from HTTPS to HTTP and endless redirects are refused', async () => {
    const downloadFrom = (url: string) => download(url, { fetch: fetchOverTls });
    await expect(downloadFrom('https://lists.test/open')).rejects.toThrow('an address without TLS');
    await expect(downloadFrom(`${origin}/round`)).rejects.toThrow('redirects too often');
  });
});
