/** Password of every demo user, printed on the sign-in page and in the README. */
export const demoPassword = 'Demo-Pass-2026!';

export type DemoPerson = {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly occupation: string;
  readonly tiers: readonly number[];
  readonly roles: readonly string[];
  /** `pending`: the customer paid and we have not confirmed the payment yet. */
  readonly plan: { readonly name: 'basic' | 'personal' | 'professional'; readonly status: 'active' | 'pending' } | null;
  readonly about: string;
  /** Consent to storing the location. Null before the customer was asked. */
  readonly location: boolean | null;
  /** Accepted version of the terms. Null for the current version. */
  readonly terms: string | null;
};

type PersonDetails = Pick<DemoPerson, 'firstName' | 'lastName' | 'about'> & Partial<DemoPerson>;

const createPerson = (name: string, details: PersonDetails): DemoPerson => ({
  email: `${name}@demo.test`,
  occupation: 'Teacher',
  tiers: [],
  roles: [],
  location: false,
  plan: null,
  terms: null,
  ...details,
});

/** Demo users, each in a different situation. The sign-in page lists them with `about`. */
export const demoPeople: readonly DemoPerson[] = [
  createPerson('visitor', {
    firstName: 'Vivienne',
    lastName: 'Brown',
    about: 'not verified, limit of US$25 a month',
  }),
  createPerson('tier1', {
    firstName: 'Tariq',
    lastName: 'Campbell',
    tiers: [1],
    plan: { name: 'basic', status: 'pending' },
    about: 'Tier 1 approved, limit of US$1,500 a month',
    occupation: 'Driver',
  }),
  createPerson('tier2', {
    firstName: 'Tamara',
    lastName: 'Grant',
    tiers: [1, 2],
    plan: { name: 'personal', status: 'active' },
    about: 'Tiers 1 and 2 approved, no monthly limit',
    occupation: 'Nurse',
  }),
  createPerson('enhanced', {
    firstName: 'Enid',
    lastName: 'Morgan',
    tiers: [1, 2, 3],
    about: 'Tiers 1 to 3 approved, can order above US$1,000',
    occupation: 'Architect',
  }),
  createPerson('newcomer', {
    firstName: 'Nadine',
    lastName: 'Foster',
    about: 'new customer, not yet asked about location',
    location: null,
  }),
  createPerson('traveller', {
    firstName: 'Trevor',
    lastName: 'Bailey',
    about: 'has location alerts after a trip, Tier 1 under review',
    location: true,
  }),
  createPerson('applicant', {
    firstName: 'Andrene',
    lastName: 'Wright',
    tiers: [1],
    about: 'Tier 1 approved, Tier 2 under review since yesterday',
  }),
  createPerson('returning', {
    firstName: 'Rohan',
    lastName: 'Ellis',
    about: 'must accept the new terms',
    terms: '0.9',
  }),
  createPerson('finance', {
    firstName: 'Fiona',
    lastName: 'Reid',
    roles: ['finance'],
    about: 'staff: confirms payments, prepares and approves payouts',
  }),
  createPerson('compliance', {
    firstName: 'Conrad',
    lastName: 'Lewis',
    roles: ['compliance'],
    about: 'staff: holds and releases orders',
  }),
  createPerson('support', {
    firstName: 'Sonia',
    lastName: 'Clarke',
    roles: ['support'],
    about: 'staff: views customers and orders, adds notes',
  }),
  createPerson('instructor', {
    firstName: 'Imani',
    lastName: 'Gayle',
    roles: ['instructor'],
    about: 'staff: runs workshops and grades projects',
  }),
  createPerson('admin', {
    firstName: 'Adrian',
    lastName: 'Whyte',
    roles: ['admin'],
    about: 'staff: full access, approves as the second person',
  }),
];
