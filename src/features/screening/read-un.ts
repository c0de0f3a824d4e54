import { getCountryCode } from './country-codes.ts';
import type { ListedName, ListRecord, Party } from './party.ts';
import { type Handlers, parseXmlStream, widenPeriod } from './xml-stream.ts';

/** Parses the UN Security Council list, which binds by Jamaican law. The list has no wallet addresses. */
export function readUn(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ListRecord> {
  let found: ListRecord[] = [];
  const take = () => {
    const records = found;
    found = [];
    return records;
  };
  const emit = (record: ListRecord) => void found.push(record);
  const handlers: Handlers = {
    CONSOLIDATED_LIST: {
      open: ({ dateGenerated = '' }) => {
        const day = /^\d{4}-\d{2}-\d{2}/.exec(dateGenerated)?.[0];
        if (day) emit({ publishedOn: day });
      },
    },
    ...createPartyHandlers(emit),
  };
  return parseXmlStream(chunks, { root: 'CONSOLIDATED_LIST', handlers, take });
}

type Draft = {
  ref: string;
  main: string[];
  script: string;
  aliases: ListedName[];
  births: string[];
  countries: Set<string>;
  programme: string;
};
const createDraft = (): Draft => ({
  ref: '',
  main: [],
  script: '',
  aliases: [],
  births: [],
  countries: new Set(),
  programme: '',
});

function createPartyHandlers(emit: (found: ListRecord) => void): Handlers {
  let draft = createDraft();
  const partyElement = (kind: 'person' | 'organisation') => ({
    open: () => {
      draft = createDraft();
    },
    close: () => {
      if (draft.ref !== '') emit({ party: buildParty(draft, kind) });
    },
  });
  const namePart = {
    close: (text: string) => {
      if (text !== '') draft.main.push(text);
    },
  };
  const country = (text: string) => {
    const code = getCountryCode(text);
    if (code) draft.countries.add(code);
  };
  return {
    INDIVIDUAL: partyElement('person'),
    ENTITY: partyElement('organisation'),
    DATAID: {
      close: (text) => {
        draft.ref = text;
      },
    },
    FIRST_NAME: namePart,
    SECOND_NAME: namePart,
    THIRD_NAME: namePart,
    FOURTH_NAME: namePart,
    NAME_ORIGINAL_SCRIPT: {
      close: (text) => {
        draft.script = text;
      },
    },
    UN_LIST_TYPE: {
      close: (text) => {
        draft.programme = text;
      },
    },
    COUNTRY: { close: country },
    ...createAliasHandlers((alias) => draft.aliases.push(alias)),
    ...createBirthHandlers((birth) => draft.births.push(birth)),
    ...createNationalityHandlers(country),
  };
}

function createAliasHandlers(add: (alias: ListedName) => void): Handlers {
  let quality = '';
  let name = '';
  const alias = {
    open: () => {
      [quality, name] = ['', ''];
    },
    close: () => {
      if (name !== '') add({ name, weak: quality === 'Low' });
    },
  };
  return {
    INDIVIDUAL_ALIAS: alias,
    ENTITY_ALIAS: alias,
    QUALITY: {
      close: (text) => {
        quality = text;
      },
    },
    ALIAS_NAME: {
      close: (text) => {
        name = text;
      },
    },
  };
}

function createBirthHandlers(add: (birth: string) => void): Handlers {
  let parts: Record<string, string> = {};
  const storePart = (key: string) => ({
    close: (text: string) => {
      parts[key] = text;
    },
  });
  return {
    INDIVIDUAL_DATE_OF_BIRTH: {
      open: () => {
        parts = {};
      },
      close: () => {
        const birth = getBirth(parts);
        if (birth) add(parts['type'] === 'APPROXIMATELY' ? widenPeriod(birth) : birth);
      },
    },
    TYPE_OF_DATE: storePart('type'),
    DATE: storePart('date'),
    YEAR: storePart('year'),
    FROM_YEAR: storePart('from'),
    TO_YEAR: storePart('to'),
  };
}

const isYear = (text: string | undefined): text is string => /^\d{4}$/.test(text ?? '');

function getBirth({ date, year, from, to }: Record<string, string>): string | null {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(date ?? '')?.[0];
  if (day) return day;
  if (isYear(year)) return year;
  return isYear(from) && isYear(to) ? `${from}/${to}` : null;
}

/** Reads `VALUE` only inside `NATIONALITY`, because other elements contain `VALUE` too. */
function createNationalityHandlers(add: (country: string) => void): Handlers {
  let isInside = false;
  return {
    NATIONALITY: {
      open: () => {
        isInside = true;
      },
      close: () => {
        isInside = false;
      },
    },
    VALUE: {
      close: (text) => {
        if (isInside) add(text);
      },
    },
  };
}

function buildParty({ ref, main, script, aliases, births, countries, programme }: Draft, kind: Party['kind']): Party {
  const original = script === '' ? [] : [{ name: script, weak: false }];
  return {
    ref,
    kind,
    category: 'sanctioned',
    names: [{ name: main.join(' '), weak: false }, ...aliases, ...original],
    births: [...new Set(births)],
    countries: [...countries].sort(),
    programmes: programme === '' ? [] : [programme],
    addresses: [],
  };
}
