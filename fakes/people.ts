/** Everybody in the demo has this password. It is printed on the sign-in page and in the README. */
export const demoPassword = 'Demo-Pass-2026!';

export type DemoPerson = {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly occupation: string;
  /** Tiers whose newest submission is approved. */
  readonly tiers: readonly number[];
  readonly roles: readonly string[];
  /** A monthly plan that runs, or that was paid for and waits for us. */
  readonly plan: { readonly name: 'basic' | 'personal' | 'professional'; readonly status: 'active' | 'pending' } | null;
  readonly about: string;
  /** What they answered when asked about their location; null for whom nobody asked yet. */
  readonly location: boolean | null;
  /** The version of the terms that they agreed to; null for the one in force. */
  readonly terms: string | null;
};

type PersonDetails = Pick<DemoPerson, 'firstName' | 'lastName' | 'about'> & Partial<DemoPerson>;

const person = (name: string, told: PersonDetails): DemoPerson => ({
  email: `${name}@demo.test`,
  occupation: 'Teacher',
  tiers: [],
  roles: [],
  location: false,
  plan: null,
  terms: null,
  ...told,
});

/** The people of the demo: invented names, one for each situation worth seeing. */
export const demoPeople: readonly DemoPerson[] = [
  person('visitor', {
    firstName: 'Vivienne',
    lastName: 'Brown',
    about: 'no identity check yet, US$25 a month',
  }),
  person('tier1', {
    firstName: 'Tariq',
    lastName: 'Campbell',
    tiers: [1],
    plan: { name: 'basic', status: 'pending' },
    about: 'Tier 1 approved, US$1,500 a month',
    occupation: 'Driver',
  }),
  person('tier2', {
    firstName: 'Tamara',
    lastName: 'Grant',
    tiers: [1, 2],
    plan: { name: 'personal', status: 'active' },
    about: 'Tiers 1 and 2 approved, no monthly cap',
    occupation: 'Nurse',
  }),
  person('enhanced', {
    firstName: 'Enid',
    lastName: 'Morgan',
    tiers: [1, 2, 3],
    about: 'Tiers 1-3 approved, may pass US$1,000',
    occupation: 'Architect',
  }),
  person('newcomer', {
    firstName: 'Nadine',
    lastName: 'Foster',
    about: 'just arrived: is asked about her location',
    location: null,
  }),
  person('traveller', {
    firstName: 'Trevor',
    lastName: 'Bailey',
    about: 'back from a journey: has location alerts, waits for Tier 1',
    location: true,
  }),
  person('applicant', {
    firstName: 'Andrene',
    lastName: 'Wright',
    tiers: [1],
    about: 'Tier 1 approved, waits for Tier 2 since yesterday',
  }),
  person('returning', {
    firstName: 'Rohan',
    lastName: 'Ellis',
    about: 'back after the terms changed: is asked to agree to the new version',
    terms: '0.9',
  }),
  person('finance', {
    firstName: 'Fiona',
    lastName: 'Reid',
    roles: ['finance'],
    about: 'staff: confirms money, prepares and approves pay-outs',
  }),
  person('compliance', {
    firstName: 'Conrad',
    lastName: 'Lewis',
    roles: ['compliance'],
    about: 'staff: holds and releases',
  }),
  person('support', {
    firstName: 'Sonia',
    lastName: 'Clarke',
    roles: ['support'],
    about: 'staff: looks, does not touch money',
  }),
  person('instructor', {
    firstName: 'Imani',
    lastName: 'Gayle',
    roles: ['instructor'],
    about: 'staff: teaches, marks final projects',
  }),
  person('admin', {
    firstName: 'Adrian',
    lastName: 'Whyte',
    roles: ['admin'],
    about: 'staff: everything, and the second person',
  }),
];
