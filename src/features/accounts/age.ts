/** Minimum age in years [000 §1, 001 §9 Other, decision C8]. */
export const minimumAge = 18;

/** Both dates are YYYY-MM-DD in Jamaica. A person born on 29 February comes of age on 1 March of a common year. */
export function isOfAge(birth: string, today: string): boolean {
  const year = Number(birth.slice(0, 4)) + minimumAge;
  return `${String(year).padStart(4, '0')}${birth.slice(4)}` <= today;
}

export function isCalendarDay(text: string): boolean {
  if (!/^(19|20)\d\d-\d\d-\d\d$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
