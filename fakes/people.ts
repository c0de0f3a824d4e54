/** Password of every demo user, printed on the sign-in page and in the README. */
export const demoPassword = 'Demo-Pass-2026!';

export type DemoPerson = {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly occupation: string;
  readonly tiers: readonly number[];
  readonly roles: readonly string[];
  /** `pending` was paid for and awaits our confirmation. */
  readonly plan: { readonly name: 'basic' | 'personal' | 'professional'; readonly status: 'active' | 'pending' } | null;
  readonly about: string;
  /** Answer about location; null when never asked. */
  readonly location: boolean | null;
  /** Accepted version of the terms; null for the current one. */
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

/** Invented demo users, one for each situation worth seeing. */
export const demoPeople: readonly DemoPerson[] = [
  createPerson('visitor', {
    firstName: 'Vivienne',
    lastName: 'Brown',
    about: 'not verified, US$25 a month',
  }),
  createPerson('tier1', {
    firstName: 'Tariq',
    lastName: 'Campbell',
    tiers: [1],
    plan: { name: 'basic', status: 'pending' },
    about: 'Tier 1 approved, US$1,500 a month',
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
    about: 'Tiers 1 to 3 approved, orders above US$1,000',
    occupation: 'Architect',
  }),
  createPerson('newcomer', {
    firstName: 'Nadine',
    lastName: 'Foster',
    about: 'new: is asked about her location',
    location: null,
  }),
  createPerson('traveller', {
    firstName: 'Trevor',
    lastName: 'Bailey',
    about: 'back from a trip: has location alerts, waits for Tier 1',
    location: true,
  }),
  createPerson('applicant', {
    firstName: 'Andrene',
    lastName: 'Wright',
    tiers: [1],
    about: 'Tier 1 approved, waits for Tier 2 since yesterday',
  }),
  createPerson('returning', {
    firstName: 'Rohan',
    lastName: 'Ellis',
    about: 'back after the terms changed: is asked to agree to the new version',
    terms: '0.9',
  }),
  createPerson('finance', {
    firstName: 'Fiona',
    lastName: 'Reid',
    roles: ['finance'],
    about: 'staff: confirms money, prepares and approves payouts',
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
    about: 'staff: reads and notes, never moves money',
  }),
  createPerson('instructor', {
    firstName: 'Imani',
    lastName: 'Gayle',
    roles: ['instructor'],
    about: 'staff: teaches and grades projects',
  }),
  createPerson('admin', {
    firstName: 'Adrian',
    lastName: 'Whyte',
    roles: ['admin'],
    about: 'staff: everything, and the second approver',
  }),
];
