import type { Found } from './found.ts';
import { type DateParts, dayText, spanText } from './part-dates.ts';
import type { ListedName, Party, PartyKind } from './party.ts';
import { type Attributes, type Handlers, throughXml } from './xml-stream.ts';

/**
 * The SDN list in OFAC's ADVANCED_XML. Features are told apart by the text of their type, since the numbers change
 * from issue to issue; the tag of an address names the asset under which it was observed. One profile is one party.
 */
export function readOfac(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Found> {
  let found: Found[] = [];
  const tell = (one: Found) => void found.push(one);
  const take = () => {
    const taken = found;
    found = [];
    return taken;
  };
  const tables = newTables();
  const dates = dateReader();
  const handlers: Handlers = {
    ...tableHandlers(tables),
    ...dates.handlers,
    ...partyHandlers({ tables, dates, tell }),
    ...sanctionHandlers(tables, tell),
    DateOfIssue: {
      close: () => {
        const publishedOn = dayText(dates.last());
        if (publishedOn) tell({ publishedOn });
      },
    },
  };
  return throughXml(pieces, { root: 'Sanctions', handlers, take });
}

const newTables = () => ({
  countries: new Map<string, string>(),
  features: new Map<string, string>(),
  partyTypes: new Map<string, string>(),
  subTypes: new Map<string, { name: string; partyType: string }>(),
  sanctionTypes: new Map<string, string>(),
  /** The country of each place. */
  places: new Map<string, string>(),
});
type Tables = ReturnType<typeof newTables>;

/** The reference tables at the beginning of the file, and the places, of which only the country is kept. */
function tableHandlers(tables: Tables): Handlers {
  let place = '';
  const into = (table: Map<string, string>) => ({
    close: (text: string, { ID = '' }: Attributes) => void table.set(ID, text),
  });
  return {
    Country: {
      close: (_, { ID = '', ISO2 }) => {
        if (ISO2) tables.countries.set(ID, ISO2);
      },
    },
    FeatureType: into(tables.features),
    PartyType: into(tables.partyTypes),
    SanctionsType: into(tables.sanctionTypes),
    PartySubType: {
      close: (name, { ID = '', PartyTypeID = '' }) => void tables.subTypes.set(ID, { name, partyType: PartyTypeID }),
    },
    Location: {
      open: ({ ID = '' }) => {
        place = ID;
      },
    },
    LocationCountry: {
      open: ({ CountryID = '' }) => {
        const country = tables.countries.get(CountryID);
        if (country) tables.places.set(place, country);
      },
    },
  };
}

function kindOf(tables: Tables, subTypeId: string): PartyKind {
  const sub = tables.subTypes.get(subTypeId);
  const type = tables.partyTypes.get(sub?.partyType ?? '');
  if (sub?.name === 'Vessel') return 'vessel';
  if (sub?.name === 'Aircraft') return 'aircraft';
  if (type === 'Individual') return 'person';
  return type === 'Entity' ? 'organisation' : 'other';
}

/** Dates in parts: the last one read, and the two ends of a period. */
function dateReader() {
  let parts: DateParts = {};
  let from: DateParts = {};
  let until: DateParts = {};
  const handlers: Handlers = {
    Year: {
      close: (year) => {
        parts = { year };
      },
    },
    Month: {
      close: (month) => {
        parts = { ...parts, month };
      },
    },
    Day: {
      close: (day) => {
        parts = { ...parts, day };
      },
    },
    DatePeriod: {
      open: () => {
        [from, until] = [{}, {}];
      },
    },
    From: {
      close: () => {
        from = from.year ? from : parts;
      },
    },
    To: {
      close: () => {
        until = parts;
      },
    },
  };
  return { handlers, last: () => parts, period: () => spanText(from, until) };
}

type Draft = {
  ref: string;
  kind: PartyKind;
  names: (ListedName & { order: number })[];
  births: string[];
  countries: Set<string>;
  addresses: Party['addresses'][number][];
};

const currency = /^Digital Currency Address - (\S+)/;
const placeFeatures: readonly string[] = ['Nationality Country', 'Citizenship Country', 'Location'];

type Around = { tables: Tables; dates: ReturnType<typeof dateReader>; tell: (found: Found) => void };

function partyHandlers({ tables, dates, tell }: Around): Handlers {
  let draft: Draft | null = null;
  let feature = '';
  return {
    ...nameHandlers((name) => draft?.names.push(name)),
    Profile: {
      open: ({ ID = '', PartySubTypeID = '' }) => {
        const kind = kindOf(tables, PartySubTypeID);
        draft = { ref: ID, kind, names: [], births: [], countries: new Set(), addresses: [] };
      },
      close: () => {
        if (draft) tell({ party: finished(draft) });
        draft = null;
      },
    },
    Feature: {
      open: ({ FeatureTypeID = '' }) => {
        feature = tables.features.get(FeatureTypeID) ?? '';
      },
    },
    FeatureVersion: {
      close: () => {
        const period = feature === 'Birthdate' ? dates.period() : null;
        if (period) draft?.births.push(period);
      },
    },
    VersionDetail: {
      close: (address) => {
        const tag = currency.exec(feature)?.[1];
        if (tag && address !== '') draft?.addresses.push({ tag, address });
      },
    },
    VersionLocation: {
      open: ({ LocationID = '' }) => {
        const country = tables.places.get(LocationID);
        if (country && placeFeatures.includes(feature)) draft?.countries.add(country);
      },
    },
  };
}

/** Names, their parts put together. The main name first, then strong aliases, then weak ones. */
function nameHandlers(add: (name: Draft['names'][number]) => void): Handlers {
  let parts: string[] = [];
  let alias: Attributes = {};
  return {
    Alias: {
      open: (attributes) => {
        alias = attributes;
      },
    },
    DocumentedName: {
      open: () => {
        parts = [];
      },
      close: (_, { DocNameStatusID }) => {
        const weak = alias['LowQuality'] === 'true';
        const main = alias['Primary'] === 'true' && DocNameStatusID === '1';
        const order = main ? 0 : alias['Primary'] === 'true' ? 1 : weak ? 3 : 2;
        if (parts.length > 0) add({ name: parts.join(' '), weak, order });
      },
    },
    NamePartValue: {
      close: (text) => {
        if (text !== '') parts.push(text);
      },
    },
  };
}

const finished = ({ ref, kind, names, births, countries, addresses }: Draft): Party => ({
  ref,
  kind,
  category: 'sanctioned',
  names: names.toSorted((a, b) => a.order - b.order).map(({ name, weak }) => ({ name, weak })),
  births: [...new Set(births)],
  countries: [...countries].sort(),
  programmes: [],
  addresses,
});

/** Under which programmes a party was listed: told at the end of the file. */
function sanctionHandlers(tables: Tables, tell: (found: Found) => void): Handlers {
  let of = '';
  let programmes: string[] = [];
  let measure = '';
  return {
    SanctionsEntry: {
      open: ({ ProfileID = '' }) => {
        [of, programmes] = [ProfileID, []];
      },
      close: () => {
        if (of !== '' && programmes.length > 0) tell({ of, programmes: [...new Set(programmes)].sort() });
        of = '';
      },
    },
    SanctionsMeasure: {
      open: ({ SanctionsTypeID = '' }) => {
        measure = tables.sanctionTypes.get(SanctionsTypeID) ?? '';
      },
      close: () => {
        measure = '';
      },
    },
    Comment: {
      close: (text) => {
        if (measure === 'Program' && text !== '') programmes.push(text);
      },
    },
  };
}
