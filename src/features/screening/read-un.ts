import { countryCode } from './country-codes.ts';
import type { Found } from './found.ts';
import type { ListedName, Party } from './party.ts';
import { type Handlers, throughXml } from './xml-stream.ts';

/**
 * The consolidated list of the UN Security Council: the one on which Jamaican law freezes. It names people and
 * organisations and carries no addresses of wallets.
 */
export function readUn(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Found> {
  let found: Found[] = [];
  const take = () => {
    const taken = found;
    found = [];
    return taken;
  };
  const tell = (one: Found) => void found.push(one);
  const handlers: Handlers = {
    CONSOLIDATED_LIST: {
      open: ({ dateGenerated = '' }) => {
        const day = /^\d{4}-\d{2}-\d{2}/.exec(dateGenerated)?.[0];
        if (day) tell({ publishedOn: day });
      },
    },
    ...partyHandlers(tell),
  };
  return throughXml(pieces, { root: 'CONSOLIDATED_LIST', handlers, take });
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
const newDraft = (): Draft => ({
  ref: '',
  main: [],
  script: '',
  aliases: [],
  births: [],
  countries: new Set(),
  programme: '',
});

function partyHandlers(tell: (found: Found) => void): Handlers {
  let draft = newDraft();
  const finish = (kind: 'person' | 'organisation') => ({
    open: () => {
      draft = newDraft();
    },
    close: () => {
      if (draft.ref !== '') tell({ party: finished(draft, kind) });
    },
  });
  const namePart = {
    close: (text: string) => {
      if (text !== '') draft.main.push(text);
    },
  };
  const country = (text: string) => {
    const code = countryCode(text);
    if (code) draft.countries.add(code);
  };
  return {
    INDIVIDUAL: finish('person'),
    ENTITY: finish('organisation'),
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
    ...aliasHandlers((alias) => draft.aliases.push(alias)),
    ...birthHandlers((birth) => draft.births.push(birth)),
    ...nationalityHandlers(country),
  };
}

/** Aliases; those of low quality are weak. */
function aliasHandlers(add: (alias: ListedName) => void): Handlers {
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

function birthHandlers(add: (birth: string) => void): Handlers {
  let facts: Record<string, string> = {};
  const keep = (key: string) => ({
    close: (text: string) => {
      facts[key] = text;
    },
  });
  return {
    INDIVIDUAL_DATE_OF_BIRTH: {
      open: () => {
        facts = {};
      },
      close: () => {
        const birth = birthIn(facts);
        if (birth) add(birth);
      },
    },
    DATE: keep('date'),
    YEAR: keep('year'),
    FROM_YEAR: keep('from'),
    TO_YEAR: keep('to'),
  };
}

const isYear = (text: string | undefined): text is string => /^\d{4}$/.test(text ?? '');

/** The best of what is told about a birth. */
function birthIn({ date, year, from, to }: Record<string, string>): string | null {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(date ?? '')?.[0];
  if (day) return day;
  if (isYear(year)) return year;
  return isYear(from) && isYear(to) ? `${from}/${to}` : null;
}

/** A nationality stands in a `VALUE` of its own, as other things do too. */
function nationalityHandlers(add: (country: string) => void): Handlers {
  let inside = false;
  return {
    NATIONALITY: {
      open: () => {
        inside = true;
      },
      close: () => {
        inside = false;
      },
    },
    VALUE: {
      close: (text) => {
        if (inside) add(text);
      },
    },
  };
}

function finished({ ref, main, script, aliases, births, countries, programme }: Draft, kind: Party['kind']): Party {
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
