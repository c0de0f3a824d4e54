/** Who may do what with suspicions. One table guards the commands and drives the buttons. */
export type Officer = { readonly id: string; readonly roles: readonly string[] };

/** Alerts, cases, releases, reviews and figures. */
export const officerRoles = ['compliance', 'admin'] as const;

/** Reports to the authority: for this role alone, an admin neither (tipping off). */
export const reporterRoles = ['compliance'] as const;

const holds = (officer: Officer, roles: readonly string[]) => roles.some((role) => officer.roles.includes(role));

/** Nobody works on their own matter. */
export const mayWork = (officer: Officer, customerId: string): boolean =>
  officer.id !== customerId && holds(officer, officerRoles);

export const mayReport = (officer: Officer, customerId: string): boolean =>
  officer.id !== customerId && holds(officer, reporterRoles);

export const knowsOfReports = (officer: Officer): boolean => holds(officer, reporterRoles);
