/** Small invented lists in the official formats, to test the importers. */

export type InventedParty = {
  readonly reference: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly birthDate?: readonly [year: number, month: number, day: number];
  readonly addresses?: readonly (readonly [tag: string, address: string])[];
  readonly programme?: string;
};

const tags = ['XBT', 'ETH', 'USDT', 'XRP', 'SOL', 'TRX'];
const getFeatureType = (tag: string) => 9_000 + tags.indexOf(tag);

const renderDate = (name: string, [year, month, day]: readonly [number, number, number]) =>
  `<${name}><Year>${year}</Year><Month>${month}</Month><Day>${day}</Day></${name}>`;

const renderBirth = (
  birthDate: readonly [number, number, number],
) => `<Feature ID="1" FeatureTypeID="8"><FeatureVersion ID="1">
  <DatePeriod CalendarTypeID="1"><Start>${renderDate('From', birthDate)}${renderDate('To', birthDate)}</Start>
  <End>${renderDate('From', birthDate)}${renderDate('To', birthDate)}</End></DatePeriod><VersionDetail DetailTypeID="1430" />
  </FeatureVersion></Feature>`;

const renderWallet = ([tag, address]: readonly [string, string]) =>
  `<Feature ID="2" FeatureTypeID="${getFeatureType(tag)}"><FeatureVersion ID="2"><Comment />
  <VersionDetail DetailTypeID="1432">${address}</VersionDetail></FeatureVersion></Feature>`;

const renderParty = ({ reference, firstName, lastName, birthDate, addresses = [] }: InventedParty) => `
<DistinctParty FixedRef="${reference}"><Comment /><Profile ID="${reference}" PartySubTypeID="4"><Identity ID="${reference}" Primary="true">
  <Alias AliasTypeID="1400" Primary="false" LowQuality="true"><DocumentedName DocNameStatusID="2"><DocumentedNamePart>
    <NamePartValue>The ${lastName}</NamePartValue></DocumentedNamePart></DocumentedName></Alias>
  <Alias AliasTypeID="1403" Primary="true" LowQuality="false"><DocumentedName DocNameStatusID="1"><DocumentedNamePart>
    <NamePartValue>${lastName.toUpperCase()}</NamePartValue></DocumentedNamePart><DocumentedNamePart>
    <NamePartValue>${firstName}</NamePartValue></DocumentedNamePart></DocumentedName></Alias></Identity>
  ${birthDate ? renderBirth(birthDate) : ''}${addresses.map(renderWallet).join('')}
  <Feature ID="3" FeatureTypeID="10"><FeatureVersion ID="3"><VersionLocation LocationID="7" /></FeatureVersion></Feature>
</Profile></DistinctParty>`;

const renderEntry = ({ reference, programme = 'DEMO' }: InventedParty) => `
<SanctionsEntry ID="${reference}" ProfileID="${reference}"><EntryEvent ID="1"><Comment>not a programme</Comment></EntryEvent>
  <SanctionsMeasure ID="1" SanctionsTypeID="1"><Comment>${programme}</Comment></SanctionsMeasure></SanctionsEntry>`;

export function inventedOfac(day: string, parties: readonly InventedParty[]): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const types = tags.map(
    (tag) => `<FeatureType ID="${getFeatureType(tag)}">Digital Currency Address - ${tag}</FeatureType>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?><Sanctions>${renderDate('DateOfIssue', [year, month, date])}
<ReferenceValueSets><CountryValues><Country ID="5" ISO2="JM">Jamaica</Country></CountryValues>
<FeatureTypeValues><FeatureType ID="8">Birthdate</FeatureType><FeatureType ID="10">Nationality Country</FeatureType>
${types.join('')}</FeatureTypeValues>
<PartySubTypeValues><PartySubType ID="4" PartyTypeID="1">Unknown</PartySubType></PartySubTypeValues>
<PartyTypeValues><PartyType ID="1">Individual</PartyType></PartyTypeValues>
<SanctionsTypeValues><SanctionsType ID="1">Program</SanctionsType></SanctionsTypeValues></ReferenceValueSets>
<Locations><Location ID="7"><LocationCountry CountryID="5" /></Location></Locations>
<DistinctParties>${parties.map(renderParty).join('')}</DistinctParties>
<SanctionsEntries>${parties.map(renderEntry).join('')}</SanctionsEntries></Sanctions>`;
}

export const inventedUn = (day: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<CONSOLIDATED_LIST dateGenerated="${day}T05:00:00.000Z"><INDIVIDUALS>
<INDIVIDUAL><DATAID>6900001</DATAID><FIRST_NAME>VARGOL</FIRST_NAME><SECOND_NAME>TESHUNDRI</SECOND_NAME>
  <UN_LIST_TYPE>Demo</UN_LIST_TYPE><REFERENCE_NUMBER>DEi.001</REFERENCE_NUMBER>
  <NATIONALITY><VALUE>Iran (Islamic Republic of)</VALUE></NATIONALITY><LIST_TYPE><VALUE>Jamaica</VALUE></LIST_TYPE>
  <INDIVIDUAL_ALIAS><QUALITY>Good</QUALITY><ALIAS_NAME>Wargol Teshundry</ALIAS_NAME></INDIVIDUAL_ALIAS>
  <INDIVIDUAL_ALIAS><QUALITY>Low</QUALITY><ALIAS_NAME>The Clerk</ALIAS_NAME></INDIVIDUAL_ALIAS>
  <INDIVIDUAL_ALIAS><QUALITY/><ALIAS_NAME/></INDIVIDUAL_ALIAS>
  <INDIVIDUAL_ADDRESS><COUNTRY>Syrian Arab Republic</COUNTRY></INDIVIDUAL_ADDRESS>
  <INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>BETWEEN</TYPE_OF_DATE><FROM_YEAR>1970</FROM_YEAR><TO_YEAR>1973</TO_YEAR>
  </INDIVIDUAL_DATE_OF_BIRTH><INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>EXACT</TYPE_OF_DATE><DATE>1971-02-03</DATE>
  </INDIVIDUAL_DATE_OF_BIRTH></INDIVIDUAL>
</INDIVIDUALS><ENTITIES><ENTITY><DATAID>6900002</DATAID><FIRST_NAME>DEMO TRADING GROUP</FIRST_NAME>
  <UN_LIST_TYPE>Demo</UN_LIST_TYPE><ENTITY_ALIAS><QUALITY>a.k.a.</QUALITY><ALIAS_NAME>DTG</ALIAS_NAME></ENTITY_ALIAS>
</ENTITY></ENTITIES></CONSOLIDATED_LIST>`;
