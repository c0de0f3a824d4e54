import type { ListedName, ListRecord, Party, PartyKind } from './party.ts';
import {
  type Attributes,
  type DateParts,
  formatPartialDate,
  formatPeriod,
  type Handlers,
  parseXmlStream,
  widenPeriod,
} from './xml-stream.ts';

/** Parses OFAC's ADVANCED_XML. Matches feature types by name, because their ids change. A profile is a party. */
export function readOfac(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ListRecord> {
  let found: ListRecord[] = [];
  const emit = (record: ListRecord) => void found.push(record);
  const take = () => {
    const records = found;
    found = [];
    return records;
  };
  const tables = createTables();
  const dates = createDateReader();
  const handlers: Handlers = {
    ...createTableHandlers(tables),
    ...dates.handlers,
    ...createPartyHandlers({ tables, dates, emit }),
    ...createSanctionHandlers(tables, emit),
    DateOfIssue: {
      close: () => {
        const publishedOn = formatPartialDate(dates.last());
        if (publishedOn) emit({ publishedOn });
      },
    },
  };
  return parseXmlStream(chunks, { root: 'Sanctions', handlers, take });
}

const createTables = () => ({
  countries: new Map<string, string>(),
  features: new Map<string, string>(),
  partyTypes: new Map<string, string>(),
  subTypes: new Map<string, { name: string; partyType: string }>(),
  sanctionTypes: new Map<string, string>(),
  locationCountries: new Map<string, string>(),
});
type Tables = ReturnType<typeof createTables>;

function createTableHandlers(tables: Tables): Handlers {
  let locationId = '';
  const fill = (table: Map<string, string>) => ({
    close: (text: string, { ID = '' }: Attributes) => void table.set(ID, text),
  });
  return {
    Country: {
      close: (_, { ID = '', ISO2 }) => {
        if (ISO2) tables.countries.set(ID, ISO2);
      },
    },
    FeatureType: fill(tables.features),
    PartyType: fill(tables.partyTypes),
    SanctionsType: fill(tables.sanctionTypes),
    PartySubType: {
      close: (name, { ID = '', PartyTypeID = '' }) => void tables.subTypes.set(ID, { name, partyType: PartyTypeID }),
    },
    Location: {
      open: ({ ID = '' }) => {
        locationId = ID;
      },
    },
    LocationCountry: {
      open: ({ CountryID = '' }) => {
        const country = tables.countries.get(CountryID);
        if (country) tables.locationCountries.set(locationId, country);
      },
    },
  };
}

function getPartyKind(tables: Tables, subTypeId: string): PartyKind {
  const subType = tables.subTypes.get(subTypeId);
  const type = tables.partyTypes.get(subType?.partyType ?? '');
  if (subType?.name === 'Vessel') return 'vessel';
  if (subType?.name === 'Aircraft') return 'aircraft';
  if (type === 'Individual') return 'person';
  return type === 'Entity' ? 'organisation' : 'other';
}

function createDateReader() {
  let parts: DateParts = {};
  let from: DateParts = {};
  let until: DateParts = {};
  let isApproximate = false;
  const end = {
    open: ({ Approximate = '' }: Attributes) => {
      isApproximate ||= Approximate === 'true';
    },
  };
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
        [from, until, isApproximate] = [{}, {}, false];
      },
    },
    Start: end,
    End: end,
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
  const period = () => {
    const birthPeriod = formatPeriod(from, until);
    return birthPeriod && isApproximate ? widenPeriod(birthPeriod) : birthPeriod;
  };
  return { handlers, last: () => parts, period };
}

type Draft = {
  ref: string;
  kind: PartyKind;
  names: (ListedName & { order: number })[];
  births: string[];
  countries: Set<string>;
  addresses: Party['addresses'][number][];
};

const currencyFeature = /^Digital Currency Address - (\S+)/;
const countryFeatures: readonly string[] = ['Nationality Country', 'Citizenship Country', 'Location'];

type PartyContext = { tables: Tables; dates: ReturnType<typeof createDateReader>; emit: (found: ListRecord) => void };

function createPartyHandlers({ tables, dates, emit }: PartyContext): Handlers {
  let draft: Draft | null = null;
  let feature = '';
  return {
    ...createNameHandlers((name) => draft?.names.push(name)),
    Profile: {
      open: ({ ID = '', PartySubTypeID = '' }) => {
        const kind = getPartyKind(tables, PartySubTypeID);
        draft = { ref: ID, kind, names: [], births: [], countries: new Set(), addresses: [] };
      },
      close: () => {
        if (draft) emit({ party: buildParty(draft) });
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
        const tag = currencyFeature.exec(feature)?.[1];
        if (tag && address !== '') draft?.addresses.push({ tag, address });
      },
    },
    VersionLocation: {
      open: ({ LocationID = '' }) => {
        const country = tables.locationCountries.get(LocationID);
        if (country && countryFeatures.includes(feature)) draft?.countries.add(country);
      },
    },
  };
}

/** Orders names: the main name, other primary names, strong aliases, weak aliases. */
function createNameHandlers(add: (name: Draft['names'][number]) => void): Handlers {
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

const buildParty = ({ ref, kind, names, births, countries, addresses }: Draft): Party => ({
  ref,
  kind,
  category: 'sanctioned',
  names: names.toSorted((a, b) => a.order - b.order).map(({ name, weak }) => ({ name, weak })),
  births: [...new Set(births)],
  countries: [...countries].sort(),
  programmes: [],
  addresses,
});

function createSanctionHandlers(tables: Tables, emit: (found: ListRecord) => void): Handlers {
  let of = '';
  let programmes: string[] = [];
  let measure = '';
  return {
    SanctionsEntry: {
      open: ({ ProfileID = '' }) => {
        [of, programmes] = [ProfileID, []];
      },
      close: () => {
        if (of !== '' && programmes.length > 0) emit({ of, programmes: [...new Set(programmes)].sort() });
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
