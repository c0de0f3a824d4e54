/** The five parts by which a launch is judged, and what each asks. */
export const parts = ['team', 'token', 'law', 'money', 'technology'] as const;
export type Part = (typeof parts)[number];

export const rubric: Readonly<Record<Part, { readonly name: string; readonly asks: string }>> = {
  team: { name: 'Team', asks: 'Are its people named, reachable, and able to do what they say?' },
  token: { name: 'Token', asks: 'Supply, who holds what, when it unlocks, and what it is needed for.' },
  law: { name: 'Law', asks: 'Is it an investment, are promises made, who may buy it, which licence applies?' },
  money: {
    name: 'Money',
    asks: 'What is raised, what it pays for, who keeps it, and what happens if too little comes.',
  },
  technology: {
    name: 'Technology',
    asks: 'The contract, who may change it, who has looked it through, what is built.',
  },
};

/** What a score says. */
export const scores: readonly (readonly [score: 1 | 2 | 3 | 4 | 5, says: string])[] = [
  [1, 'Unsound'],
  [2, 'Weak'],
  [3, 'Sufficient'],
  [4, 'Good'],
  [5, 'Strong'],
];

export type Marked = { readonly part: Part };

/** The parts that nobody has marked yet, in the order of the rubric. */
export const unmarked = (marks: readonly Marked[]): Part[] =>
  parts.filter((part) => !marks.some((mark) => mark.part === part));
